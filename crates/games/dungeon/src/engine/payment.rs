//! Who pays for which door: a matching of doors to keys.
//!
//! Each door asks the regions on its sides and those that are in all sets, one after
//! the other. If none has a key left, those who were paid for there may move elsewhere.
//! Whatever is found is checked by the theorem ([`KeysAndDoors`]).

use std::collections::VecDeque;

use crate::{KeysAndDoors, Membership};

/// Pays for one key that is left over and for the doors between joined regions: the
/// payer of each, or which regions were asked in vain. These have at least as many doors
/// between them as keys.
pub(crate) fn payment(
    dungeon: &KeysAndDoors,
    places: &[Membership],
    joined: &[bool],
) -> Result<Vec<u32>, Vec<usize>> {
    let regions = 0..places.len();
    let members: Vec<usize> = regions.filter(|r| places[*r] == Membership::In).collect();
    let doors = dungeon.doors().iter();
    let doors = doors.filter(|(a, b)| joined[*a] && joined[*b]);
    let sides = doors.map(|(a, b)| vec![*a, *b]);
    let sides: Vec<Vec<usize>> = std::iter::once(Vec::new()).chain(sides).collect();
    let mut search = Search {
        payer: vec![None; sides.len()],
        paid: vec![Vec::new(); places.len()],
        left: dungeon.keys().to_vec(),
        asked_by: vec![None; places.len()],
        asked: Vec::new(),
        sides,
        members,
    };
    for door in 0..search.sides.len() {
        search.pay(door)?;
    }
    let payers = search.payer.into_iter().flatten();
    Ok(payers.map(|region| region as u32).collect())
}

struct Search {
    /// The sides of each door; none of the key that is left over.
    sides: Vec<Vec<usize>>,
    /// Who may pay for every door.
    members: Vec<usize>,
    payer: Vec<Option<usize>>,
    /// The doors that each region pays for.
    paid: Vec<Vec<usize>>,
    /// The keys that each has left.
    left: Vec<u32>,
    /// In the search for one door: the door that asked each region.
    asked_by: Vec<Option<usize>>,
    asked: Vec<usize>,
}

impl Search {
    /// Pays for one more door, or says which regions were asked in vain.
    fn pay(&mut self, door: usize) -> Result<(), Vec<usize>> {
        for region in self.asked.drain(..) {
            self.asked_by[region] = None;
        }
        let mut queue = VecDeque::from([door]);
        let mut asked_members = false;
        while let Some(asking) = queue.pop_front() {
            let members = match std::mem::replace(&mut asked_members, true) {
                true => 0,
                false => self.members.len(),
            };
            let n_sides = self.sides[asking].len();
            for i in 0..n_sides + members {
                let region = match i.checked_sub(n_sides) {
                    None => self.sides[asking][i],
                    Some(member) => self.members[member],
                };
                if self.asked_by[region].is_some() {
                    continue;
                }
                self.asked_by[region] = Some(asking);
                self.asked.push(region);
                if self.left[region] > 0 {
                    self.left[region] -= 1;
                    self.shift(region, door);
                    return Ok(());
                }
                queue.extend(&self.paid[region]);
            }
        }
        let mut asked = std::mem::take(&mut self.asked);
        asked.sort_unstable();
        Err(asked)
    }

    /// Gives the key of this region to who asked for it, and what that had to who
    /// asked there, until the new door has one.
    fn shift(&mut self, mut region: usize, door: usize) {
        while let Some(asking) = self.asked_by[region] {
            let before = self.payer[asking].replace(region);
            self.paid[region].push(asking);
            let Some(before) = before.filter(|_| asking != door) else {
                return;
            };
            self.paid[before].retain(|other| *other != asking);
            region = before;
        }
    }
}
