//! VGDL: games described in the Video Game Description Language, played as they are.
#![forbid(unsafe_code)]

mod canonical;
pub mod compiled;
mod dialect;
mod encoding;
mod fast;
mod format;
mod game;
mod layout;
mod level;
mod lint;
mod local;
mod meaning;
pub mod plain;
mod played;
mod propositions;
mod reading;
mod rules;
pub mod source;
mod system;
mod vary;
mod view;

pub use encoding::Encoding;
pub use fast::FastFactory;
pub use game::Vgdl;
pub use system::VgdlSystem;
