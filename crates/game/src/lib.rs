//! What a game is to the rest of the program: the trait [`Game`] and all that it may
//! hand out. This crate names no game.
#![forbid(unsafe_code)]

mod board_atoms;
mod board_drawing;
mod brush;
mod chart;
mod checkable;
mod command;
mod faults;
mod game;
mod generate;
mod insight;
mod lint;
mod meaning;
mod measures;
mod numbers;
mod options;
mod stream;
mod view;

pub use board_atoms::{BoardAtom, BoardAtoms};
pub use board_drawing::{Area, BoardDrawing, BoardWay};
pub use brush::{Brush, DrawnRows};
pub use chart::{Arrangement, Chart, ChartBox, ChartLink, ChartThing, Sign};
pub use checkable::Checkable;
pub use command::{CommandHelp, Drawing, Drawn, GameCommand, Graph, Told};
pub use faults::{Decision, FaultFinder, Faults, Interrupted, Played, Prover};
pub use game::{Caveats, Compiled, Game};
pub use generate::{LevelDesign, LevelGenerator, NoProposal, Proposer, Settled, Stage, Watch};
pub use insight::{Change, Edit, Insight, Pieces, Seeker, Spot, Standstill, at, redrawn};
pub use lint::Linter;
pub use meaning::Meaning;
pub use measures::{Choice, Figure, Findings, Measures, StateCounts, Value};
pub use numbers::{counted, grouped};
pub use options::{GameOption, OptionFile, OptionKind, Options};
pub use stream::Stream;
pub use view::{Cell, Colour, Heat, MOST_BETWEEN, Shape, Sprite, Stroll, Tile, TileId, View};
