//! Joins the largest region of floor with its nearest neighbours until it covers
//! enough of the square, and fills the rest.
//!
//! The nearest other region is the one with a cell at the least Manhattan distance
//! to a cell of the main region. Of several such cells the first in rows from the
//! top is joined; of several cells of the main region at that distance from it, the
//! first in rows. The passage goes from the main region's cell along its row, then
//! along the column. All cells between are walls, or something would be nearer.
//! Whatever region the passage touches belongs to the main region from then on.
//!
//! Distances to the main region only shrink while it grows, so one search is kept
//! from passage to passage instead of a new one for each.

use std::iter;
use std::mem::take;

use crate::cell_set::CellSet;
use crate::cells::{Cell, Cells, FLOOR};
use crate::regions::Regions;

type Distance = u16;

/// Joins regions; keeps its memory from level to level.
#[derive(Default)]
pub(crate) struct Joining {
    /// The distance of each cell from the main region, as far as it is known: 0 for
    /// its own cells, and for the ring so that no search enters it.
    distance: Vec<Distance>,
    /// What is known to be at each distance.
    waves: Vec<Wave>,
    flood: Vec<Cell>,
}

#[derive(Default)]
struct Wave {
    /// Cells from which the search has yet to go on.
    open: Vec<Cell>,
    /// Cells of other regions. The search does not pass them: what is behind one is
    /// farther than it is.
    met: CellSet,
}

impl Joining {
    /// Joins regions until the main one has `enough` cells or is the only one, and
    /// fills all other floor.
    pub(crate) fn run(&mut self, level: &mut Cells, regions: &mut Regions, enough: usize) {
        let main = regions.largest(level);
        self.begin(level, main);
        let mut n_cells = main.len();
        while n_cells < enough {
            let Some((distance, other)) = self.nearest(level) else {
                break;
            };
            let own = self.own_cell_at(level, distance, other);
            n_cells += self.carve(level, own, other);
        }
        level.fill(|cell| self.distance[cell as usize] != 0);
    }

    fn begin(&mut self, level: &Cells, main: &[Cell]) {
        let (width, n_cells) = (level.width(), level.letters().len());
        self.distance.clear();
        self.distance.resize(n_cells, Distance::MAX);
        self.distance[..width].fill(0);
        self.distance[n_cells - width..].fill(0);
        for row in self.distance.chunks_exact_mut(width) {
            row[0] = 0;
            row[width - 1] = 0;
        }
        for wave in &mut self.waves {
            wave.open.clear();
            wave.met.clear();
        }
        for &cell in main {
            self.reach(cell, 0);
        }
    }

    fn reach(&mut self, cell: Cell, distance: Distance) {
        self.distance[cell as usize] = distance;
        let wave = usize::from(distance);
        if self.waves.len() <= wave {
            self.waves.resize_with(wave + 1, Wave::default);
        }
        self.waves[wave].open.push(cell);
    }

    /// The cell of another region that is nearest to the main one.
    fn nearest(&mut self, level: &Cells) -> Option<(Distance, Cell)> {
        let mut here = 0;
        while usize::from(here) < self.waves.len() {
            let mut wave = take(&mut self.waves[usize::from(here)]);
            for cell in wave.open.drain(..) {
                // The cell may have been reached on a shorter way since.
                if self.distance[cell as usize] != here {
                    continue;
                }
                if here > 0 && level.is_floor(cell) {
                    wave.met.insert(cell, self.distance.len());
                    continue;
                }
                for beside in level.beside(cell) {
                    if self.distance[beside as usize] > here + 1 {
                        self.reach(beside, here + 1);
                    }
                }
            }
            let distance = &self.distance;
            let nearest = iter::from_fn(|| wave.met.take_first())
                .find(|&cell| distance[cell as usize] == here);
            self.waves[usize::from(here)] = wave;
            if let Some(cell) = nearest {
                return Some((here, cell));
            }
            here += 1;
        }
        None
    }

    /// The first cell of the main region, in rows from the top, at this distance
    /// from a cell of another region.
    fn own_cell_at(&self, level: &Cells, distance: Distance, other: Cell) -> Cell {
        let (x, y) = level.place(other);
        let distance = usize::from(distance);
        for row in y.saturating_sub(distance)..=(y + distance).min(level.height() - 1) {
            let across = distance - row.abs_diff(y);
            let (west, east) = (x.checked_sub(across), x + across);
            for column in west.into_iter().chain([east]) {
                let cell = level.at(column, row);
                if column < level.width()
                    && level.is_floor(cell)
                    && self.distance[cell as usize] == 0
                {
                    return cell;
                }
            }
        }
        unreachable!("the search started from the main region")
    }

