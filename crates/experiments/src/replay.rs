//! Runs that others published, played on our rules.

use std::fmt;

use playproof::{Prepared, Step, Val, steps};
use playproof_analysis::SolvingByParts;

/// What became of a published run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replayed {
    /// It wins after so many moves, with so many left over.
    Wins { after: usize, spare: usize },
    /// This move, from 1, cannot be made.
    Stops { at: usize, left: usize },
    /// It can be played to its end, with so many boxes off goals.
    Ends { left: usize },
}

impl fmt::Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boxes = |n: usize| if n == 1 { "box" } else { "boxes" };
        match *self {
            Replayed::Wins { spare: 0, .. } => write!(f, "wins"),
            Replayed::Wins { after, .. } => write!(f, "wins after {after} moves"),
            Replayed::Stops { at, left } => {
                let boxes = boxes(left);
                write!(
                    f,
                    "move {at} is not possible; {left} {boxes} off goals then"
                )
            }
            Replayed::Ends { left } => {
                write!(
                    f,
                    "does not win: {left} {} off goals at its end",
                    boxes(left)
                )
            }
        }
    }
}

/// Plays letters `l u r d` from the beginning.
pub fn replay(prepared: &Prepared, run: &str) -> Replayed {
    let subject = prepared.play().expect("every game can be played");
    let semantics = &subject;
    let actions = &semantics.signature().actions;
    let left = |state: &[Val]| prepared.open_parts(state).unwrap_or(0);
    let mut state = prepared.first_states().swap_remove(0);
    let n_moves = run.chars().count();
    for (made, letter) in run.chars().enumerate() {
        if semantics.terminal(&state) {
            let spare = n_moves - made;
            return Replayed::Wins { after: made, spare };
        }
        let mut next = None;
        steps(semantics, &state, &mut |step, after| {
            let Step::Act { action, .. } = step else {
                return;
            };
            if actions[action.index()].name.starts_with(letter) {
                next = Some(after.to_vec());
            }
        });
        match next {
            Some(next) => state = next,
            None => {
                let left = left(&state);
                return Replayed::Stops { at: made + 1, left };
            }
        }
    }
    match semantics.terminal(&state) {
        true => Replayed::Wins {
            after: n_moves,
            spare: 0,
        },
        false => Replayed::Ends { left: left(&state) },
    }
}
