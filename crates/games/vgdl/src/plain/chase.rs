//! Trusted: how a chaser finds its way.
//!
//! Distances are counted in steps from cell to cell, round every cell in which something
//! is that throws the chaser back, and round what is beyond the level. The chaser takes the
//! first step of a shortest way, of several the first in the order left, right, up, down;
//! without a way it stays. That is a way that A* finds under the Manhattan distance.

use std::collections::{BTreeMap, VecDeque};

use super::state::{Place, SpriteId};
use super::world::World;
use crate::compiled::{Facing, KindId};

const WAYS: [Facing; 4] = [Facing::LEFT, Facing::RIGHT, Facing::UP, Facing::DOWN];

impl World<'_> {
    /// Moves a chaser one step towards the nearest sprite of a family.
    pub fn chase(&mut self, chaser: SpriteId, target: KindId, walls: &[KindId]) {
        let place = self.sprite(chaser).place();
        let distances = self.distances(target, walls);
        if !self.is_cell(place) || distances.get(&place) == Some(&0) {
            return;
        }
        // The chaser's own cell may be closed, so it is the next cell that counts.
        let steps = WAYS.map(|way| (distances.get(&self.beside(place, way)), way));
        let open = steps.into_iter().filter(|(distance, _)| distance.is_some());
        if let Some((_, way)) = open.min_by_key(|(distance, _)| *distance) {
            self.shift(chaser, way, self.by.level.block);
        }
    }

    /// The steps from each cell to the nearest target, where there is a way.
    fn distances(&self, target: KindId, walls: &[KindId]) -> BTreeMap<Place, u32> {
        let walls = walls.iter().flat_map(|&kind| self.family(kind));
        let walls: Vec<Place> = walls.map(|wall| self.sprite(wall).place()).collect();
        let is_closed = |place| walls.iter().any(|&it| self.by.level.overlap(place, it));
        let mut distances = BTreeMap::new();
        let targets = self.family(target).map(|it| (self.sprite(it).place(), 0));
        let mut queue: VecDeque<(Place, u32)> = targets.collect();
        while let Some((place, distance)) = queue.pop_front() {
            let is_known = distances.contains_key(&place);
            if !is_known && self.is_cell(place) && !is_closed(place) {
                distances.insert(place, distance);
                queue.extend(WAYS.map(|way| (self.beside(place, way), distance + 1)));
            }
        }
        distances
    }

    /// Whether this is the place of a cell.
    fn is_cell(&self, (x, y): Place) -> bool {
        let block = self.by.level.block;
        x % block == 0 && y % block == 0 && self.is_on_screen((x, y))
    }

    /// The place of the next cell in a direction.
    pub fn beside(&self, (x, y): Place, way: Facing) -> Place {
        let ((right, down), block) = (way.unit(), f64::from(self.by.level.block));
        let moved = |at: i32, way: f64| (f64::from(at) + way * block) as i32;
        (moved(x, right), moved(y, down))
    }
}
