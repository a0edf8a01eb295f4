//! Joins the largest region of floor with its nearest neighbours until it covers
//! enough of the square, and fills the rest.
//!
//! The nearest other region is the one with a cell at the least Manhattan distance
//! to a cell of the main region. Of several such pairs of cells [`Tie`] names one.
//! The passage goes from the main region's cell along its row, then along the
//! column. All cells between are walls, or something would be nearer. Whatever
//! region the passage touches belongs to the main region from then on.
//!
//! Distances to the main region only shrink while it grows, so one search is kept
//! from passage to passage instead of a new one for each, and the pairs that it
//! found.

use std::mem::take;

use crate::generate::Tie;
use crate::generate::cell_set::CellSet;
use crate::generate::cells::{Cell, Cells, FLOOR};
use crate::generate::regions::Regions;

type Distance = u16;

/// Joins regions; keeps its memory from level to level.
#[derive(Default)]
pub(crate) struct Joining {
    /// The distance of each cell from the main region, as far as it is known: 0 for
    /// its own cells, and for the ring so that no search enters it.
    distance: Vec<Distance>,
    /// The cells of the main region in the order in which they came to it.
    main: Vec<Cell>,
    /// What is known to be at each distance.
    waves: Vec<Wave>,
    flood: Vec<Cell>,
}

#[derive(Default)]
struct Wave {
    /// Cells from which the search has yet to go on.
    open: Vec<Cell>,
    /// Cells of other regions that the search came to since then. It does not pass
    /// them: what is behind one is farther than it is.
    met: Vec<Cell>,
    /// The cells by which the tie ranks pairs, of the main region or of others. Some
    /// have no partner any more: what was another region is in the main one by now.
    ranking: CellSet,
    /// How many cells the main region had when pairs were last looked for; none if
    /// nothing was ever met.
    n_seen: Option<usize>,
}

impl Joining {
    /// Joins regions until the main one has `enough` cells or is the only one, and
    /// fills all other floor.
    pub(crate) fn run(
        &mut self,
        level: &mut Cells,
        regions: &mut Regions,
        (enough, tie): (usize, Tie),
    ) {
        let main = regions.largest(level);
        self.begin(level, main);
        while self.main.len() < enough {
            let Some((own, other)) = self.nearest(level, tie) else {
                break;
            };
            self.carve(level, own, other);
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
            wave.ranking.clear();
            wave.n_seen = None;
        }
        self.main.clear();
        for &cell in main {
            self.add(cell);
        }
    }

    /// Adds a cell to the main region.
    fn add(&mut self, cell: Cell) {
        self.main.push(cell);
        self.reach(cell, 0);
    }

    fn reach(&mut self, cell: Cell, distance: Distance) {
        self.distance[cell as usize] = distance;
        let wave = usize::from(distance);
        if self.waves.len() <= wave {
            self.waves.resize_with(wave + 1, Wave::default);
        }
        self.waves[wave].open.push(cell);
    }

    /// A cell of the main region and the nearest one of another.
    fn nearest(&mut self, level: &Cells, tie: Tie) -> Option<(Cell, Cell)> {
        let mut here = 0;
        while usize::from(here) < self.waves.len() {
            let mut wave = take(&mut self.waves[usize::from(here)]);
            for cell in wave.open.drain(..) {
                // The cell may have been reached on a shorter way since.
                if self.distance[cell as usize] != here {
                    continue;
                }
                if here > 0 && level.is_floor(cell) {
                    wave.met.push(cell);
                    continue;
                }
                for beside in level.beside(cell) {
                    if self.distance[beside as usize] > here + 1 {
                        self.reach(beside, here + 1);
                    }
                }
            }
            let nearest = self.first_pair(level, &mut wave, (here, tie));
            self.waves[usize::from(here)] = wave;
            if nearest.is_some() {
                return nearest;
            }
            here += 1;
        }
        None
    }

    /// The first pair of cells at this distance, the least at which there is one.
    fn first_pair(
        &self,
        level: &Cells,
        wave: &mut Wave,
        (here, tie): (Distance, Tie),
    ) -> Option<(Cell, Cell)> {
        let is_at =
            |cell: Cell, distance| self.distance[cell as usize] == distance && level.is_floor(cell);
        let partners = |cell, distance| {
            let around = level.at_distance(cell, here.into());
            around.filter(move |&partner| is_at(partner, distance))
        };
        let n_cells = self.distance.len();
        if wave.n_seen.is_none() && wave.met.is_empty() {
            return None;
        }
        let n_seen = wave.n_seen.replace(self.main.len());
        let added = &self.main[n_seen.unwrap_or(self.main.len())..];
        let met = wave.met.drain(..).filter(|&other| is_at(other, here));
        match tie {
            // A pair is found from the cell that came later.
            Tie::Main => {
                for own in met.flat_map(|other| partners(other, 0)) {
                    wave.ranking.insert(own, n_cells);
                }
                for &own in added {
                    if partners(own, here).next().is_some() {
                        wave.ranking.insert(own, n_cells);
                    }
                }
            }
            Tie::Other => met.for_each(|other| wave.ranking.insert(other, n_cells)),
        }
        while let Some(first) = wave.ranking.first() {
            let pair = match tie {
                Tie::Main => partners(first, here).next().map(|other| (first, other)),
                Tie::Other if !is_at(first, here) => None,
                Tie::Other => partners(first, 0).next().map(|own| (own, first)),
            };
            if pair.is_some() {
                return pair;
            }
            wave.ranking.remove_first();
        }
        None
    }

    /// Carves the passage between these cells; the main region gets all that it
    /// touches.
    fn carve(&mut self, level: &mut Cells, own: Cell, other: Cell) {
        let ((own_x, own_y), (x, y)) = (level.place(own), level.place(other));
        let along_row = (own_x.min(x)..=own_x.max(x)).map(|x| (x, own_y));
        let along_column = (own_y.min(y)..=own_y.max(y)).map(|y| (x, y));
        for (x, y) in along_row.chain(along_column) {
            let cell = level.at(x, y);
            if self.distance[cell as usize] != 0 {
                level.set(cell, FLOOR);
                self.add(cell);
                self.flood.push(cell);
            }
        }
        while let Some(cell) = self.flood.pop() {
            for beside in level.beside(cell) {
                if level.is_floor(beside) && self.distance[beside as usize] != 0 {
                    self.add(beside);
                    self.flood.push(beside);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::cells::{WALL, random_level};

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
    fn naive(level: &mut Cells, enough: usize, tie: Tie) {
        let mut main = main_region(level);
        while main.len() < enough {
            let others = floor(level).into_iter().filter(|cell| !main.contains(cell));
            let pairs = others.flat_map(|other| main.iter().map(move |&own| (other, own)));
            let key = |&(other, own): &(Cell, Cell)| {
                let ((x, y), (u, v)) = (level.place(other), level.place(own));
                let ranked = match tie {
                    Tie::Main => (own, other),
                    Tie::Other => (other, own),
                };
                (x.abs_diff(u) + y.abs_diff(v), ranked)
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
            let tie = [Tie::Main, Tie::Other][random.usize(0..2)];
            joining.run(&mut joined, &mut regions, (enough, tie));
            naive(&mut expected, enough, tie);
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
            joining.run(&mut joined, &mut regions, (enough, Tie::Other));
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
        Joining::default().run(&mut level, &mut Regions::default(), (8, Tie::Other));
        assert!(floor(&level).is_empty());
    }
}
