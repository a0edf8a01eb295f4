//! PuzzleScript: a game's rules and levels in one text, read as they are.
#![forbid(unsafe_code)]

mod canonical;
pub mod compiled;
mod encoding;
pub mod plain;
mod propositions;
pub mod source;
mod system;
mod vary;

pub use encoding::Encoding;
pub use system::PuzzleSystem;
