//! Trusted: the plain interpreter, which says what a game means.
//!
//! It is written to be read beside `docs/vgdl.md`, which tells the same in words: `turn`
//! is one tick, `moving` how sprites move by themselves, `chase` how a chaser finds its
//! way, `world` what can be done to sprites, `effects` what rules do, `habits` which
//! parts of a sprite matter, `unordered` where the order of their making does, and `state`
//! what a state is.

mod chase;
mod effects;
mod habits;
mod moving;
mod state;
mod turn;
mod unordered;
mod world;

pub use effects::Met;
pub use habits::{Habits, met_kinds};
pub use state::{Doubt, Input, Known, Place, Sprite, State, Status};
pub use turn::Interpreter;
pub use unordered::comes;
pub use world::Told;
