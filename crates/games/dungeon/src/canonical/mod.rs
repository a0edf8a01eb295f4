//! What a dungeon's text says: rooms with things in them and passages with locks
//! between them; or, without a map, rules that say what can be had once other things
//! are had. What can be taken, opened and won is for the rules to say. Trusted.

mod horn;
pub(crate) mod limits;
mod map;
mod place;
mod same;
pub(crate) mod spelling;
mod text;

use std::sync::Arc;

use playproof_level::{Level, Place, WrittenLevel};

pub use horn::{HornRule, HornRules};
pub use limits::{
    MAX_CONDITIONS, MAX_NAME, MAX_NEEDS, MAX_PASSAGES, MAX_ROOMS, MAX_RULES, MAX_THINGS,
};
pub use map::{Cost, Goal, Kind, Lock, Map, Need, Passage, Room, Thing, What};
pub(crate) use place::place;

/// Where something stands in the text of a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mark {
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1 in characters.
    pub column: u32,
}

/// A level that is a dungeon.
#[derive(Clone, Debug)]
pub struct DungeonLevel {
    /// The name of the file it came from.
    pub file: String,
    /// Its number within the file, from 0.
    pub index: usize,
    /// Its title, if the file gives one.
    pub title: Option<String>,
    /// The text of the whole file, to which marks refer.
    pub source: Arc<str>,
    /// Where it begins.
    pub mark: Mark,
    /// What it says.
    pub plan: Plan,
}

impl WrittenLevel for DungeonLevel {
    fn file(&self) -> &str {
        &self.file
    }

    fn index(&self) -> usize {
        self.index
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn beginning(&self) -> Place {
        self.place(self.mark)
    }

    fn text(&self) -> String {
        self.canonical_text()
    }

    fn is_same(&self, other: &Level) -> bool {
        DungeonLevel::of(other).is_some_and(|other| self.same_plan(other))
    }
}

/// What a dungeon is given as.
#[derive(Clone, PartialEq, Debug)]
pub enum Plan {
    /// Rooms and passages.
    Map(Map),
    /// Rules.
    Rules(HornRules),
}

impl DungeonLevel {
    /// The dungeon, if a level is one.
    pub fn of(level: &Level) -> Option<&DungeonLevel> {
        level.written()
    }
}
