//! What a game is to the rest of the program: the trait [`Game`] and all that it may
//! hand out. This crate names no game.
#![forbid(unsafe_code)]

mod chart;
mod game;
mod insight;
mod measures;
mod view;

pub use chart::{Arrangement, Chart, ChartBox, ChartLink, ChartThing, Sign};
pub use game::{Compiled, Game};
pub use insight::{Change, Insight, Pieces, Spot, at, redrawn};
pub use measures::{Choice, Figure, Findings, Measures, StateCounts, Value};
pub use view::{Cell, Colour, Shape, Tile, TileId, View};
