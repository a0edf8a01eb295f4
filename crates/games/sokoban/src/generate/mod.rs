//! Sokoban levels worth playing, made in two ways: a walk over walls and goals whose hardest
//! start a sweep finds, and a tree search over simulated play.

mod design;
mod header;
mod made;
mod options;
pub mod sweep;
pub mod tree;

pub use options::GeneratedLevels;
