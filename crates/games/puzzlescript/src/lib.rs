//! PuzzleScript: a game's rules and levels in one text, read as they are.
#![forbid(unsafe_code)]

mod canonical;
pub mod compiled;
mod encoding;
mod explore;
mod fast;
mod fired;
mod formats;
mod game;
mod insight;
mod lint;
pub mod lots;
mod meaning;
pub mod plain;
mod possible;
mod propositions;
pub mod source;
mod system;
mod vary;
mod view;
mod words;

pub use encoding::Encoding;
pub use fast::FastFactory;
pub use formats::{GameFormat, PuzzleLevel};
pub use game::PuzzleScript;
pub use system::PuzzleSystem;
