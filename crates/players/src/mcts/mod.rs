//! Monte-Carlo tree search, move by move, with a punishment for walking where
//! one has been.
//!
//! Before each move it simulates: down the tree by UCB1 to a state not yet
//! tried, then by moves drawn uniformly until play is over or the rollout is
//! long enough. The move tried most often is played, of those the one with the
//! better mean, of those the first; its part of the tree is kept.
//!
//! A simulation that wins is worth 1, one that loses 0. Any other is worth
//! `(1 - punishment * m) / 2`, where `m` is the mean over its moves of
//! `n / (n + 1)`, `n` being how often the tile moved on to had been moved on to
//! before: in this attempt by moves really played, and in this simulation. The
//! tile on which play begins counts as moved on to once. So a simulation over
//! fresh tiles is worth 1/2 and one to and fro nearly 0, and no punishment is so
//! large that worse could not be told from bad. What is in the kept tree was
//! judged by the record of its time.
//!
//! An attempt that is lost is followed by another, from the start, with a fresh
//! tree and record and a random stream of its own, for as long as the budget
//! allows; it never gives up by itself, unless there is no move at all. Only play
//! that is over counts as lost: where one can go on moving without hope, as in
//! Sokoban, it does. Every state passed in a simulation is counted, as often as
//! it is passed.

mod play;
mod record;
mod tree;

use std::ops::ControlFlow;

use playproof_certify::Budget;

use crate::board::{Board, Played, Player};
use play::Play;

/// Monte-Carlo tree search.
#[derive(Clone, PartialEq, Debug)]
pub struct Mcts {
    /// The weight of what is uncertain in UCB1.
    pub exploration: f64,
    /// Simulations before each move; at least one is made.
    pub iterations: u32,
    /// The most random moves of a simulation.
    pub rollout: u32,
    /// The weight of the punishment, from 0 to 1; 0 is none.
    pub punishment: f64,
    /// Nodes of the tree, after which it grows only at its root. The states
    /// known beside it are limited to a multiple of this.
    pub max_nodes: usize,
    /// Plays on along a simulation that wins instead of going on to weigh
    /// moves. What was simulated can be played, so this is a way to win; without
    /// it, as in games of two, it is only a reason to prefer its first move.
    pub follow_wins: bool,
    /// Where the random numbers begin. With a budget that counts states, the
    /// same seed plays the same moves.
    pub seed: u64,
}

/// Little thought for each move. On mazes of up to 24 by 24 cells that wins
/// within fewer simulated states than more thought does, though by longer runs.
impl Default for Mcts {
    fn default() -> Mcts {
        Mcts {
            exploration: std::f64::consts::SQRT_2,
            iterations: 50,
            rollout: 50,
            punishment: 1.0,
            max_nodes: 1 << 17,
            follow_wins: false,
            seed: 0,
        }
    }
}

impl Player for Mcts {
    fn name(&self) -> &'static str {
        "MCTS"
    }

    fn summary(&self) -> &'static str {
        "Monte-Carlo tree search by UCB1 with random rollouts, punished for moving where it has been"
    }

    fn play(&self, board: &Board, budget: &mut dyn Budget) -> Played {
        let mut play = Play::new(self, board, budget);
        let mut streams = fastrand::Rng::with_seed(self.seed);
        let mut won = false;
        let mut stopped = None;
        while !won && stopped.is_none() && play.can_begin() {
            match play.attempt(streams.fork()) {
                ControlFlow::Continue(end) => won = end,
                ControlFlow::Break(stop) => stopped = Some(stop),
            }
        }
        play.played(won, stopped)
    }
}
