//! A player that sees one screen at a time and plans to its right border.
//!
//! It shows nothing about a level: where it loses there may be a run that it cannot see.

mod command;
mod play;

pub use command::AgentCommand;
pub use play::{Agent, Fate, Played};
