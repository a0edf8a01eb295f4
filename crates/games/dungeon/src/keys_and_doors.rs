//! Keys that pay for doors: a theorem about dungeons in which keys are used up.
//! Trusted as an axiom; the proof is in `docs/dungeons.md`.
//!
//! It speaks of dungeons with one kind of key that is used up, doors that need one
//! of them each, and no one-way passages. Rooms between which one walks freely are
//! one *region*. Play that has lost a region has reached a set of others, joined by
//! doors, with no fewer doors between them than keys. That there is no such set is
//! shown by *payments*: each door is paid for by a region that is in the set if the
//! door is, and one key is left over. Where one payment does not do for all sets,
//! those with a region and those without it are told apart.

use crate::canonical::{Goal, Map};
use playproof_model::Property;

use crate::memory::rooms_of_kinds;
use crate::names::identifiers;

/// Cases are told apart at most this often: each takes time to check.
pub const MAX_CASES: usize = 4096;

/// Of whether a region is in the sets that are spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Membership {
    /// It may be.
    Open,
    /// It is.
    In,
    /// It is not.
    Out,
}

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
    /// The propositions about rooms and kinds, each with the regions of which one must
    /// be reached for it to come true.
    things: Vec<(String, Vec<usize>)>,
}

impl KeysAndDoors {
    /// What the theorem needs to know of a dungeon; nothing if it says nothing about
    /// such a one.
    pub(crate) fn of(dungeon: &Map) -> Option<KeysAndDoors> {
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
            things: things(dungeon, &region),
            region,
            keys,
        })
    }

    /// The regions of which a property says that one can always be reached, if it says
    /// that.
    pub fn targets(&self, property: &Property) -> Vec<usize> {
        let Some(name) = property.always_possible() else {
            return Vec::new();
        };
        if name == "win" {
            return self.goal.into_iter().collect();
        }
        let known = self.things.iter().find(|(thing, _)| *thing == name);
        known.map_or(Vec::new(), |(_, regions)| regions.clone())
    }

    /// The region of each room.
    pub fn region(&self) -> &[usize] {
        &self.region
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

    /// Of each region at first: the start is in the sets, the target is not.
    pub fn places(&self, target: usize) -> Vec<Membership> {
        let mut places = vec![Membership::Open; self.keys.len()];
        places[self.start] = Membership::In;
        places[target] = Membership::Out;
        places
    }

    /// Which regions doors join to the start without those that are out. A set that
    /// hangs together has no others.
    pub fn joined(&self, places: &[Membership]) -> Vec<bool> {
        let mut groups = Groups::new(self.keys.len());
        for (a, b) in &self.doors {
            if places[*a] != Membership::Out && places[*b] != Membership::Out {
                groups.join(*a, *b);
            }
        }
        let start = groups.find(self.start);
        let regions = 0..self.keys.len();
        regions.map(|region| groups.find(region) == start).collect()
    }

    /// The theorem: whether this shows that the region can always be reached.
    ///
    /// The argument is a tree, cases before what is shown of them: a region's number
    /// and 1 more where the sets without it and then those with it are told apart, and 0
    /// where a payment follows.
    fn is_always_reached(&self, target: usize, argument: &[u32]) -> Result<(), String> {
        if target == self.start {
            // It can be walked to from everywhere, for no passage is one-way.
            return match argument {
                [] => Ok(()),
                _ => Err("nothing has to be argued".to_owned()),
            };
        }
        let mut places = self.places(target);
        let whole: Vec<Membership> = vec![Membership::Open; self.keys.len()];
        if !self.joined(&whole)[target] {
            return Err("no doors lead from the start to there".to_owned());
        }
        let mut rest = argument.iter().map(|n| *n as usize);
        // The regions whose cases are told apart, the last one within the others.
        let mut told_apart: Vec<usize> = Vec::new();
        let mut n_cases = 0;
        loop {
            let next = rest.next().ok_or("the argument is cut off")?;
            if let Some(region) = next.checked_sub(1) {
                n_cases += 1;
                if places.get(region) != Some(&Membership::Open) || n_cases > MAX_CASES {
                    return Err(format!("region {region} cannot be told apart"));
                }
                places[region] = Membership::Out;
                told_apart.push(region);
                continue;
            }
            self.is_paid(&places, &mut rest)?;
            // On to the next case.
            loop {
                let Some(&region) = told_apart.last() else {
                    return match rest.next() {
                        None => Ok(()),
                        Some(_) => Err("something follows the argument".to_owned()),
                    };
                };
                if places[region] == Membership::Out {
                    places[region] = Membership::In;
                    break;
                }
                places[region] = Membership::Open;
                told_apart.pop();
            }
        }
    }

    /// Whether the numbers that come next are a payment: who leaves one key over, and
    /// the payer of each door between regions that are joined to the start. If
    /// a region that is in the sets is not joined to the start, there are no such sets and
    /// nothing is paid.
    fn is_paid(
        &self,
        places: &[Membership],
        payers: &mut impl Iterator<Item = usize>,
    ) -> Result<(), String> {
        let joined = self.joined(places);
        let is_cut_off = |region: usize| places[region] == Membership::In && !joined[region];
        if (0..places.len()).any(is_cut_off) {
            return Ok(());
        }
        let mut left = self.keys.clone();
        let mut pay = |sides: &[usize]| {
            let payer = payers.next().ok_or("the argument is cut off")?;
            let place = places.get(payer).ok_or("a payer is no region")?;
            if *place != Membership::In && !sides.contains(&payer) {
                return Err(format!("region {payer} pays for what is elsewhere"));
            }
            let key = left[payer].checked_sub(1);
            left[payer] = key.ok_or_else(|| format!("region {payer} has too few keys"))?;
            Ok(())
        };
        pay(&[])?;
        for (a, b) in &self.doors {
            if joined[*a] && joined[*b] {
                pay(&[*a, *b])?;
            }
        }
        Ok(())
    }

    /// Whether the argument shows that the property holds; if not, why.
    pub fn shows(&self, property: &Property, argument: &[u32]) -> Result<(), String> {
        let mut why = "the theorem is not about this property".to_owned();
        for target in self.targets(property) {
            match self.is_always_reached(target, argument) {
                Ok(()) => return Ok(()),
                Err(not) => why = not,
            }
        }
        Err(why)
    }
}

/// The propositions about rooms and kinds with their regions.
fn things(dungeon: &Map, region: &[usize]) -> Vec<(String, Vec<usize>)> {
    let rooms = identifiers(dungeon.rooms.iter().map(|room| room.name.as_str()));
    let rooms = rooms.into_iter().zip(region);
    let rooms = rooms.map(|(name, region)| (format!("in_{name}"), vec![*region]));
    let kinds = identifiers(dungeon.kinds.iter().map(|kind| kind.name.as_str()));
    let kinds = kinds.into_iter().zip(rooms_of_kinds(dungeon));
    let kinds = kinds.map(|(name, rooms)| {
        let mut regions: Vec<usize> = rooms.iter().map(|room| region[*room]).collect();
        regions.sort_unstable();
        regions.dedup();
        (format!("found_{name}"), regions)
    });
    rooms.chain(kinds).collect()
}

/// The region of each room: rooms between which one walks without a lock.
fn regions(dungeon: &Map) -> Vec<usize> {
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
