//! The symbolic engine: sets of states as decision diagrams.
//!
//! Nothing here is trusted: what the engine says counts only once the checker
//! accepted its evidence. It reads Rules, bit-blasted, and names no game.

mod cases;
mod circuit;
mod diagrams;
mod engine;
mod order;
mod reach;
mod rows;
mod space;
mod watch;

pub use circuit::{Circuit, Gate};
pub use engine::BddEngine;
