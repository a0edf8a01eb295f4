//! Platform levels: run and jump from the start to the exit.
#![forbid(unsafe_code)]

mod canonical;
mod legend;
mod profile;
mod rules;

pub use canonical::{Board, Tile};
pub use profile::{GAITS, Numbers, Profile, TILE};
pub use rules::{Bounds, GROUND, JUMP, VX, VY, X, Y, initial, rules};
