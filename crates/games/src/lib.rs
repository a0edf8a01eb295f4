//! Games: one folder each, from a level to its rules.
//!
//! A game's Level-to-Rules file is trusted; what else a folder holds is not.
//! Games name no engine.
//!
//! ```
//! use playproof_games::{Game, maze::Maze};
//!
//! let file = playproof_level::read("tiny", b"A0G\n").unwrap();
//! let compiled = Maze.compile(&file.levels[0]).unwrap();
//! assert!(compiled.warnings.is_empty());
//! ```
#![forbid(unsafe_code)]

mod chart;
pub mod dungeon;
mod floor;
mod floor_insight;
mod floor_view;
mod game;
mod insight;
pub mod maze;
mod measures;
pub mod race;
pub mod sokoban;
mod view;

pub use chart::{Arrangement, Chart, ChartBox, ChartLink, ChartThing, Sign};
pub use game::{Compiled, Game};
pub use insight::{Change, Insight, Pieces, Spot, at};
pub use measures::{Choice, Figure, Findings, Measures, StateCounts, Value};
pub use view::{Cell, Colour, Shape, Tile, TileId, View};
