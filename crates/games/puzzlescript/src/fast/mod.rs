//! The fast interpreter: plays as the plain one does, for those who search.
//!
//! A board is held twice: for each cell the set of its objects (`bits.rs`: a word), and for
//! each object the set of its cells. A rule is looked for everywhere at once with the
//! latter (`apply.rs`), and what changes is noted, so that every key is tried on the same
//! board without a copy (`scene.rs`). Rules that cannot fire in a level are left out, and
//! what never changes is known beforehand (`rules.rs`, `level.rs`, `crate::possible`). States
//! come and go as packed rows (`rows.rs`, `model.rs`).
//!
//! Nothing here is trusted: runs are replayed and closed sets are checked with the plain
//! interpreter. Where something changes that should not, the plain one is asked.

mod apply;
mod bits;
mod factory;
mod level;
mod model;
mod rows;
mod rules;
mod scene;
mod turn;

pub use factory::FastFactory;
