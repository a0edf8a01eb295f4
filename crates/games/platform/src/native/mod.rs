//! The same game as in `rules.rs`, made for searching: a tick of one state, and of all
//! places at once that share a vertical state.

mod blocks;
mod met;
mod world;

pub use blocks::{Broken, TOO_MANY_BLOCKS};
pub use met::{Meeting, Zone};
pub use world::{Body, Fall, Foothold, Pose, Presses, World};
