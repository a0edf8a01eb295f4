//! PuzzleScript: a game's rules and levels in one text, read as they are.
#![forbid(unsafe_code)]

pub mod compiled;
