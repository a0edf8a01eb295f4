//! Proposes dungeons: rooms on a plane, corridors that do not cross, locks and keys.
//!
//! By construction, the key of each lock lies where it can be had before the lock must
//! be opened, so that the dungeon can be won. That it cannot be lost, or anything else,
//! is for whoever asks to have proved.

mod locks;
mod options;
mod plane;

use std::fmt::Write;

use thiserror::Error;

pub use options::GeneratedDungeons;
use playproof_game::Stream;

use locks::{Keys, Locked};
use plane::Plane;

/// The most rooms: corridors are looked for between all pairs.
pub const MOST_ROOMS: u32 = 2_000;

/// What kind of dungeons are proposed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DungeonDesign {
    /// How many rooms.
    pub rooms: u32,
    /// How many locks, and as many keys.
    pub keys: u32,
    /// How many of the locks are on the way to the goal; the others close side rooms.
    pub depth: u32,
    /// How many locks at most can be opened at a time, each with a key that lies behind
    /// those of the time before; if nothing is said, keys are anywhere before their locks.
    pub branching: Option<u32>,
    /// How many keys there are beyond those that locks need.
    pub side_keys: u32,
    /// Whether keys are all alike and used up; otherwise each opens its own lock.
    pub is_used_up: bool,
    /// Of a hundred corridors that could be, how many are left out.
    pub discard: u8,
    /// How keys get where they are.
    pub placing: KeyPlacing,
}

/// How keys get where they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeyPlacing {
    /// Each where it can be had before its lock is opened.
    #[default]
    BeforeTheirLocks,
    /// Anywhere, as locks are.
    Anywhere,
}

/// Why a design makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DungeonDesignError {
    /// Too few or too many rooms.
    #[error("a dungeon has 2 to {MOST_ROOMS} rooms, not {0}")]
    Rooms(u32),
    /// More locks than corridors that can have one.
    #[error("{keys} locks are too many for {rooms} rooms: at most {}", .rooms - 1)]
    Keys {
        /// The locks.
        keys: u32,
        /// The rooms.
        rooms: u32,
    },
    /// More locks on the way than there are.
    #[error("{depth} locks on the way to the goal are more than all {keys}")]
    Depth {
        /// Those on the way.
        depth: u32,
        /// All.
        keys: u32,
    },
    /// No lock at a time.
    #[error("at least 1 lock can be opened at a time, not 0")]
    Branching,
    /// No percentage.
    #[error("{0} of a hundred corridors cannot be left out")]
    Discard(u8),
}

impl DungeonDesign {
    /// A design with so many rooms and locks, half of them on the way to the goal.
    pub fn new(rooms: u32, keys: u32) -> DungeonDesign {
        DungeonDesign {
            rooms,
            keys,
            depth: keys.div_ceil(2),
            branching: None,
            side_keys: 0,
            is_used_up: false,
            discard: 50,
            placing: KeyPlacing::default(),
        }
    }

    /// Whether it makes sense.
    pub fn validate(&self) -> Result<(), DungeonDesignError> {
        let (rooms, keys, depth) = (self.rooms, self.keys, self.depth);
        match self {
            _ if !(2..=MOST_ROOMS).contains(&rooms) => Err(DungeonDesignError::Rooms(rooms)),
            _ if keys >= rooms => Err(DungeonDesignError::Keys { keys, rooms }),
            _ if depth > keys => Err(DungeonDesignError::Depth { depth, keys }),
            _ if self.branching == Some(0) => Err(DungeonDesignError::Branching),
            _ if self.discard > 100 => Err(DungeonDesignError::Discard(self.discard)),
            _ => Ok(()),
        }
    }

    /// Proposal `number` of `seed`, as dungeon text with a title.
    pub fn propose(&self, seed: u64, number: u64, title: &str) -> String {
        let mut stream = Stream::new(seed, number);
        let plane = Plane::grow(self.rooms as usize, self.discard, &mut stream);
        let locked = Locked::place(&plane, self, &mut stream);
        self.text(title, &plane, &locked)
    }

    fn text(&self, title: &str, plane: &Plane, locked: &Locked) -> String {
        let mut text = format!("dungeon: {title}\n");
        let name = |room: usize| format!("R{}", room + 1);
        let mut line = |arguments: std::fmt::Arguments<'_>| {
            writeln!(text, "{arguments}").expect("writing to a string cannot fail");
        };
        line(format_args!("start: {}", name(locked.start)));
        line(format_args!("goal: {}", name(locked.goal)));
        if self.is_used_up && self.keys > 0 {
            line(format_args!("used-up: {SMALL}"));
        }
        for (room, (x, y)) in plane.places.iter().enumerate() {
            let keys = locked.keys[room].iter().map(|key| self.key_name(*key));
            let keys: Vec<String> = keys.collect();
            let colon = if keys.is_empty() { "" } else { ": " };
            let keys = keys.join(", ");
            line(format_args!("room {} at {x},{y}{colon}{keys}", name(room)));
        }
        for (corridor, lock) in plane.corridors.iter().zip(&locked.locks) {
            let (a, b) = (name(corridor.0), name(corridor.1));
            match lock {
                Keys::Free => line(format_args!("{a} - {b}")),
                Keys::Needed(key) => line(format_args!("{a} - {b}: {}", self.key_name(*key))),
                Keys::Closed => {}
            }
        }
        text
    }

    fn key_name(&self, key: u32) -> String {
        match self.is_used_up {
            true => SMALL.to_owned(),
            false => format!("Key_{}", key + 1),
        }
    }
}

/// What keys are called that are all alike.
const SMALL: &str = "small";
