//! Around boxes that are stuck, a set of states that nobody leaves and in which
//! nothing is won, as patterns that name these boxes only.
//!
//! The boxes are played alone: all their states are gone through, each with the
//! part of the floor in which the player then is. Other boxes only take ways
//! away, so that no step of the whole board leads elsewhere. Where a push
//! brings one of the boxes to where it is lost by itself, the others are
//! forgotten.

use std::collections::{HashMap, HashSet};

use playproof_kernel::{Dom, Pattern};

use super::reach::Reach;
use crate::lone::LoneBox;
use crate::native::Floor;

/// Boxes, in order, and the least cell of the player's part of the floor.
pub(super) type Stuck = (Box<[u16]>, u16);

/// Goes through what boxes can do alone.
pub(super) struct StuckSets<'a> {
    floor: &'a Floor,
    lone: &'a LoneBox,
    reach: Reach,
    occupied: Vec<bool>,
    /// What is known of sets that were asked about.
    known: HashMap<Stuck, bool>,
}

impl<'a> StuckSets<'a> {
    pub fn new(floor: &'a Floor, lone: &'a LoneBox) -> StuckSets<'a> {
        StuckSets {
            floor,
            lone,
            reach: Reach::new(floor),
            occupied: vec![false; floor.n_cells],
            known: HashMap::new(),
        }
    }

    /// Boxes of which one by itself is lost, with the player on a cell.
    pub fn lone(&self, boxes: &[u16], player: u16) -> Option<u16> {
        let mut boxes = boxes.iter().copied();
        boxes.find(|&cell| self.lone.is_lost(cell, player))
    }

    /// Whether these boxes are stuck, so that `set` has a set around them.
    pub fn is_stuck(&mut self, boxes: &[u16], player: u16, most: usize) -> bool {
        let asked = self.item(boxes, player);
        if let Some(&known) = self.known.get(&asked) {
            return known;
        }
        let stuck = self.close(std::slice::from_ref(&asked), most).is_some();
        self.known.insert(asked, stuck);
        stuck
    }

    /// All that these boxes come to; `None` if they can win alone, or if that
    /// is more than so many states.
    pub fn close(&mut self, from: &[Stuck], most: usize) -> Option<Vec<Stuck>> {
        let mut seen: HashSet<Stuck> = HashSet::new();
        let mut open: Vec<Stuck> = Vec::new();
        for item in from {
            if seen.insert(item.clone()) {
                open.push(item.clone());
            }
        }
        let mut at = 0;
        while at < open.len() {
            if open.len() > most {
                return None;
            }
            let (boxes, player) = open[at].clone();
            at += 1;
            if boxes.iter().all(|&cell| self.floor.goal[cell as usize]) {
                return None;
            }
            for (moved, player) in self.pushes(&boxes, player) {
                let item = self.item(&moved, player);
                if seen.insert(item.clone()) {
                    open.push(item);
                }
            }
        }
        Some(open)
    }

    /// Boxes with the player on a cell: of a box that is lost by itself, that
    /// one only.
    pub fn item(&mut self, boxes: &[u16], player: u16) -> Stuck {
        let lone = self.lone(boxes, player);
        let kept: Box<[u16]> = match lone {
            Some(lone) => [lone].into(),
            None => boxes.into(),
        };
        let least = self.walk(&kept, player);
        (kept, least)
    }

    fn walk(&mut self, boxes: &[u16], player: u16) -> u16 {
        boxes.iter().for_each(|&c| self.occupied[c as usize] = true);
        let least = self.reach.walk(self.floor, player, &self.occupied);
        boxes
            .iter()
            .for_each(|&c| self.occupied[c as usize] = false);
        least
    }

    /// The boxes after each push, and where the player then is.
    fn pushes(&mut self, boxes: &[u16], player: u16) -> Vec<(Vec<u16>, u16)> {
        self.walk(boxes, player);
        let mut after = Vec::new();
        for (i, &cell) in boxes.iter().enumerate() {
            for (_, stand, to) in self.floor.pushes(cell) {
                if self.reach.has(stand) && !boxes.contains(&to) {
                    let mut moved = boxes.to_vec();
                    moved[i] = to;
                    moved.sort_unstable();
                    after.push((moved, cell));
                }
            }
        }
        after
    }

    /// As the kernel reads it. The player is variable 0, the box of cell 0 is
    /// variable 1.
    pub fn pattern(&mut self, (boxes, player): &Stuck) -> Pattern {
        self.walk(boxes, *player);
        let boxes = boxes.iter().map(|&c| (1 + u32::from(c), Dom::Range(1, 1)));
        let player = (0, Dom::Set(self.part()));
        std::iter::once(player).chain(boxes).collect()
    }

    /// The cells of the last walk, as a set of values of the player.
    fn part(&self) -> Vec<u64> {
        let mut bits = vec![0u64; self.floor.n_cells.div_ceil(64)];
        for &cell in self.reach.cells() {
            bits[cell as usize / 64] |= 1 << (cell % 64);
        }
        bits
    }
}
