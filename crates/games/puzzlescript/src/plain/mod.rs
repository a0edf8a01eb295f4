//! Trusted: the plain interpreter, which says what a compiled game means.
//!
//! It is written to be read beside `docs/puzzlescript.md`, which tells the same in words:
//! `turn` is a turn from the key to the end of its chain, `rules` how groups of rules are
//! applied, `matching` where a rule is found, `movement` how things move, and
//! `chance` who draws lots.

pub mod chance;
mod matching;
mod movement;
mod rules;
mod scene;
mod turn;

pub use movement::has;
pub use scene::{Scene, State, Status};
pub use turn::{CHAIN_LIMIT, Input, Interpreter};
