//! Keys that pay for doors: a theorem about dungeons in which keys are used up.
//! Trusted; the proof is in `docs/dungeons.md`.
//!
//! It speaks of dungeons with one kind of key that is used up, doors that need one
//! of them each, and no one-way passages. Rooms between which one walks freely are
//! one *region*. A *payment* gives each door that does not lead to the goal a payer:
//! the region on one of its sides, or the region of the start. If no region pays for
//! more doors than it has keys, and that of the start for at least one less, the
//! goal can be reached wherever play has led. For whichever doors were opened, the
//! regions reached hold more keys than doors between them, so that a key is left, and
//! a closed door leads on.

use std::any::Any;

use playproof_level::dungeon::{Dungeon, Goal};
use playproof_model::{Property, Theorem};

use super::names::identifiers;

/// A dungeon of which the theorem speaks.
#[derive(Clone, Debug)]
pub struct KeysAndDoors {
    /// The region of each room.
    region: Vec<usize>,
    /// How many keys lie in each region.
    keys: Vec<u32>,
    /// The two regions of each door, in the order of the passages. They may be the
    /// same.
    doors: Vec<(usize, usize)>,
    start: usize,
    /// The region that must be reached, if that is all.
    goal: Option<usize>,
    /// The names of the rooms as properties write them.
    names: Vec<String>,
}

impl KeysAndDoors {
    /// What the theorem needs to know of a dungeon; nothing if it says nothing about
    /// such a one.
    pub(super) fn of(dungeon: &Dungeon) -> Option<KeysAndDoors> {
        if dungeon.passages.iter().any(|passage| passage.is_one_way) {
            return None;
        }
        // The kind that all locks need one of, if they agree.
        let mut kind = None;
        let mut n_passages = vec![0; dungeon.locks.len()];
        for lock in dungeon.passages.iter().filter_map(|passage| passage.lock) {
            let [need] = &dungeon.locks[lock].needs[..] else {
                return None;
            };
            n_passages[lock] += 1;
            let is_alike = *kind.get_or_insert(need.kind) == need.kind;
            let is_one = need.count == 1 && n_passages[lock] == 1;
            if !is_alike || !is_one || !dungeon.kinds[need.kind].is_used_up {
                return None;
            }
        }
        let region = regions(dungeon);
        let n_regions = region.iter().max()? + 1;
        let mut keys = vec![0; n_regions];
        for (room, region) in dungeon.rooms.iter().zip(&region) {
            let things = room.things.iter();
            keys[*region] += things.filter(|thing| Some(thing.kind) == kind).count() as u32;
        }
        let doors = dungeon.passages.iter().filter(|p| p.lock.is_some());
        let goals = dungeon.goals.iter().map(|goal| match goal {
            Goal::Room(room) => Some(region[*room]),
            Goal::Kind(_) => None,
        });
        let goals: Option<Vec<usize>> = goals.collect();
        let one = |goals: Vec<usize>| {
            let first = *goals.first()?;
            goals.iter().all(|goal| *goal == first).then_some(first)
        };
        Some(KeysAndDoors {
            doors: doors.map(|p| (region[p.from], region[p.to])).collect(),
            start: region[dungeon.start],
            goal: goals.and_then(one),
            names: identifiers(dungeon.rooms.iter().map(|room| room.name.as_str())),
            region,
            keys,
        })
    }

    /// The region that a property says can always be reached, if it says that.
    pub fn target(&self, property: &Property) -> Option<usize> {
        match property {
            Property::Unlosable => self.goal,
            Property::Temporal { .. } => {
                let text = property.to_string();
                let name = text.strip_prefix("AG EF in_")?;
                let room = self.names.iter().position(|known| known == name)?;
                Some(self.region[room])
            }
            _ => None,
        }
    }

    /// The regions on both sides of each door.
    pub fn doors(&self) -> &[(usize, usize)] {
        &self.doors
    }

    /// How many keys lie in each region.
    pub fn keys(&self) -> &[u32] {
        &self.keys
    }

    /// The region where play begins.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Whether a door must be paid for: it does not lead to the target.
    pub fn is_to_be_paid(&self, door: usize, target: usize) -> bool {
        let (a, b) = self.doors[door];
        a != target && b != target
    }

    /// The theorem: whether this payment shows that the region can always be reached.
    fn is_paid(&self, target: usize, payers: &[u32]) -> Result<(), String> {
        if target == self.start {
            // It can be walked to from everywhere, for no passage is one-way.
            return match payers {
                [] => Ok(()),
                _ => Err("nothing has to be paid for".to_owned()),
            };
        }
        if !self.is_connected_to(target) {
            return Err("no doors lead from the start to there".to_owned());
        }
        let unpaid = (0..self.doors.len()).filter(|door| self.is_to_be_paid(*door, target));
        let unpaid: Vec<usize> = unpaid.collect();
        if unpaid.len() != payers.len() {
            return Err(format!(
                "{} doors and {} payers",
                unpaid.len(),
                payers.len()
            ));
        }
        let mut left = self.keys.clone();
        // One that is left over.
        left[self.start] = left[self.start]
            .checked_sub(1)
            .ok_or("there is no key at the start")?;
        for (door, payer) in unpaid.into_iter().zip(payers) {
            let ((a, b), payer) = (self.doors[door], *payer as usize);
            if ![a, b, self.start].contains(&payer) {
                return Err(format!("door {door} is paid for from elsewhere"));
            }
            left[payer] = left[payer]
                .checked_sub(1)
                .ok_or_else(|| format!("region {payer} has too few keys"))?;
        }
        Ok(())
    }

    /// Whether the target could be reached if all doors were open.
    fn is_connected_to(&self, target: usize) -> bool {
        let mut groups = Groups::new(self.keys.len());
        for (a, b) in &self.doors {
            groups.join(*a, *b);
        }
        groups.find(self.start) == groups.find(target)
    }
}

impl Theorem for KeysAndDoors {
    fn name(&self) -> &'static str {
        "keys that pay for doors"
    }

    fn shows(&self, property: &Property, argument: &[u32]) -> Result<(), String> {
        let target = self.target(property);
        let target = target.ok_or("the theorem is not about this property")?;
        self.is_paid(target, argument)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The region of each room: rooms between which one walks without a lock.
fn regions(dungeon: &Dungeon) -> Vec<usize> {
    let mut groups = Groups::new(dungeon.rooms.len());
    for passage in dungeon.passages.iter().filter(|p| p.lock.is_none()) {
        groups.join(passage.from, passage.to);
    }
    let mut numbers = vec![None; dungeon.rooms.len()];
    let mut n = 0;
    let rooms = 0..dungeon.rooms.len();
    let rooms = rooms.map(|room| {
        *numbers[groups.find(room)].get_or_insert_with(|| {
            n += 1;
            n - 1
        })
    });
    rooms.collect()
}

/// Groups that are joined.
struct Groups(Vec<usize>);

impl Groups {
    fn new(n: usize) -> Groups {
        Groups((0..n).collect())
    }

    fn find(&mut self, mut one: usize) -> usize {
        while self.0[one] != one {
            self.0[one] = self.0[self.0[one]];
            one = self.0[one];
        }
        one
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a] = b;
    }
}
