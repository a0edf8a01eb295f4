//! Moves as puzzles have written them for decades: `l u r d`, capitals for
//! pushes; and `x` for the action button, `t` for a tick of the clock.

use std::borrow::Cow;
use std::fs;

use playproof::{Level, Pieces, Run};

/// Moves beyond this many are not followed: every state on the way is kept.
const MOST_MOVES: usize = 200_000;

/// What stands for the run that a file stores with its level.
const STORED: &str = "stored";

/// Moves that are asked about.
pub enum Asked {
    /// These.
    Given(Written),
    /// Those that the file stores with the level.
    Stored,
}

impl Asked {
    /// Reads what was given on the command line, and files it names.
    pub fn read(given: &str) -> Result<Asked, String> {
        match given {
            STORED => Ok(Asked::Stored),
            given => Written::read(given).map(Asked::Given),
        }
    }

    /// All moves for a level: of a level with several stored runs, each.
    pub fn all_of(&self, level: &Level) -> Result<Vec<Cow<'_, Written>>, String> {
        match self {
            Asked::Given(written) => Ok(vec![Cow::Borrowed(written)]),
            Asked::Stored if level.solutions().is_empty() => {
                Err("the file stores no run with this level".to_owned())
            }
            Asked::Stored => {
                let runs = level.solutions().iter();
                let runs = runs.map(|run| Written::of(run.moves(), "the stored run"));
                runs.map(|run| run.map(Cow::Owned)).collect()
            }
        }
    }

    /// The moves for a level.
    pub fn of(&self, level: &Level) -> Result<Cow<'_, Written>, String> {
        match self {
            Asked::Given(written) => Ok(Cow::Borrowed(written)),
            Asked::Stored => {
                let run = level.solutions().first();
                let run = run.ok_or("the file stores no run with this level")?;
                Written::of(run.moves(), "the stored run").map(Cow::Owned)
            }
        }
    }
}

/// Moves as somebody wrote them.
#[derive(Clone)]
pub struct Written {
    /// The names of the actions.
    pub actions: Vec<String>,
    /// Whether each is written as a push.
    pushes: Vec<bool>,
}

impl Written {
    /// The moves in a text, or in a file of this name: what holds anything but
    /// the four letters is the name of a file.
    fn read(given: &str) -> Result<Written, String> {
        if is_moves(given) {
            return Written::of(given, "the moves");
        }
        let text = fs::read_to_string(given).map_err(|error| {
            format!(
                "`{given}` is neither moves, which are written with l, u, r and d (capitals for \
                 pushes), nor a file that can be read: {error}"
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
                    'x' => "action",
                    't' => "tick",
                    _ if letter.is_whitespace() => continue,
                    _ => {
                        return Err(format!(
                            "{name}: unknown move `{}` at line {i}, column {j}; moves are written \
                             with l, u, r and d, and capitals for pushes; x is the action button, \
                             t a tick of the clock",
                            letter.escape_debug()
                        ));
                    }
                };
                if written.actions.len() == MOST_MOVES {
                    return Err(format!("{name}: more than {MOST_MOVES} moves"));
                }
                written.actions.push(action.to_owned());
                written.pushes.push(letter.is_ascii_uppercase());
            }
        }
        Ok(written)
    }

    /// What is odd about the capitals. Where there are none, nobody meant to
    /// tell pushes.
    pub fn warning(&self, run: &Run, pieces: &dyn Pieces) -> Option<String> {
        if !self.pushes.contains(&true) {
            return None;
        }
        let steps = run.states.windows(2).zip(&self.pushes);
        let wrong = steps.enumerate().filter(|(_, (step, is_push))| {
            let [before, after] = step else { return false };
            pieces.is_push(before, after) != **is_push
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
        .all(|c| "lurdLURDxt".contains(c) || c.is_whitespace())
}
