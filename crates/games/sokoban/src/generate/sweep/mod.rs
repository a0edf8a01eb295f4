//! The hardest start of a layout, by sweeping backwards, and a random walk over
//! layouts.
//!
//! For fixed walls and goals one breadth-first sweep of pulls from all solved
//! states reaches every winnable state, by number of pushes ([`PushSweep`]) or
//! of moves ([`MoveSweep`]), and ends at the hardest ones. `docs/sokoban-sweep.md`
//! tells the story. Nothing here is trusted: a level that is handed out is proved
//! by the usual road.

mod archive;
mod chain;
mod diverse;
mod error;
mod found;
mod graph;
mod grid;
mod hash;
pub mod insight;
mod layout;
mod moves;
mod objective;
mod pushes;
mod ranks;
mod settings;
mod solution;
mod space;
mod swept;
mod symmetry;
#[cfg(test)]
mod tests;
mod walk;

pub use archive::{Archive, Axis, Elite};
pub use diverse::{Figure, diverse};
pub use error::SweepError;
pub use found::SweepFound;
pub use graph::measure;
pub use grid::Grid;
pub use insight::Measured;
pub use layout::{Layout, Start};
pub use moves::MoveSweep;
pub use objective::Objective;
pub use pushes::{PushSweep, Region};
pub use ranks::{MAX_BOX_SETS, MAX_BOXES};
pub use settings::{Budget, Pace, Steps, WalkSettings};
pub use space::Push;
pub use symmetry::{apart, canonical};
pub use walk::{Walker, walk};
