//! What a game is to the rest of the program: the trait [`Game`] and all that it may
//! hand out. This crate names no game.
#![forbid(unsafe_code)]

mod chart;
mod game;
mod generate;
mod insight;
mod measures;
mod stream;
mod view;

pub use chart::{Arrangement, Chart, ChartBox, ChartLink, ChartThing, Sign};
pub use game::{Compiled, Game};
pub use generate::{
    GeneratorOption, LevelDesign, LevelGenerator, NoProposal, OptionKind, Options, Proposer, Stage,
};
pub use insight::{Change, Insight, Pieces, Spot, at, redrawn};
pub use measures::{Choice, Figure, Findings, Measures, StateCounts, Value};
pub use stream::Stream;
pub use view::{Cell, Colour, Shape, Tile, TileId, View};
