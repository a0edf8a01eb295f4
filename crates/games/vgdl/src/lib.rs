//! VGDL: games described in the Video Game Description Language, played as they are.
#![forbid(unsafe_code)]

mod canonical;
pub mod compiled;
mod encoding;
mod format;
mod game;
mod layout;
mod level;
mod lint;
mod meaning;
pub mod plain;
mod propositions;
pub mod source;
mod system;
mod vary;
mod view;

pub use encoding::Encoding;
pub use game::Vgdl;
pub use system::VgdlSystem;
