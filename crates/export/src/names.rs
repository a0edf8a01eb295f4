//! Names made from the game's own, each given once: small letters, digits and
//! `_`, which every language here takes for a name.

use std::collections::HashSet;

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

impl Names {
    /// With words, separated by spaces, that mean something to the other tool.
    pub fn avoiding(reserved: &str) -> Names {
        let given = reserved.split(' ').map(str::to_owned).collect();
        Names { given }
    }

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
        let mut names = Names::avoiding("do of");
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
