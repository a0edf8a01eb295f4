//! Regions: floor cells that can be walked between.

use crate::generate::cells::{Cell, Cells, FLOOR, WALL};

/// Finds the largest region of a level.
#[derive(Default)]
pub(crate) struct Regions {
    /// The level's letters, with walls where a region was found: one question tells
    /// whether a cell is floor and new.
    unseen: Vec<u8>,
    /// All floor cells, those of a region in line.
    cells: Vec<Cell>,
}

impl Regions {
    /// The cells of the largest region; of several, the one that has the first cell
    /// in rows from the top. Empty if there is no floor.
    pub(crate) fn largest(&mut self, level: &Cells) -> &[Cell] {
        self.unseen.clear();
        self.unseen.extend_from_slice(level.letters());
        self.cells.clear();
        let mut largest = 0..0;
        for first in 0..level.letters().len() as Cell {
            if self.unseen[first as usize] != FLOOR {
                continue;
            }
            let start = self.cells.len();
            self.visit(first);
            let mut next = start;
            while let Some(&cell) = self.cells.get(next) {
                next += 1;
                for beside in level.beside(cell) {
                    if self.unseen[beside as usize] == FLOOR {
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
        self.unseen[cell as usize] = WALL;
        self.cells.push(cell);
    }
}
