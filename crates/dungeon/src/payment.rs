//! Who pays for which door: a matching of doors to keys.
//!
//! Each door asks the regions on its sides and that of the start, one after the other.
//! If none has a key left, those who were paid for there may move elsewhere. Whatever
//! is found is checked by the theorem ([`KeysAndDoors`]).

use std::collections::VecDeque;

use playproof_games::dungeon::KeysAndDoors;

/// Whether the doors that do not lead to a region can be paid for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Payment {
    /// The payer of each such door, in the order of the doors.
    Found(Vec<u32>),
    /// They cannot: these regions, the start among them, have at least as many doors
    /// between them as keys.
    Deficit(Vec<usize>),
}

/// Looks for a payment that shows that a region can always be reached.
pub fn payment(dungeon: &KeysAndDoors, target: usize) -> Payment {
    let start = dungeon.start();
    if target == start {
        return Payment::Found(Vec::new());
    }
    let Some(spare) = dungeon.keys()[start].checked_sub(1) else {
        return Payment::Deficit(vec![start]);
    };
    let mut left = dungeon.keys().to_vec();
    left[start] = spare;
    let doors = (0..dungeon.doors().len()).filter(|door| dungeon.is_to_be_paid(*door, target));
    let sides: Vec<[usize; 3]> = doors
        .map(|door| {
            let (a, b) = dungeon.doors()[door];
            [a, b, start]
        })
        .collect();
    let mut search = Search {
        payer: vec![None; sides.len()],
        paid: vec![Vec::new(); left.len()],
        asked_by: vec![None; left.len()],
        sides,
        left,
    };
    for door in 0..search.sides.len() {
        if let Err(regions) = search.pay(door) {
            return Payment::Deficit(regions);
        }
    }
    let payers = search.payer.into_iter().flatten();
    Payment::Found(payers.map(|region| region as u32).collect())
}

struct Search {
    /// Who may pay for each door.
    sides: Vec<[usize; 3]>,
    payer: Vec<Option<usize>>,
    /// The doors that each region pays for.
    paid: Vec<Vec<usize>>,
    /// The keys that each has left.
    left: Vec<u32>,
    /// In the search for one door: the door that asked each region.
    asked_by: Vec<Option<usize>>,
}

impl Search {
    /// Pays for one more door, or says which regions were asked in vain.
    fn pay(&mut self, door: usize) -> Result<(), Vec<usize>> {
        self.asked_by.fill(None);
        let mut queue = VecDeque::from([door]);
        let mut asked = Vec::new();
        while let Some(asking) = queue.pop_front() {
            for region in self.sides[asking] {
                if self.asked_by[region].is_some() {
                    continue;
                }
                self.asked_by[region] = Some(asking);
                asked.push(region);
                if self.left[region] > 0 {
                    self.left[region] -= 1;
                    self.shift(region, door);
                    return Ok(());
                }
                queue.extend(&self.paid[region]);
            }
        }
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
