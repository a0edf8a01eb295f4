//! Names that SPIN and the C compiler behind it accept, each given once.

use std::collections::HashSet;

/// Words of PROMELA, of its formulas, of C, and those that the programs which
/// SPIN writes define as macros.
const RESERVED: &str = "\
    active always and assert atomic auto bit bool break byte cas case chan char const continue \
    d_proctype d_step default do double else empty enabled end enum equivalent eval eventually \
    extern false fi final float for full game get_priority goto hidden if implies in init inline \
    int len linux local long look ltl max mix mtype nempty never next nfull not notrace now od of or \
    pc_value pid pptr printf printm priority proctype progress provided q_sz qptr rand register \
    release return rot run select set_priority short show signed sizeof skip static steps stronguntil \
    struct switch timeout trace true typedef uchar uint ulong union unix unless unsigned until \
    ushort void volatile wasnew weakuntil while xr xs";

/// The longest name made from a text.
const MAX_LENGTH: usize = 40;

/// Signs that tell properties apart, and how they are said in a name.
const SIGNS: [(&str, &str); 12] = [
    ("<->", " iff "),
    ("->", " implies "),
    ("<=", " le "),
    (">=", " ge "),
    ("==", " eq "),
    ("!=", " ne "),
    ("&&", " and "),
    ("||", " or "),
    ("<", " lt "),
    (">", " gt "),
    ("!", " not "),
    (" -", " minus "),
];

/// The names given so far.
pub struct Names {
    given: HashSet<String>,
}

impl Default for Names {
    fn default() -> Names {
        let given = RESERVED.split(' ').map(str::to_owned).collect();
        Names { given }
    }
}

impl Names {
    /// A name for what is written like this: in small letters, because capital
    /// ones are operators in formulas.
    pub fn give(&mut self, text: &str) -> String {
        self.give_with("", text)
    }

    /// The same with letters in front.
    pub fn give_with(&mut self, prefix: &str, text: &str) -> String {
        let mut word = prefix.to_owned() + &word(text);
        if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            word.insert_str(0, "p_");
        }
        let others = (2..).map(|n| format!("{word}_{n}"));
        let mut all = std::iter::once(word.clone()).chain(others);
        let free = all.find(|name| !self.given.contains(name));
        let name = free.expect("there is always another number");
        self.given.insert(name.clone());
        name
    }
}

fn word(text: &str) -> String {
    // What is a name already stays as it is, but for its capitals.
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut said = text.to_owned();
    if !text.chars().all(is_name) {
        for (sign, words) in SIGNS {
            said = said.replace(sign, words);
        }
    }
    let parts = said.split(|c| !is_name(c)).filter(|part| !part.is_empty());
    let mut word = parts.collect::<Vec<_>>().join("_").to_ascii_lowercase();
    if word.len() > MAX_LENGTH {
        // The last word may be cut in two.
        word.truncate(MAX_LENGTH);
        word.truncate(word.rfind('_').unwrap_or(MAX_LENGTH));
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names_and_differ() {
        let mut names = Names::default();
        for (text, name) in [
            ("win", "win"),
            ("win", "win_2"),
            ("do", "do_2"),
            ("shortest <= 3", "shortest_le_3"),
            ("shortest >= 3", "shortest_ge_3"),
            (
                "G (a[1] == -2 -> F !win)",
                "g_a_1_eq_minus_2_implies_f_not_win",
            ),
            ("progress-at-win <= 3", "progress_at_win_le_3"),
            ("3x", "p_3x"),
            ("größe", "gr_e"),
            ("", "p_"),
        ] {
            assert_eq!(names.give(text), name);
        }
    }
}
