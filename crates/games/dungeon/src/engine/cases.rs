//! Whether play can lose a region of a dungeon in which keys are used up: by
//! payments, and where one does not do for all sets of regions, by telling cases apart.
//!
//! The question is NP-complete, so that this may take too many cases. Most dungeons
//! take none.

use std::collections::VecDeque;

use crate::{KeysAndDoors, MAX_CASES, Membership};

use crate::engine::payment::payment;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Safety {
    /// The region can always be reached: the argument for the theorem.
    Kept(Vec<u32>),
    /// Play inside these regions, the start among them, loses it: they hang
    /// together and have at least as many doors between them as keys.
    Lost(Vec<usize>),
    /// No doors lead there, or there are too many cases.
    Undecided,
}

/// Whether play can lose a region.
pub fn safety(dungeon: &KeysAndDoors, target: usize) -> Safety {
    if target == dungeon.start() {
        return Safety::Kept(Vec::new());
    }
    let whole = vec![Membership::Open; dungeon.keys().len()];
    if !dungeon.joined(&whole)[target] {
        return Safety::Undecided;
    }
    let mut places = dungeon.places(target);
    let mut argument = Vec::new();
    let mut told_apart: Vec<usize> = Vec::new();
    let mut n_cases = 0;
    loop {
        match leaf(dungeon, &places) {
            Leaf::Shown(payers) => {
                argument.push(0);
                argument.extend(payers);
            }
            Leaf::Lost(regions) => return Safety::Lost(regions),
            Leaf::Open(_) if n_cases == MAX_CASES => return Safety::Undecided,
            Leaf::Open(region) => {
                n_cases += 1;
                argument.push(region as u32 + 1);
                places[region] = Membership::Out;
                told_apart.push(region);
                continue;
            }
        }
        // On to the next case.
        loop {
            let Some(&region) = told_apart.last() else {
                return Safety::Kept(argument);
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

enum Leaf {
    /// A payment, or nothing if there are no such sets.
    Shown(Vec<u32>),
    Lost(Vec<usize>),
    /// The region whose cases should be told apart.
    Open(usize),
}

/// What one payment shows of the sets that fit.
fn leaf(dungeon: &KeysAndDoors, places: &[Membership]) -> Leaf {
    let joined = dungeon.joined(places);
    let members = (0..places.len()).filter(|region| places[*region] == Membership::In);
    let members: Vec<usize> = members.collect();
    if members.iter().any(|member| !joined[*member]) {
        return Leaf::Shown(Vec::new());
    }
    let wanting = match payment_set(dungeon, places, &joined) {
        Ok(payers) => return Leaf::Shown(payers),
        Err(wanting) => wanting,
    };
    let near = hanging_together(dungeon, &wanting);
    if let Some(missing) = members.iter().find(|member| !near[**member]) {
        // A set that hangs together has a way to it, through regions that want no keys.
        let between = first_between(dungeon, &joined, &near, *missing, places);
        return Leaf::Open(between.expect("all members are joined to the start"));
    }
    let has_too_few = {
        let doors = dungeon.doors().iter().filter(|(a, b)| near[*a] && near[*b]);
        let keys = dungeon.keys().iter().zip(&near).filter(|(_, near)| **near);
        doors.count() as u64 >= keys.map(|(keys, _)| u64::from(*keys)).sum()
    };
    if has_too_few {
        let regions = 0..near.len();
        return Leaf::Lost(regions.filter(|region| near[*region]).collect());
    }
    let far = (0..near.len()).find(|region| wanting[*region] && !near[*region]);
    Leaf::Open(far.expect("as a whole they have too few keys, the near ones have not"))
}

fn payment_set(
    dungeon: &KeysAndDoors,
    places: &[Membership],
    joined: &[bool],
) -> Result<Vec<u32>, Vec<bool>> {
    payment(dungeon, places, joined).map_err(|asked| {
        let mut wanting = vec![false; places.len()];
        asked.into_iter().for_each(|region| wanting[region] = true);
        // The key that is left over is asked for at the start.
        wanting[dungeon.start()] = true;
        wanting
    })
}

/// The part of some regions that hangs together with the start by doors inside.
fn hanging_together(dungeon: &KeysAndDoors, regions: &[bool]) -> Vec<bool> {
    let places = regions.iter().map(|is_in| match is_in {
        true => Membership::Open,
        false => Membership::Out,
    });
    dungeon.joined(&places.collect::<Vec<_>>())
}

/// The first open region on a shortest way through joined regions from near ones to
/// another.
fn first_between(
    dungeon: &KeysAndDoors,
    joined: &[bool],
    near: &[bool],
    to: usize,
    places: &[Membership],
) -> Option<usize> {
    let mut neighbours = vec![Vec::new(); near.len()];
    for (a, b) in dungeon.doors() {
        neighbours[*a].push(*b);
        neighbours[*b].push(*a);
    }
    // Backwards, so that each region knows its next.
    let mut next = vec![None; near.len()];
    let mut queue = VecDeque::from([to]);
    next[to] = Some(to);
    while let Some(region) = queue.pop_front() {
        if near[region] {
            let mut at = region;
            while at != to {
                at = next[at]?;
                if places[at] == Membership::Open {
                    return Some(at);
                }
            }
            return None;
        }
        for &other in &neighbours[region] {
            if joined[other] && next[other].is_none() {
                next[other] = Some(region);
                queue.push_back(other);
            }
        }
    }
    None
}
