//! Sokoban by pushes: states that differ only by a walk are one. A native
//! model, not trusted.

mod bounds;
mod factory;
mod floor;
mod frozen;
mod matching;
mod model;
mod pairs;
mod reasons;
mod walk;

pub use factory::{Prunings, PushFactory};
pub(super) use floor::Floor;
pub(super) use frozen::Freezer;
pub(super) use matching::{NEVER, cheapest};
