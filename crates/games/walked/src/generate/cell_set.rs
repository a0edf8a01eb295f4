//! A set of cells that gives its first cell quickly.

use crate::generate::cells::Cell;

/// A set of cells: a bit for each, and above them a bit for each word that is not
/// empty, so that finding the first of a million takes hundreds of steps at most.
#[derive(Default)]
pub(crate) struct CellSet {
    words: Vec<u64>,
    filled: Vec<u64>,
}

impl CellSet {
    /// Empties the set. It keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.filled.clear();
    }

    /// Adds a cell of a level of `n_cells`. Memory is taken when the first comes,
    /// because most sets never get one.
    pub(crate) fn insert(&mut self, cell: Cell, n_cells: usize) {
        if self.words.is_empty() {
            self.words.resize(n_cells.div_ceil(64), 0);
            self.filled.resize(self.words.len().div_ceil(64), 0);
        }
        let word = cell as usize / 64;
        self.words[word] |= 1 << (cell % 64);
        self.filled[word / 64] |= 1 << (word % 64);
    }

    /// The first cell.
    pub(crate) fn first(&self) -> Option<Cell> {
        let above = self.filled.iter().position(|&filled| filled != 0)?;
        let i = above * 64 + self.filled[above].trailing_zeros() as usize;
        Some((i * 64) as Cell + self.words[i].trailing_zeros())
    }

    /// Takes out the first cell, if there is one.
    pub(crate) fn remove_first(&mut self) {
        if let Some(first) = self.first() {
            let i = first as usize / 64;
            self.words[i] &= self.words[i] - 1;
            if self.words[i] == 0 {
                self.filled[i / 64] &= self.filled[i / 64] - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_out_in_order() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut set = CellSet::default();
        for _ in 0..20 {
            let mut cells: Vec<Cell> = (0..500).map(|_| random.u32(0..100_000)).collect();
            for &cell in &cells {
                set.insert(cell, 100_000);
            }
            cells.sort_unstable();
            cells.dedup();
            let take_first = || set.first().inspect(|_| set.remove_first());
            let taken: Vec<Cell> = std::iter::from_fn(take_first).collect();
            assert_eq!(taken, cells);
            set.insert(7, 100_000);
            set.clear();
            assert_eq!(set.first(), None);
        }
    }
}
