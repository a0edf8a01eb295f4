//! Levels by tree search over simulated play.
//!
//! A level is built by *alterations*: obstacles are deleted and boxes placed around the
//! player, then the board is frozen and the player moves. Where pushed boxes end there are
//! goals, so that every level can be won: the moves are a solution. The search, its
//! metrics and its options repeat Kartal, Sohre and Guy, *Generating Sokoban Puzzle Game
//! Levels with Monte Carlo Tree Search* (2016) and *Data-Driven Sokoban Puzzle Generation
//! with Monte Carlo Tree Search* (2016), and Karman, *Generating Sokoban Levels that are
//! Interesting to Play using Simulation* (2018). What these leave open is said where it is
//! decided and in `docs/sokoban-generation.md`.

mod alteration;
mod bits;
mod cutouts;
mod field;
mod finished;
mod metrics;
mod order;
mod page;
mod replay;
mod run;
mod settings;
mod sizes;
mod state;
mod symmetry;
mod workshop;

#[cfg(test)]
mod tests;

pub use metrics::{Figures, Metric};
pub use playproof_treesearch::{Budget, Estimate, Point, Stats, best_at};
pub use run::{HeatMap, TreeFound, TreeRun, search};
pub use settings::{Reduction, TreeError, TreeSettings};
pub use sizes::{Leaves, Losses, layer_sizes, n_losses};
