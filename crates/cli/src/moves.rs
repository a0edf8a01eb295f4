//! Moves as puzzles have written them for decades: `l u r d`, capitals for
//! pushes.

use std::fs;

use playproof::{Insight, Run};

/// Moves as somebody wrote them.
pub struct Written {
    /// The names of the actions.
    pub actions: Vec<String>,
    /// Whether each is written as a push.
    pushes: Vec<bool>,
}

impl Written {
    /// The moves in a text, or in a file of this name: what holds anything but
    /// the four letters is the name of a file.
    pub fn read(given: &str) -> Result<Written, String> {
        if is_moves(given) {
            return Written::of(given, "the moves");
        }
        let text = fs::read_to_string(given).map_err(|error| {
            format!(
                "cannot read moves from {given}: {error}; moves are written with l, u, r and d, \
                 and capitals for pushes"
            )
        })?;
        Written::of(&text, given)
    }

    fn of(text: &str, name: &str) -> Result<Written, String> {
        let mut written = Written {
            actions: Vec::new(),
            pushes: Vec::new(),
        };
        for (i, line) in (1..).zip(text.lines()) {
            for (j, letter) in (1..).zip(line.chars()) {
                let action = match letter.to_ascii_lowercase() {
                    'l' => "left",
                    'u' => "up",
                    'r' => "right",
                    'd' => "down",
                    _ if letter.is_whitespace() => continue,
                    _ => {
                        return Err(format!(
                            "{name}: unknown move `{}` at line {i}, column {j}; moves are written \
                             with l, u, r and d, and capitals for pushes",
                            letter.escape_debug()
                        ));
                    }
                };
                written.actions.push(action.to_owned());
                written.pushes.push(letter.is_ascii_uppercase());
            }
        }
        Ok(written)
    }

    /// What is odd about the capitals. Where there are none, nobody meant to
    /// tell pushes.
    pub fn warning(&self, run: &Run, insight: &dyn Insight) -> Option<String> {
        if !self.pushes.contains(&true) {
            return None;
        }
        let steps = run.states.windows(2).zip(&self.pushes);
        let wrong = steps.enumerate().filter(|(_, (step, is_push))| {
            let [before, after] = step else { return false };
            insight.is_push(before, after) != **is_push
        });
        let wrong: Vec<usize> = wrong.map(|(i, _)| i + 1).collect();
        let first = *wrong.first()?;
        let others = match wrong.len() - 1 {
            0 => String::new(),
            n => format!(", and {n} more are wrong like it"),
        };
        Some(match self.pushes[first - 1] {
            true => format!("move {first} is written as a push and is none{others}"),
            false => format!("move {first} is a push and not written as one{others}"),
        })
    }
}

fn is_moves(text: &str) -> bool {
    text.chars()
        .all(|c| "lurdLURD".contains(c) || c.is_whitespace())
}
