//! Where the coarse game is wrong about exact physics, place by place.
//!
//! Not trusted: these are figures about the games, not about a level.

mod command;
mod count;

pub use command::MismatchCommand;
pub use count::{Compared, Pair, compare};
