//! How levels are written: whole games, of which each level keeps the rules.

mod game_file;
mod level;

pub use game_file::GameFormat;
pub use level::PuzzleLevel;

pub(crate) use game_file::place;
