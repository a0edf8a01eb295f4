//! Levels made by the program.

pub mod tree;
