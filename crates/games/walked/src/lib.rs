//! What games share that are walked cell by cell: the floor and its rules, how it looks,
//! and what is known of it beyond the rules.
#![forbid(unsafe_code)]

mod floor;
pub mod generate;
mod insight;
mod view;

pub use floor::*;
pub use insight::{Distance, Distances, FloorInsight};
pub use view::{FloorView, brushes};
