//! Platform levels to boards: what each place is, where play begins and where it is won,
//! and under which settings.

mod board;
mod level;
mod likeness;
mod settings;
mod tile;

pub use board::Board;
pub use level::PlatformLevel;
pub use likeness::likeness;
pub use settings::{ExitRule, LegendName, PlayerStyle, Settings};
pub use tile::Tile;
pub(crate) use tile::{PROPERTIES, WALKER};
