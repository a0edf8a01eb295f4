//! Where a player of the exact game can ever be: counted by cells, and drawn.
//!
//! Not trusted: a picture proves nothing.

mod command;
mod survey;

pub use command::ReachCommand;
pub use survey::{Survey, survey};
