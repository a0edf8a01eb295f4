//! Looks at the states of a level, breadth first: for those who say what is odd about it or
//! why it cannot be won. What only a part of the states shows is never said of all.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use playproof_model::{System, Val};

use crate::plain::State;
use crate::system::PuzzleSystem;

/// How far a look went.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The states that were looked at.
    pub n_states: usize,
    /// Whether these are all that play can reach.
    pub is_whole: bool,
}

/// How many states are looked at between two questions whether to go on.
const BATCH: usize = 256;

/// Calls back with every state that play can reach, until so many were seen.
pub fn explore(
    system: &PuzzleSystem,
    max_states: usize,
    go_on: &mut dyn FnMut() -> ControlFlow<()>,
    visit: &mut dyn FnMut(&State),
) -> Look {
    let mut seen: HashSet<Vec<Val>> = HashSet::new();
    let mut open: VecDeque<Vec<Val>> = VecDeque::new();
    let mut look = Look {
        n_states: 0,
        is_whole: true,
    };
    system.initial(&mut |state| {
        if seen.insert(state.to_vec()) {
            open.push_back(state.to_vec());
        }
    });
    while let Some(state) = open.pop_front() {
        let asks = look.n_states.is_multiple_of(BATCH);
        if look.n_states == max_states || asks && go_on().is_break() {
            look.is_whole = false;
            return look;
        }
        look.n_states += 1;
        visit(&system.encoding.decode(&state));
        system.successors(&state, &mut |_, next| match next {
            Some(next) if !seen.contains(next) => {
                seen.insert(next.to_vec());
                open.push_back(next.to_vec());
            }
            Some(_) => {}
            None => look.is_whole = false,
        });
    }
    look
}
