//! The coarse game: steps of a tile and jumps of fixed shape.

mod actions;
mod engine;
mod game;
mod path;
mod plan;
mod rules;
mod settings;
mod view;
mod zone;

pub use actions::{Action, Component, JUMP_TIME, Jumps, STEP_TIME, Side};
pub use game::Coarse;
pub use plan::Planned;
pub use settings::{CoarseSettings, Exit, Style};
pub use zone::{End, Outcome};
