//! A*: looks at states in the order of the moves made so far plus the distance
//! that is left at least.
//!
//! That distance is the Manhattan distance from the player to the nearest goal,
//! or 0 where there are no goals. Where a move takes the player one cell at
//! most and play is won only on a goal, it is never too large, and the run
//! found is a shortest one. Elsewhere it is a run that wins, perhaps a longer
//! one; a state reached again by fewer moves is looked at again, so nothing is
//! missed.
//!
//! Of states with the same sum, the one with more moves behind it comes first,
//! being nearer to a goal; of those, the one found first. So the same level
//! gives the same run.
//!
//! A* plays nothing before it knows the whole way: a run that does not win is
//! empty. It counts each state once, when it is first seen.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use playproof_certify::{Budget, Phase, Progress, Stop, Trace};
use playproof_model::Step;

use crate::atlas::{Atlas, StateId};
use crate::board::{Board, Played, Player};
use crate::meter::Meter;

/// A* with the Manhattan distance.
#[derive(Clone, Copy, Debug, Default)]
pub struct AStar;

impl Player for AStar {
    fn name(&self) -> &'static str {
        "A*"
    }

    fn summary(&self) -> &'static str {
        "best-first search by moves made plus the Manhattan distance to the nearest goal"
    }

    fn play(&self, board: &Board, budget: &mut dyn Budget) -> Played {
        let mut search = Search {
            board,
            atlas: Atlas::new(board),
            reached: Vec::new(),
            open: BinaryHeap::new(),
            n_opened: 0,
        };
        let (won, stopped) = match search.run(&mut Meter::new(budget)) {
            ControlFlow::Continue(won) => (won, None),
            ControlFlow::Break(stop) => (None, Some(stop)),
        };
        Played {
            won: won.is_some(),
            run: won.map_or_else(nothing, |at| search.run_to(at)),
            states: search.atlas.n_states() as u64,
            stopped,
        }
    }
}

fn nothing() -> Trace {
    Trace {
        initial: 0,
        steps: Vec::new(),
    }
}

/// How a state was reached.
#[derive(Clone, Copy)]
struct Reached {
    n_moves: u32,
    by: Origin,
}

#[derive(Clone, Copy)]
enum Origin {
    /// Play begins here: the position among the initial states.
    Start(u32),
    Move(StateId, Step),
}

/// A state to look at. The greatest comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    estimate: Reverse<u32>,
    n_moves: u32,
    opened: Reverse<u64>,
    at: StateId,
}

struct Search<'a> {
    board: &'a Board<'a>,
    atlas: Atlas<'a>,
    /// By state; states have numbers in the order in which they are met.
    reached: Vec<Reached>,
    open: BinaryHeap<Open>,
    n_opened: u64,
}

impl Search<'_> {
    /// The first state found where play is won, `None` if there is none.
    fn run(&mut self, meter: &mut Meter) -> ControlFlow<Stop, Option<StateId>> {
        for (i, at) in self.atlas.initial().into_iter().enumerate() {
            self.reach(at, 0, Origin::Start(i as u32));
        }
        while let Some(Open { n_moves, at, .. }) = self.open.pop() {
            // A shorter way here was found since, and followed.
            if self.reached[at.0 as usize].n_moves < n_moves {
                continue;
            }
            meter.look(|_| self.progress(n_moves))?;
            let sight = self.atlas.look(at);
            if sight.won {
                return ControlFlow::Continue(Some(at));
            }
            for number in sight.moves {
                let next = self.atlas.move_at(number);
                self.reach(next.to, n_moves + 1, Origin::Move(at, next.step()));
            }
        }
        ControlFlow::Continue(None)
    }

    /// Opens a state, unless it was reached by as few moves before.
    fn reach(&mut self, at: StateId, n_moves: u32, by: Origin) {
        let found = Reached { n_moves, by };
        match self.reached.get_mut(at.0 as usize) {
            Some(known) if known.n_moves <= n_moves => return,
            Some(known) => *known = found,
            // States are reached in the order in which the atlas numbers them.
            None => self.reached.push(found),
        }
        let place = self.atlas.tile(at).map(|tile| self.atlas.place(tile));
        self.open.push(Open {
            estimate: Reverse(n_moves + self.board.distance(place)),
            n_moves,
            opened: Reverse(self.n_opened),
            at,
        });
        self.n_opened += 1;
    }

    /// The run by which a state was reached.
    fn run_to(&self, mut at: StateId) -> Trace {
        let mut steps = Vec::new();
        loop {
            match self.reached[at.0 as usize].by {
                Origin::Move(before, step) => {
                    steps.push(step);
                    at = before;
                }
                Origin::Start(initial) => {
                    steps.reverse();
                    return Trace { initial, steps };
                }
            }
        }
    }

    fn progress(&self, depth: u32) -> Progress {
        let reached = self.reached.len() * size_of::<Reached>();
        let open = self.open.len() * size_of::<Open>();
        Progress {
            phase: Phase::Searching,
            states: self.atlas.n_states() as u64,
            bytes: self.atlas.bytes() + (reached + open) as u64,
            depth,
        }
    }
}
