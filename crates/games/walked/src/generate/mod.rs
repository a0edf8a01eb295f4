//! Proposes maze-like levels: an elementary automaton draws a rough square below
//! a line of cells, a life-like one smooths it into corridors, passages join what
//! is cut off, and the sprites are placed.
//!
//! A proposal is only that. Nothing here says whether a level can be won: that is
//! for whoever asks to have proved. Nothing here does input and output, reads a
//! clock or starts threads, and no game is known beyond the letters of its sprites.
//!
//! A proposal depends on the [`Design`], a seed and its own number, and on nothing
//! else: the thousandth can be made without the others, in any order, on any thread.
//!
//! ```
//! use playproof_walked::generate::{Cast, Design, Generator};
//!
//! let design = Design::new(Cast::ALONE, "8x6".parse().unwrap());
//! let mut generator = Generator::new(design).unwrap();
//! let level = generator.propose(7, 0).unwrap();
//! assert_eq!((level.width(), level.height()), (10, 8));
//! assert_eq!(level.text().matches('A').count(), 1);
//! assert_eq!(level, generator.propose(7, 0).unwrap());
//! ```

mod cell_set;
mod cells;
mod connect;
mod design;
mod elementary;
mod farthest_path;
mod generator;
mod life;
mod life_rule;
mod line;
mod options;
mod place;
mod regions;
mod settle;
mod size;
mod walls;

pub use design::{Cast, Design, DesignError, Placement, Tie};
pub use generator::{Generator, IsOver, Proposal, Stages};
pub use life_rule::{LifeRule, LifeRuleError};
pub use line::{LineError, SeedLine};
pub use options::DrawnLevels;
pub use place::{NoProposal, NoRoom};
pub use settle::Ending;
pub use size::{MAX_SIDE, MIN_SIDE, Size, SizeError};
pub use walls::Walls;
