//! A dungeon as a map. Trusted.

use super::Mark;

/// A dungeon: rooms, what lies in them, and passages between them. All that
/// refers to a room, a kind or a lock does so by its number.
///
/// In a dungeon that was read, kinds and locks have numbers in the order in which the
/// text mentions them first, and a lock without a name closes one passage. Whoever
/// builds a dungeon and wants it written and read again keeps to that for locks, and
/// to names without quotes and line breaks, none of which is both a room's and a kind's.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Map {
    /// The rooms.
    pub rooms: Vec<Room>,
    /// The kinds of things.
    pub kinds: Vec<Kind>,
    /// What closes passages.
    pub locks: Vec<Lock>,
    /// The ways between rooms.
    pub passages: Vec<Passage>,
    /// The room where play begins.
    pub start: usize,
    /// What must be reached, all of it.
    pub goals: Vec<Goal>,
}

/// A room.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Room {
    /// Its name; no two have the same.
    pub name: String,
    /// What lies in it.
    pub things: Vec<Thing>,
    /// Where it is drawn, if the text says so: column and row.
    pub at: Option<(i32, i32)>,
    /// Where it is declared.
    pub mark: Mark,
}

/// A thing in a room.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thing {
    /// Of which kind.
    pub kind: usize,
    /// What it costs to get it.
    pub cost: Cost,
    /// The experience that a player needs for it.
    pub experience: u32,
    /// Where it stands in the text.
    pub mark: Mark,
}

/// Things that are alike: any of them does.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kind {
    /// Its name; no two have the same.
    pub name: String,
    /// Whether one is gone once a lock was opened with it.
    pub is_used_up: bool,
    /// What it is called.
    pub what: What,
    /// Where it is first mentioned.
    pub mark: Mark,
}

/// What things are called. It makes no difference to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum What {
    /// A key.
    #[default]
    Key,
    /// A tool, a weapon, a treasure.
    Item,
    /// A switch that stays where it was turned to.
    Switch,
}

/// What closes a passage, or several, until it is opened once.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lock {
    /// Its name, if several passages share it.
    pub name: Option<String>,
    /// What opens it: all of this. Kinds are named once each.
    pub needs: Vec<Need>,
    /// Where it stands in the text.
    pub mark: Mark,
}

/// Things that a lock needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Need {
    /// Of which kind.
    pub kind: usize,
    /// How many: more than one only of what is used up.
    pub count: u32,
}

/// A way from one room to another.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Passage {
    /// From here,
    pub from: usize,
    /// to here,
    pub to: usize,
    /// and not back.
    pub is_one_way: bool,
    /// What closes it, if anything.
    pub lock: Option<usize>,
    /// What it costs to go through.
    pub cost: Cost,
    /// The experience that a player needs for it.
    pub experience: u32,
    /// Where it stands in the text.
    pub mark: Mark,
}

/// What something costs: from `min` to `max` for the way, and `extra` for the act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// At least this,
    pub min: u32,
    /// at most that,
    pub max: u32,
    /// and this in any case.
    pub extra: u32,
}

/// What must be reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// A room.
    Room(usize),
    /// A thing of this kind.
    Kind(usize),
}