    /// Carves the passage between these cells and returns how many cells the main
    /// region gained.
    fn carve(&mut self, level: &mut Cells, own: Cell, other: Cell) -> usize {
        let ((own_x, own_y), (x, y)) = (level.place(own), level.place(other));
        let mut n_gained = 0;
        let along_row = (own_x.min(x)..=own_x.max(x)).map(|x| (x, own_y));
        let along_column = (own_y.min(y)..=own_y.max(y)).map(|y| (x, y));
        for (x, y) in along_row.chain(along_column) {
            let cell = level.at(x, y);
            if self.distance[cell as usize] != 0 {
                level.set(cell, FLOOR);
                self.reach(cell, 0);
                self.flood.push(cell);
                n_gained += 1;
            }
        }
        while let Some(cell) = self.flood.pop() {
            for beside in level.beside(cell) {
                if level.is_floor(beside) && self.distance[beside as usize] != 0 {
                    self.reach(beside, 0);
                    self.flood.push(beside);
                    n_gained += 1;
                }
            }
        }
        n_gained
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::{WALL, random_level};

    /// The cells that can be walked to from this one.
    fn region(level: &Cells, start: Cell) -> Vec<Cell> {
        let mut region = vec![start];
        let mut next = 0;
        while next < region.len() {
            for beside in level.beside(region[next]) {
                if level.is_floor(beside) && !region.contains(&beside) {
                    region.push(beside);
                }
            }
            next += 1;
        }
        region.sort_unstable();
        region
    }

    fn floor(level: &Cells) -> Vec<Cell> {
        let cells = 0..level.letters().len() as Cell;
        cells.filter(|&cell| level.is_floor(cell)).collect()
    }

    fn main_region(level: &Cells) -> Vec<Cell> {
        let mut largest = Vec::new();
        for cell in floor(level) {
            let region = region(level, cell);
            if region.len() > largest.len() {
                largest = region;
            }
        }
        largest
    }

    /// Joins as the module's head says it, looking at all pairs of cells.
    fn naive(level: &mut Cells, enough: usize) {
        let mut main = main_region(level);
        while main.len() < enough {
            let others = floor(level).into_iter().filter(|cell| !main.contains(cell));
            let pairs = others.flat_map(|other| main.iter().map(move |&own| (other, own)));
            let key = |&(other, own): &(Cell, Cell)| {
                let ((x, y), (u, v)) = (level.place(other), level.place(own));
                (x.abs_diff(u) + y.abs_diff(v), other, own)
            };
            let Some((other, own)) = pairs.min_by_key(key) else {
                break;
            };
            let ((mut x, mut y), (to_x, to_y)) = (level.place(own), level.place(other));
            while (x, y) != (to_x, to_y) {
                if x != to_x {
                    x = if x < to_x { x + 1 } else { x - 1 };
                } else {
                    y = if y < to_y { y + 1 } else { y - 1 };
                }
                let cell = level.at(x, y);
                assert!((x, y) == (to_x, to_y) || !level.is_floor(cell));
                level.set(cell, FLOOR);
            }
            main = region(level, own);
        }
        for cell in floor(level) {
            if !main.contains(&cell) {
                level.set(cell, WALL);
            }
        }
    }

    #[test]
    fn joins_as_all_pairs_of_cells_would() {
        let mut random = fastrand::Rng::with_seed(2);
        let (mut joining, mut regions) = (Joining::default(), Regions::default());
        for _ in 0..400 {
            let before = random_level(&mut random, 12);
            let inside = (before.width() - 2) * (before.height() - 2);
            let enough = random.usize(0..=inside);
            let (mut joined, mut expected) = (before.clone(), before.clone());
            joining.run(&mut joined, &mut regions, enough);
            naive(&mut expected, enough);
            assert_eq!(joined, expected, "{enough} cells of {before:?}");
        }
    }

    #[test]
    fn one_region_is_left_that_is_large_enough_or_had_nothing_to_join() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut joining, mut regions) = (Joining::default(), Regions::default());
        for _ in 0..100 {
            let before = random_level(&mut random, 20);
            let enough = (before.width() - 2) * (before.height() - 2) / 2;
            let mut joined = before.clone();
            joining.run(&mut joined, &mut regions, enough);
            let left = floor(&joined);
            assert_eq!(left, main_region(&joined));
            let lost = floor(&before).iter().any(|&cell| !joined.is_floor(cell));
            assert!(
                left.len() >= enough || !lost,
                "{before:?} became {joined:?}"
            );
            // What was the main region, at least, is still there.
            assert!(
                main_region(&before)
                    .iter()
                    .all(|&cell| joined.is_floor(cell))
            );
        }
    }

    #[test]
    fn no_floor_stays_no_floor() {
        let mut level = Cells::new("4x4".parse().unwrap());
        Joining::default().run(&mut level, &mut Regions::default(), 8);
        assert!(floor(&level).is_empty());
    }
}
