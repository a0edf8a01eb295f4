//! Groups of boxes that block each other for ever.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::floor::{Floor, NOWHERE};

/// Groups met beyond this many are not left out: each is part of the evidence.
const MAX_GROUPS: usize = 20_000;

/// Boxes are looked at from one to the next, so deep chains are given up.
const MAX_GROUP: usize = 64;

/// Finds frozen groups, one search at a time.
pub struct Freezer<'a> {
    pub floor: &'a Floor,
    /// The boxes that are taken as fixed while others are looked at.
    group: Vec<u16>,
}

impl<'a> Freezer<'a> {
    pub fn new(floor: &'a Floor) -> Freezer<'a> {
        let group = Vec::new();
        Freezer { floor, group }
    }

    /// The boxes around a box, itself included, that can never move again, if
    /// one of them is off the goals.
    pub fn stuck_group(&mut self, cell: u16, occupied: &[bool]) -> Option<&[u16]> {
        self.group.clear();
        if !self.is_frozen(cell, occupied) {
            return None;
        }
        let at_home = |&c: &u16| self.floor.goal[c as usize];
        if self.group.iter().all(at_home) {
            return None;
        }
        self.group.sort_unstable();
        Some(&self.group)
    }

    /// Whether a box can move along neither axis, those of the group being
    /// fixed. It and all it rests on are then in the group.
    fn is_frozen(&mut self, cell: u16, occupied: &[bool]) -> bool {
        if self.group.len() >= MAX_GROUP {
            return false;
        }
        let before = self.group.len();
        self.group.push(cell);
        let frozen = self.is_blocked(cell, 0, occupied) && self.is_blocked(cell, 2, occupied);
        if !frozen {
            self.group.truncate(before);
        }
        frozen
    }

    /// Whether a box cannot be pushed along an axis without being lost.
    fn is_blocked(&mut self, cell: u16, axis: usize, occupied: &[bool]) -> bool {
        let ends = [axis, axis + 1].map(|d| self.floor.next[cell as usize][d]);
        if ends.contains(&NOWHERE) {
            return true;
        }
        let dead = ends.map(|c| self.floor.dead[c as usize]);
        if dead == [true, true] {
            return true;
        }
        if ends.iter().any(|c| self.group.contains(c)) {
            return true;
        }
        ends.into_iter()
            .any(|c| occupied[c as usize] && self.is_frozen(c, occupied))
    }
}

/// The groups met so far, numbered.
#[derive(Default)]
pub(super) struct Groups(Mutex<Known>);

#[derive(Default)]
struct Known {
    number: HashMap<Box<[u16]>, u32>,
    groups: Vec<Box<[u16]>>,
}

impl Groups {
    /// The number of a group; `None` if there are too many already.
    pub fn number(&self, group: &[u16]) -> Option<u32> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = known.number.get(group) {
            return Some(number);
        }
        if known.groups.len() >= MAX_GROUPS {
            return None;
        }
        let number = known.groups.len() as u32;
        known.number.insert(group.into(), number);
        known.groups.push(group.into());
        Some(number)
    }

    /// The group with this number.
    pub fn get(&self, number: u32) -> Option<Box<[u16]>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.groups.get(number as usize).cloned()
    }
}
