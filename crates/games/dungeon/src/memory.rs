//! What a state of a dungeon remembers. Trusted.
//!
//! A state is the room of the player and then, of what makes a difference: which
//! kinds that are kept were found, how many there are of each that is used up, which
//! rooms were emptied, which locks opened and which goals reached. A room can be
//! emptied only of what is used up, and a lock is remembered only if it uses
//! something up: what is kept opens a lock again and again.

use crate::canonical::{Goal, Map};
use playproof_model::Val;

/// Numbers for some of many.
pub(crate) struct Numbered {
    /// The number of each, if it has one.
    pub of: Vec<Option<usize>>,
    /// How many have one.
    pub n: usize,
}

impl Numbered {
    fn those(each: impl Iterator<Item = bool>) -> Numbered {
        let mut n = 0;
        let of = each.map(|counts| {
            n += usize::from(counts);
            counts.then(|| n - 1)
        });
        let of = of.collect();
        Numbered { of, n }
    }

    /// 1 for each that is in the set, 0 for the others, in their order.
    pub fn values(&self, is_in: impl Fn(usize) -> bool) -> impl Iterator<Item = Val> {
        let all = self.of.iter().enumerate();
        let numbered = all.filter(|(_, number)| number.is_some());
        numbered.map(move |(i, _)| Val::from(is_in(i)))
    }
}

/// What is remembered, in the order of a state's variables.
pub(crate) struct Memory {
    /// Kinds that are kept.
    pub kept: Numbered,
    /// Rooms that can be emptied.
    pub stores: Numbered,
    /// Locks that use something up.
    pub locks: Numbered,
    /// Rooms that are goals.
    pub goals: Numbered,
}

impl Memory {
    pub fn of(dungeon: &Map) -> Memory {
        let is_used_up = |kind: usize| dungeon.kinds[kind].is_used_up;
        let kinds = dungeon.kinds.iter().map(|kind| !kind.is_used_up);
        let rooms = dungeon.rooms.iter();
        let stores = rooms.map(|room| room.things.iter().any(|thing| is_used_up(thing.kind)));
        let locks = dungeon.locks.iter();
        let locks = locks.map(|lock| lock.needs.iter().any(|need| is_used_up(need.kind)));
        let is_goal = |room| dungeon.goals.contains(&Goal::Room(room));
        Memory {
            kept: Numbered::those(kinds),
            stores: Numbered::those(stores),
            locks: Numbered::those(locks),
            goals: Numbered::those((0..dungeon.rooms.len()).map(is_goal)),
        }
    }
}

/// The rooms in which things of each kind lie, as often as there are things.
pub(crate) fn rooms_of_kinds(dungeon: &Map) -> Vec<Vec<usize>> {
    let mut rooms = vec![Vec::new(); dungeon.kinds.len()];
    for (number, room) in dungeon.rooms.iter().enumerate() {
        for thing in &room.things {
            rooms[thing.kind].push(number);
        }
    }
    rooms
}

/// How many of a kind lie in a room.
pub(crate) fn in_room(dungeon: &Map, room: usize, kind: usize) -> Val {
    let things = dungeon.rooms[room].things.iter();
    things.filter(|thing| thing.kind == kind).count() as Val
}
