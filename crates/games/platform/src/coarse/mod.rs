//! The coarse game: steps of a tile and jumps of fixed shape.

mod actions;
mod engine;
mod game;
mod path;
mod rules;
mod settings;
mod view;

pub use actions::{Action, Component, JUMP_TIME, Jumps, STEP_TIME, Side};
pub use game::Coarse;
pub use settings::{CoarseSettings, Exit, Style};
