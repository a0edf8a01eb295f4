//! The fast interpreter: plays as the plain one does, for those who search.
//!
//! It plays games in which a tick concerns three cells in a row at most (`crate::local`), and
//! those are looked up once they were played: what a key comes to depends on the player's
//! sprite and on what is in these cells. A row that does not fit, such as one with two boxes
//! in a cell, is handed to the plain interpreter.
//!
//! Nothing here is trusted: runs are replayed and closed sets are checked with the plain
//! interpreter. `rows` reads and writes packed states, and `model` goes through them.

mod model;
mod rows;

pub use model::FastFactory;
