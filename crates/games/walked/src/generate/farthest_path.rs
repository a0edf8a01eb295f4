//! The two cells of a region at the greatest walking distance.
//!
//! Walking from every cell would take a square of the region's size. Each walk from
//! a cell bounds how far it is at most from any other cell to the one farthest from
//! it: no farther than back to the start of the walk and on from there. Cells whose
//! bound shows that they cannot be in the answer are not walked from, which leaves
//! few in a maze. The answer is exact all the same.

use crate::generate::cells::{Cell, Cells};
use crate::generate::generator::IsOver;

/// Far more than any walk in a level of the largest size.
const UNREACHED: u32 = u32::MAX / 2;

/// Finds the farthest pair; keeps its memory from level to level.
#[derive(Default)]
pub(crate) struct FarthestPath {
    /// The region in rows from the top.
    region: Vec<Cell>,
    /// For each cell of the region, bounds of its distance to the cell farthest
    /// from it.
    at_least: Vec<u32>,
    at_most: Vec<u32>,
    /// Distances from the start of the last walk, by cell of the level.
    walked: Vec<u32>,
    queue: Vec<Cell>,
}

impl FarthestPath {
    /// The two cells at the greatest walking distance, and if there is a third sprite
    /// a cell for it between them; the region has cells enough. Nothing if time was over
    /// before they were found.
    pub(crate) fn run(
        &mut self,
        level: &Cells,
        region: &[Cell],
        (n_sprites, is_over): (usize, IsOver),
    ) -> Option<[Cell; 3]> {
        self.region.clear();
        self.region.extend_from_slice(region);
        self.region.sort_unstable();
        let first = self.first_of_pair(level, is_over)?;
        let farthest = self.walk(level, first);
        let is_farthest = |&&cell: &&Cell| self.walked[cell as usize] == farthest;
        let second = *self
            .region
            .iter()
            .find(is_farthest)
            .expect("the walk's end");
        if n_sprites < 3 {
            return Some([first, second, second]);
        }
        let from_first = self.walked.clone();
        self.walk(level, second);
        let key = |&&cell: &&Cell| {
            let (a, b) = (from_first[cell as usize], self.walked[cell as usize]);
            (a.abs_diff(b), a)
        };
        let others = self
            .region
            .iter()
            .filter(|&&cell| cell != first && cell != second);
        let third = *others.min_by_key(key).expect("a third cell");
        Some([first, second, third])
    }

    /// The first cell, in rows, that has another at the greatest distance there is.
    fn first_of_pair(&mut self, level: &Cells, is_over: IsOver) -> Option<Cell> {
        let n_cells = self.region.len();
        self.at_least.clear();
        self.at_least.resize(n_cells, 0);
        self.at_most.clear();
        self.at_most.resize(n_cells, UNREACHED);
        // The greatest distance found, and the first cell known to have it.
        let (mut greatest, mut best) = (0, n_cells);
        let mut from_edge = true;
        loop {
            let (at_least, at_most) = (&self.at_least, &self.at_most);
            let open = (0..n_cells).filter(|&i| {
                at_least[i] != at_most[i]
                    && (at_most[i] > greatest || at_most[i] == greatest && i < best)
            });
            // Cells that may be far from something raise what is known to be the
            // greatest distance, cells in the middle lower the bounds of the others.
            let chosen = match from_edge {
                true => open.max_by_key(|&i| at_most[i]),
                false => open.min_by_key(|&i| at_least[i]),
            };
            let Some(chosen) = chosen else {
                break;
            };
            if is_over() {
                return None;
            }
            from_edge = !from_edge;
            let farthest = self.walk(level, self.region[chosen]);
            for i in 0..n_cells {
                let there = self.walked[self.region[i] as usize];
                self.at_most[i] = self.at_most[i].min(there + farthest);
                let back = farthest.saturating_sub(there).max(there);
                self.at_least[i] = self.at_least[i].max(back);
            }
            self.at_most[chosen] = farthest;
            // Bounds that meet are as good as a walk.
            for i in 0..n_cells {
                let known = self.at_least[i];
                if known == self.at_most[i] && (known > greatest || known == greatest && i < best) {
                    (greatest, best) = (known, i);
                }
            }
        }
        Some(self.region[best])
    }

    /// Walks the region from this cell and returns the distance to its farthest.
    fn walk(&mut self, level: &Cells, start: Cell) -> u32 {
        self.walked.clear();
        self.walked.resize(level.letters().len(), UNREACHED);
        self.queue.clear();
        self.queue.push(start);
        self.walked[start as usize] = 0;
        let mut next = 0;
        let mut here = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            here = self.walked[cell as usize];
            for beside in level.beside(cell) {
                if level.is_floor(beside) && self.walked[beside as usize] == UNREACHED {
                    self.walked[beside as usize] = here + 1;
                    self.queue.push(beside);
                }
            }
        }
        here
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::cells::random_level;
    use crate::generate::regions::Regions;

    /// Walks from every cell, in the order of ties.
    fn naive(level: &Cells, region: &[Cell]) -> (Cell, Cell) {
        let mut best = (0, 0);
        let mut greatest = 0;
        let mut walker = FarthestPath::default();
        for &a in region {
            walker.walk(level, a);
            for &b in region {
                if walker.walked[b as usize] > greatest {
                    (best, greatest) = ((a, b), walker.walked[b as usize]);
                }
            }
        }
        best
    }

    #[test]
    fn the_farthest_pair_is_that_of_all_walks() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut regions, mut farthest_path) = (Regions::default(), FarthestPath::default());
        for _ in 0..500 {
            let level = random_level(&mut random, 16);
            let mut region = regions.largest(&level).to_vec();
            if region.len() < 2 {
                continue;
            }
            let [first, second, _] = farthest_path.run(&level, &region, (2, &|| false)).unwrap();
            region.sort_unstable();
            assert_eq!((first, second), naive(&level, &region), "{level:?}");
        }
    }
}
