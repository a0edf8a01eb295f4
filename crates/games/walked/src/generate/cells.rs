//! The level while it is built: one letter a cell, with its ring of walls.
//!
//! The ring is there from the start because it saves every walk over the grid the
//! question whether it is at the edge.

use std::fmt;

use crate::generate::{Size, Walls};

pub(crate) const FLOOR: u8 = b'0';
pub(crate) const WALL: u8 = b'1';

/// A cell: its position in the rows of the level with its ring, one after the other.
pub(crate) type Cell = u32;

/// A level's letters, with the ring of walls around them.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Cells {
    width: usize,
    letters: Vec<u8>,
}

impl Cells {
    /// A level of walls.
    pub(crate) fn new(size: Size) -> Cells {
        let width = size.width() + 2;
        Cells {
            width,
            letters: vec![WALL; width * (size.height() + 2)],
        }
    }

    /// Becomes the level with these walls inside its ring.
    pub(crate) fn draw(&mut self, walls: &Walls) {
        for y in 0..walls.height() {
            let start = (y + 1) * self.width + 1;
            let letters = &mut self.letters[start..start + walls.width()];
            for (letters, word) in letters.chunks_mut(64).zip(walls.row(y)) {
                for (x, letter) in letters.iter_mut().enumerate() {
                    *letter = FLOOR + (word >> x & 1) as u8;
                }
            }
        }
    }

    /// The walls inside the ring.
    pub(crate) fn walls(&self, size: Size) -> Walls {
        let mut walls = Walls::new(size);
        for y in 0..size.height() {
            for x in 0..size.width() {
                walls.set(x, y, self.letters[(y + 1) * self.width + x + 1] == WALL);
            }
        }
        walls
    }

    /// The number of columns with the ring.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The number of rows with the ring.
    pub(crate) fn height(&self) -> usize {
        self.letters.len() / self.width
    }

    pub(crate) fn letters(&self) -> &[u8] {
        &self.letters
    }

    pub(crate) fn is_floor(&self, cell: Cell) -> bool {
        self.letters[cell as usize] == FLOOR
    }

    pub(crate) fn set(&mut self, cell: Cell, letter: u8) {
        self.letters[cell as usize] = letter;
    }

    /// Makes walls of these cells.
    pub(crate) fn fill(&mut self, is_filled: impl Fn(Cell) -> bool) {
        // Which cells are filled is as good as random, so no jump depends on it.
        for (cell, letter) in self.letters.iter_mut().enumerate() {
            *letter = if is_filled(cell as Cell) {
                WALL
            } else {
                *letter
            };
        }
    }

    pub(crate) fn at(&self, x: usize, y: usize) -> Cell {
        (y * self.width + x) as Cell
    }

    /// The column and the row.
    pub(crate) fn place(&self, cell: Cell) -> (usize, usize) {
        (cell as usize % self.width, cell as usize / self.width)
    }

    /// The cells at this Manhattan distance from one, in rows from the top. The
    /// distance is not 0.
    pub(crate) fn at_distance(&self, cell: Cell, distance: usize) -> impl Iterator<Item = Cell> {
        let (x, y) = self.place(cell);
        let (width, height) = (self.width, self.height());
        // One in the first and the last row, a western and an eastern one in each
        // row between.
        (0..4 * distance).filter_map(move |i| {
            let down = i.div_ceil(2);
            let across = distance - down.abs_diff(distance);
            let row = (y + down).wrapping_sub(distance);
            let column = match i % 2 {
                0 => x + across,
                _ => x.wrapping_sub(across),
            };
            (row < height && column < width).then(|| (row * width + column) as Cell)
        })
    }

    /// The four cells beside this one, which is not in the ring.
    pub(crate) fn beside(&self, cell: Cell) -> [Cell; 4] {
        let row = self.width as Cell;
        [cell - row, cell - 1, cell + 1, cell + row]
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.letters.chunks_exact(self.width) {
            write!(f, "\n{}", String::from_utf8_lossy(row))?;
        }
        Ok(())
    }
}

/// A level with sides up to `max_side` and any share of floor.
#[cfg(test)]
pub(crate) fn random_level(random: &mut fastrand::Rng, max_side: usize) -> Cells {
    let (width, height) = (random.usize(2..=max_side), random.usize(2..=max_side));
    let size = Size::new(width, height).expect("sides are allowed");
    let n_floor_in_8 = random.u8(0..=8);
    let mut walls = Walls::new(size);
    for y in 0..height {
        for x in 0..width {
            walls.set(x, y, random.u8(0..8) >= n_floor_in_8);
        }
    }
    let mut level = Cells::new(size);
    level.draw(&walls);
    level
}
