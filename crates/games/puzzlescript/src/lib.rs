//! PuzzleScript: a game's rules and levels in one text, read as they are.
#![forbid(unsafe_code)]

mod canonical;
pub mod compiled;
mod encoding;
mod fast;
pub mod lots;
pub mod plain;
mod possible;
mod propositions;
pub mod source;
mod system;
mod vary;

pub use encoding::Encoding;
pub use fast::FastFactory;
pub use system::PuzzleSystem;
