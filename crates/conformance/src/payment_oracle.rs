//! Keys that pay for doors, as `docs/dungeons.md` defines it. Nothing here is shared
//! with the game's theorem or with the engine that looks for payments.

use std::collections::BTreeSet;

use playproof_dungeon::canonical::{Goal, Map, Thing};

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
    pub fn new(dungeon: &Map) -> Option<Counted> {
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
    pub fn goal(&self, dungeon: &Map) -> Option<usize> {
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

    /// Whether this is an argument that a region can always be reached. If the region is
    /// the start, there is nothing to prove, and the argument is empty.
    pub fn is_argument(&self, goal: usize, numbers: &[u32]) -> bool {
        if goal == self.start {
            return numbers.is_empty();
        }
        let known = Known {
            inside: BTreeSet::from([self.start]),
            outside: BTreeSet::from([goal]),
        };
        self.is_connected(goal) && self.after_argument(&known, numbers) == Some(&[])
    }

    /// What follows an argument for the sets of which this is known.
    fn after_argument<'n>(&self, known: &Known, numbers: &'n [u32]) -> Option<&'n [u32]> {
        let (&first, rest) = numbers.split_first()?;
        if first == 0 {
            return self.after_payment(known, rest);
        }
        let region = first as usize - 1;
        let is_open = region < self.keys.len()
            && !known.inside.contains(&region)
            && !known.outside.contains(&region);
        if !is_open {
            return None;
        }
        let (mut without, mut with) = (known.clone(), known.clone());
        without.outside.insert(region);
        with.inside.insert(region);
        self.after_argument(&with, self.after_argument(&without, rest)?)
    }

    fn after_payment<'n>(&self, known: &Known, numbers: &'n [u32]) -> Option<&'n [u32]> {
        let doors = self.doors.iter().copied();
        let usable =
            |&(a, b): &(usize, usize)| !known.outside.contains(&a) && !known.outside.contains(&b);
        let without = Counted {
            region: Vec::new(),
            keys: Vec::new(),
            doors: doors.filter(usable).collect(),
            start: self.start,
        };
        if !known
            .inside
            .iter()
            .all(|region| without.is_connected(*region))
        {
            return Some(numbers);
        }
        let joined =
            |(a, b): &&(usize, usize)| without.is_connected(*a) && without.is_connected(*b);
        let doors: Vec<&(usize, usize)> = self.doors.iter().filter(joined).collect();
        let (payers, rest) = numbers.split_at_checked(doors.len() + 1)?;
        let payers: Vec<usize> = payers.iter().map(|payer| *payer as usize).collect();
        let has_keys = |payer: &usize| {
            let n_paid = payers.iter().filter(|other| *other == payer).count();
            self.keys.get(*payer).is_some_and(|keys| n_paid <= *keys)
        };
        let may_pay = |(door, payer): (&&(usize, usize), &usize)| {
            known.inside.contains(payer) || *payer == door.0 || *payer == door.1
        };
        let is_paid = payers.iter().all(has_keys)
            && known.inside.contains(&payers[0])
            && doors.iter().zip(&payers[1..]).all(may_pay);
        is_paid.then_some(rest)
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

/// What is known of all sets that are spoken of.
#[derive(Clone)]
struct Known {
    /// Regions that are in all of them.
    inside: BTreeSet<usize>,
    /// Regions that are in none.
    outside: BTreeSet<usize>,
}

/// The region of each room: rooms between which one walks freely.
fn regions(dungeon: &Map) -> Vec<usize> {
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
