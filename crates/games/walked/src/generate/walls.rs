//! A grid of walls and floor as the automata see it: one bit a cell, so that a rule
//! is applied to 64 cells at once.

use std::fmt;

use crate::generate::{SeedLine, Size};

/// A grid of cells, each a wall or floor.
///
/// Printed with `1` for a wall and `0` for floor, one line a row.
#[derive(Clone, PartialEq, Eq)]
pub struct Walls {
    size: Size,
    words_per_row: usize,
    /// Bit `x % 64` of word `x / 64` of row `y` is the cell in column `x`. Bits
    /// beyond the width are 0: what is outside the grid is empty.
    words: Vec<u64>,
}

impl Walls {
    /// A grid of floor.
    pub(crate) fn new(size: Size) -> Walls {
        let words_per_row = size.width().div_ceil(64);
        Walls {
            size,
            words_per_row,
            words: vec![0; words_per_row * size.height()],
        }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.size.width()
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.size.height()
    }

    /// Whether the cell in column `x` of row `y` is a wall.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn is_wall(&self, x: usize, y: usize) -> bool {
        assert!(x < self.width(), "no column {x}");
        self.row(y)[x / 64] >> (x % 64) & 1 == 1
    }

    /// The top row.
    pub(crate) fn line(&self) -> SeedLine {
        SeedLine::new((0..self.width()).map(|x| self.is_wall(x, 0)))
    }

    /// Makes this cell a wall or floor.
    pub(crate) fn set(&mut self, x: usize, y: usize, wall: bool) {
        let word = &mut self.words[y * self.words_per_row + x / 64];
        *word = *word & !(1 << (x % 64)) | u64::from(wall) << (x % 64);
    }

    pub(crate) fn words_per_row(&self) -> usize {
        self.words_per_row
    }

    /// All rows, one after the other.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// All rows, to be written; [`clip`](Walls::clip) must follow.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    pub(crate) fn row(&self, y: usize) -> &[u64] {
        &self.words[y * self.words_per_row..][..self.words_per_row]
    }

    /// Makes the cells beyond the width floor again.
    pub(crate) fn clip(&mut self) {
        let mask = self.last_word();
        for row in self.words.chunks_exact_mut(self.words_per_row) {
            row[self.words_per_row - 1] &= mask;
        }
    }

    /// The bits of a row's last word that are cells.
    pub(crate) fn last_word(&self) -> u64 {
        u64::MAX >> ((64 - self.width() % 64) % 64)
    }

    /// Becomes a copy of a grid of the same size.
    pub(crate) fn copy_from(&mut self, other: &Walls) {
        self.words.copy_from_slice(&other.words);
    }

    /// The number of cells in which two grids of the same size differ.
    pub(crate) fn n_differences(&self, other: &Walls) -> usize {
        let pairs = self.words.iter().zip(&other.words);
        pairs.map(|(a, b)| (a ^ b).count_ones() as usize).sum()
    }
}

/// The cells of word `i` of a row, each replaced by its neighbour to the west.
pub(crate) fn west(row: &[u64], i: usize) -> u64 {
    let carried = if i == 0 { 0 } else { row[i - 1] >> 63 };
    row[i] << 1 | carried
}

/// The cells of word `i` of a row, each replaced by its neighbour to the east.
pub(crate) fn east(row: &[u64], i: usize) -> u64 {
    let carried = row.get(i + 1).map_or(0, |next| next << 63);
    row[i] >> 1 | carried
}

impl fmt::Display for Walls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height() {
            let letter = |x| if self.is_wall(x, y) { '1' } else { '0' };
            writeln!(f, "{}", (0..self.width()).map(letter).collect::<String>())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Walls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
