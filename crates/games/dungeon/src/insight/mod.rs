//! What is wrong with a dungeon and what mends it, in words.

pub(crate) mod change;
pub(crate) mod changes;
pub(crate) mod generous;
pub(crate) mod told;
