//! The same game as in `rules.rs`, made for searching: a tick of one state, and of all
//! places at once that share a vertical state.

mod met;
mod world;

pub use met::{Meeting, Zone};
pub use world::{Body, Fall, Foothold, Pose, Presses, World};
