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
        let at = self.sprite(chaser);
        let Some(from) = self.cell((at.x, at.y)) else {
            return;
        };
        let distances = self.distances(target, walls);
        if distances[from] == Some(0) {
            return;
        }
        // The chaser's own cell may be closed, so it is the next cell that counts.
        let mut nearest: Option<(u32, Facing)> = None;
        for way in WAYS {
            let there = self.neighbour(from, way).and_then(|cell| distances[cell]);
            if let Some(distance) = there
                && nearest.is_none_or(|(least, _)| distance < least)
            {
                nearest = Some((distance, way));
            }
        }
        if let Some((_, way)) = nearest {
            self.shift(chaser, way, self.level.block);
        }
    }

    /// The steps from each cell to the nearest target; none where there is no way.
    fn distances(&self, target: KindId, walls: &[KindId]) -> Vec<Option<u32>> {
        let level = self.level;
        let n_cells = (level.width * level.height) as usize;
        let mut closed = vec![false; n_cells];
        for wall in walls.iter().flat_map(|&kind| self.family(kind)) {
            let wall = self.sprite(wall);
            // Of what is between cells, both count.
            let (right, lower) = (wall.x + level.block - 1, wall.y + level.block - 1);
            for place in [
                (wall.x, wall.y),
                (right, wall.y),
                (wall.x, lower),
                (right, lower),
            ] {
                let (column, row) = (
                    place.0.div_euclid(level.block),
                    place.1.div_euclid(level.block),
                );
                if let Some(cell) = self.cell((column * level.block, row * level.block)) {
                    closed[cell] = true;
                }
            }
        }
        let mut distances = vec![None; n_cells];
        let mut queue = VecDeque::new();
        for target in self.family(target) {
            let target = self.sprite(target);
            let cell = self.cell((target.x, target.y));
            if let Some(cell) = cell.filter(|&cell| !closed[cell] && distances[cell].is_none()) {
                distances[cell] = Some(0);
                queue.push_back((cell, 0));
            }
        }
        while let Some((cell, distance)) = queue.pop_front() {
            for way in WAYS {
                let Some(next) = self.neighbour(cell, way) else {
                    continue;
                };
                if distances[next].is_none() && !closed[next] {
                    distances[next] = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }

    /// The cell at this place, if it is one.
    fn cell(&self, (x, y): (i32, i32)) -> Option<usize> {
        let level = self.level;
        let is_on_grid = x % level.block == 0 && y % level.block == 0;
        let (column, row) = (x / level.block, y / level.block);
        let is_inside = (0..level.width).contains(&column) && (0..level.height).contains(&row);
        (is_on_grid && is_inside).then_some((row * level.width + column) as usize)
    }

    /// The place of a cell.
    fn place(&self, cell: usize) -> (i32, i32) {
        let (cell, level) = (cell as i32, self.level);
        (
            cell % level.width * level.block,
            cell / level.width * level.block,
        )
    }

    fn neighbour(&self, cell: usize, way: Facing) -> Option<usize> {
        let (x, y) = self.place(cell);
        let block = self.level.block;
        self.cell((x + way.x * block, y + way.y * block))
    }
}
