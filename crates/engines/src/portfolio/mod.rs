//! Several engines at one task: the first answer counts.

mod race;
mod track;

pub use race::{Field, Finish, HEAD_START, Raced, Racer};
