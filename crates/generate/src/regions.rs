//! Regions: floor cells that can be walked between.

use crate::cells::{Cell, Cells};

/// Finds the largest region of a level.
#[derive(Default)]
pub(crate) struct Regions {
    seen: Vec<bool>,
    /// All floor cells, those of a region in line.
    cells: Vec<Cell>,
}

impl Regions {
    /// The cells of the largest region; of several, the one that has the first cell
    /// in rows from the top. Empty if there is no floor.
    pub(crate) fn largest(&mut self, level: &Cells) -> &[Cell] {
        self.seen.clear();
        self.seen.resize(level.letters().len(), false);
        self.cells.clear();
        let mut largest = 0..0;
        for first in 0..level.letters().len() as Cell {
            if !level.is_floor(first) || self.seen[first as usize] {
                continue;
            }
            let start = self.cells.len();
            self.visit(first);
            let mut next = start;
            while let Some(&cell) = self.cells.get(next) {
                next += 1;
                for beside in level.beside(cell) {
                    if level.is_floor(beside) && !self.seen[beside as usize] {
                        self.visit(beside);
                    }
                }
            }
            if self.cells.len() - start > largest.len() {
                largest = start..self.cells.len();
            }
        }
        &self.cells[largest]
    }

    fn visit(&mut self, cell: Cell) {
        self.seen[cell as usize] = true;
        self.cells.push(cell);
    }
}
