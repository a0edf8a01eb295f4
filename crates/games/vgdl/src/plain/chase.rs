//! Trusted: how a chaser finds its way.
//!
//! Distances are counted in steps from cell to cell, round every cell in which something
//! is that throws the chaser back, and round what is beyond the level. The chaser takes the
//! first step of a shortest way, of several the first in the order left, right, up, down;
//! without a way it stays. That is a way that A* finds under the Manhattan distance.

use std::collections::VecDeque;

use super::state::SpriteId;
use super::world::World;
use crate::compiled::{Facing, KindId};

const WAYS: [Facing; 4] = [Facing::LEFT, Facing::RIGHT, Facing::UP, Facing::DOWN];

impl World<'_> {
    /// Moves a chaser one step towards the nearest sprite of a family.
    pub fn chase(&mut self, chaser: SpriteId, target: KindId, walls: &[KindId]) {
        let place = self.sprite(chaser).place();
        let distances = self.distances(target, walls);
        let distance = |place| self.cell(place).and_then(|cell| distances[cell]);
        if self.cell(place).is_none() || distance(place) == Some(0) {
            return;
        }
        // The chaser's own cell may be closed, so it is the next cell that counts.
        let steps = WAYS.map(|way| (distance(self.beside(place, way)), way));
        let open = steps.into_iter().filter(|(distance, _)| distance.is_some());
        if let Some((_, way)) = open.min_by_key(|(distance, _)| *distance) {
            self.shift(chaser, way, self.by.level.block);
        }
    }

    /// The steps from each cell to the nearest target; none where there is no way.
    fn distances(&self, target: KindId, walls: &[KindId]) -> Vec<Option<u32>> {
        let (level, block) = (&self.by.level, self.by.level.block);
        let mut is_open = vec![true; (level.width * level.height) as usize];
        for wall in walls.iter().flat_map(|&kind| self.family(kind)) {
            let (x, y) = self.sprite(wall).place();
            let first = (x.div_euclid(block) * block, y.div_euclid(block) * block);
            // Of what is between cells, both count.
            for x in [first.0, first.0 + block] {
                for y in [first.1, first.1 + block] {
                    if let Some(cell) = self.cell((x, y)) {
                        is_open[cell] &= !level.overlap((x, y), self.sprite(wall).place());
                    }
                }
            }
        }
        let mut distances = vec![None; is_open.len()];
        let targets = self.family(target).map(|it| (self.sprite(it).place(), 0));
        let mut queue: VecDeque<((i32, i32), u32)> = targets.collect();
        while let Some((place, distance)) = queue.pop_front() {
            let cell = self.cell(place);
            if let Some(cell) = cell.filter(|&cell| is_open[cell] && distances[cell].is_none()) {
                distances[cell] = Some(distance);
                queue.extend(WAYS.map(|way| (self.beside(place, way), distance + 1)));
            }
        }
        distances
    }

    /// The cell at this place, if it is one.
    fn cell(&self, (x, y): (i32, i32)) -> Option<usize> {
        let level = &self.by.level;
        let is_on_grid = x % level.block == 0 && y % level.block == 0;
        let (column, row) = (x / level.block, y / level.block);
        let is_inside = (0..level.width).contains(&column) && (0..level.height).contains(&row);
        (is_on_grid && is_inside).then_some((row * level.width + column) as usize)
    }

    /// The place of the next cell in a direction.
    pub fn beside(&self, (x, y): (i32, i32), way: Facing) -> (i32, i32) {
        let ((right, down), block) = (way.unit(), f64::from(self.by.level.block));
        let moved = |at: i32, way: f64| (f64::from(at) + way * block) as i32;
        (moved(x, right), moved(y, down))
    }
}
