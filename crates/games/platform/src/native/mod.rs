//! The same game as in `rules.rs`, made for searching: a tick of one state, and of all
//! places at once that share a vertical state.

mod world;

pub use world::{Body, Fall, Pose, Presses, World};
