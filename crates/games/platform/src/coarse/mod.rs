//! The coarse game: steps of a tile and jumps of fixed shape.

mod actions;
mod closed;
mod engine;
mod game;
mod graph;
mod meaning;
mod most;
mod most_command;
mod path;
mod plan;
mod rules;
mod search;
mod settings;
mod view;
mod wanted;
mod zone;

pub use actions::{Action, Component, JUMP_TIME, Jumps, STEP_TIME, Side};
pub use game::Coarse;
pub use most::Most;
pub(crate) use most_command::coarsely;
pub use plan::Planned;
pub use settings::{CoarseSettings, Exit, Style};
pub use zone::{End, Outcome};
