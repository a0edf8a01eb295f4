//! What a dungeon's text says: rooms with things in them and passages with locks
//! between them; or, without a map, rules that say what can be had once other things
//! are had. What can be taken, opened and won is for the rules to say. Trusted.

mod horn;
mod level;
pub(crate) mod limits;
mod map;
mod place;
mod same;
pub(crate) mod spelling;
mod text;

pub use horn::{HornRule, HornRules};
pub use level::DungeonLevel;
pub use limits::{
    MAX_CONDITIONS, MAX_NAME, MAX_NEEDS, MAX_PASSAGES, MAX_ROOMS, MAX_RULES, MAX_THINGS,
};
pub use map::{Cost, Goal, Kind, Lock, Map, Need, Passage, Room, Thing, What};
pub(crate) use place::{no_dungeon, place};

/// Where something stands in the text of a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mark {
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1 in characters.
    pub column: u32,
}

/// What a dungeon is given as.
#[derive(Clone, PartialEq, Debug)]
pub enum Plan {
    /// Rooms and passages.
    Map(Map),
    /// Rules.
    Rules(HornRules),
}
