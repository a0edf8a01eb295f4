//! What is wrong with a dungeon and what mends it, in words.

pub(crate) mod change;
pub(crate) mod changes;
pub(crate) mod finder;
pub(crate) mod generous;
mod json;
pub(crate) mod losing_play;
pub(crate) mod repair;
pub(crate) mod told;
mod words;
