//! Keys that pay for doors, as `docs/dungeons.md` defines it. Nothing here is shared
//! with the game's theorem or with the engine that looks for payments.

use std::collections::BTreeSet;

use playproof_level::dungeon::{Dungeon, Goal, Thing};

/// A dungeon to which the theorem applies.
pub struct Counted {
    /// The region of each room. Regions are numbered in the order of their first rooms.
    pub region: Vec<usize>,
    /// How many keys lie in each region.
    pub keys: Vec<usize>,
    /// The regions on both sides of each locked passage, in the order of the passages.
    pub doors: Vec<(usize, usize)>,
    /// Where play begins.
    pub start: usize,
}

impl Counted {
    /// The dungeon, if all locks need one key each, all keys are alike and used up,
    /// each lock is on one passage, and every passage can be gone both ways.
    pub fn new(dungeon: &Dungeon) -> Option<Counted> {
        let locked = dungeon.passages.iter().filter_map(|passage| passage.lock);
        let locked: Vec<usize> = locked.collect();
        let is_shared = locked.iter().collect::<BTreeSet<_>>().len() < locked.len();
        if is_shared || dungeon.passages.iter().any(|passage| passage.is_one_way) {
            return None;
        }
        let mut needed = BTreeSet::new();
        for lock in &dungeon.locks {
            let [need] = lock.needs[..] else {
                return None;
            };
            if need.count != 1 || !dungeon.kinds[need.kind].is_used_up {
                return None;
            }
            needed.insert(need.kind);
        }
        if needed.len() > 1 {
            return None;
        }
        let region = regions(dungeon);
        let n_regions = region.iter().max().map_or(0, |last| last + 1);
        let mut keys = vec![0; n_regions];
        for (room, region) in dungeon.rooms.iter().zip(&region) {
            let is_key = |thing: &&Thing| needed.contains(&thing.kind);
            keys[*region] += room.things.iter().filter(is_key).count();
        }
        let doors = dungeon.passages.iter().filter(|p| p.lock.is_some());
        let doors = doors.map(|door| (region[door.from], region[door.to]));
        Some(Counted {
            doors: doors.collect(),
            start: region[dungeon.start],
            keys,
            region,
        })
    }

    /// The region that is the goal, if it is rooms of one region.
    pub fn goal(&self, dungeon: &Dungeon) -> Option<usize> {
        let mut regions = BTreeSet::new();
        for goal in &dungeon.goals {
            match goal {
                Goal::Room(room) => regions.insert(self.region[*room]),
                Goal::Kind(_) => return None,
            };
        }
        let first = regions.pop_first()?;
        regions.is_empty().then_some(first)
    }

    /// The doors that must be paid for if this region is the goal: those that do not
    /// touch it.
    pub fn to_be_paid(&self, goal: usize) -> Vec<(usize, usize)> {
        let doors = self.doors.iter().copied();
        doors.filter(|&(a, b)| a != goal && b != goal).collect()
    }

    /// Whether doors lead from the start to a region.
    pub fn is_connected(&self, goal: usize) -> bool {
        let mut reached = BTreeSet::from([self.start]);
        loop {
            let n_reached = reached.len();
            for &(a, b) in &self.doors {
                if reached.contains(&a) || reached.contains(&b) {
                    reached.extend([a, b]);
                }
            }
            if reached.len() == n_reached {
                return reached.contains(&goal);
            }
        }
    }

    /// Whether this is a payment that shows that a region can always be reached. If the
    /// region is the start, there is nothing to prove, and the payment is empty.
    pub fn is_payment(&self, goal: usize, payers: &[u32]) -> bool {
        if goal == self.start {
            return payers.is_empty();
        }
        let doors = self.to_be_paid(goal);
        let may_pay = |(&(a, b), &payer): (&(usize, usize), &u32)| {
            [a, b, self.start].contains(&(payer as usize))
        };
        let can_pay = |region: usize| {
            let n_paid = payers.iter().filter(|p| **p as usize == region).count();
            let spare = usize::from(region == self.start);
            n_paid + spare <= self.keys[region]
        };
        payers.len() == doors.len()
            && doors.iter().zip(payers).all(may_pay)
            && (0..self.keys.len()).all(can_pay)
            && self.is_connected(goal)
    }

    /// Whether there is a payment, by trying all.
    pub fn has_payment(&self, goal: usize) -> bool {
        let mut payers = Vec::new();
        self.extend_payment(goal, &self.to_be_paid(goal), &mut payers)
    }

    fn extend_payment(&self, goal: usize, doors: &[(usize, usize)], payers: &mut Vec<u32>) -> bool {
        if goal == self.start {
            return true;
        }
        let Some(&(a, b)) = doors.get(payers.len()) else {
            return self.is_payment(goal, payers);
        };
        [a, b, self.start].into_iter().any(|payer| {
            payers.push(payer as u32);
            let found = self.extend_payment(goal, doors, payers);
            payers.pop();
            found
        })
    }

    /// Whether play can be lost: some set of regions contains the start and not the
    /// goal, hangs together, and has as many doors as keys or more. By trying all sets;
    /// doors must lead from the start to the goal.
    pub fn can_be_lost(&self, goal: usize) -> bool {
        let n_regions = self.keys.len();
        let sets = 0_u32..1 << n_regions;
        let mut sets = sets.filter(|set| set >> self.start & 1 == 1 && set >> goal & 1 == 0);
        sets.any(|set| {
            let has = |region: usize| set >> region & 1 == 1;
            let inside = self.doors.iter().filter(|(a, b)| has(*a) && has(*b));
            let inside = Counted {
                region: Vec::new(),
                keys: Vec::new(),
                doors: inside.copied().collect(),
                start: self.start,
            };
            let regions = || (0..n_regions).filter(|region| has(*region));
            let n_keys: usize = regions().map(|region| self.keys[region]).sum();
            inside.doors.len() >= n_keys && regions().all(|region| inside.is_connected(region))
        })
    }
}

/// The region of each room: rooms between which one walks freely.
fn regions(dungeon: &Dungeon) -> Vec<usize> {
    let n_rooms = dungeon.rooms.len();
    let mut first: Vec<usize> = (0..n_rooms).collect();
    // Each room takes the first room that it hangs together with.
    for _ in 0..n_rooms {
        for passage in dungeon.passages.iter().filter(|p| p.lock.is_none()) {
            let least = first[passage.from].min(first[passage.to]);
            first[passage.from] = least;
            first[passage.to] = least;
        }
    }
    let mut numbers: Vec<usize> = first.clone();
    numbers.sort_unstable();
    numbers.dedup();
    let number = |room: &usize| numbers.binary_search(room).expect("it is a first room");
    first.iter().map(number).collect()
}
