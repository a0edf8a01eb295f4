//! Sokoban levels worth playing, made in two ways.

pub mod sweep;
