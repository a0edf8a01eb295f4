//! Platform levels to boards: what each place is, where play begins and where it is won,
//! and under which settings.

mod board;
mod level;
mod likeness;
mod reading;
mod settings;
mod stated;
mod tile;
mod tile_words;

pub use board::{Board, ExitRule, PlayerStyle};
pub use level::PlatformLevel;
pub use likeness::likeness;
pub use settings::{LegendName, Settings};
pub(crate) use stated::{GAME, GAME_COARSE, StatedLevel};
pub(crate) use tile::PROPERTIES;
pub use tile::Tile;
pub(crate) use tile_words::WALKER;
