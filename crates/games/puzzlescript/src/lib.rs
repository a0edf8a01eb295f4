//! PuzzleScript: a game's rules and levels in one text, read as they are.
#![forbid(unsafe_code)]

mod canonical;
pub mod compiled;
mod encoding;
mod explore;
mod format;
mod game;
mod insight;
mod level;
mod lint;
pub mod lots;
pub mod plain;
mod propositions;
pub mod source;
mod system;
mod vary;
mod view;
mod words;

pub use encoding::Encoding;
pub use format::GameFormat;
pub use game::PuzzleScript;
pub use level::PuzzleLevel;
pub use system::PuzzleSystem;
