//! Small boards as sets of cells in one word, without the ring of walls.

use super::SweepError;

/// A rectangle of at most 64 cells, numbered row by row; bit `i` of a set
/// stands for cell `i`. Directions are numbered as in the game: left, right,
/// up, down, so that `d ^ 1` is the opposite of `d`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Columns, without the ring of walls.
    pub width: usize,
    /// Rows, without the ring of walls.
    pub height: usize,
    /// All cells.
    pub board: u64,
    not_left: u64,
    not_right: u64,
    not_top: u64,
    not_bottom: u64,
}

impl Grid {
    /// A grid of `width` columns and `height` rows.
    pub fn new(width: usize, height: usize) -> Result<Grid, SweepError> {
        if width == 0 || height == 0 {
            return Err(SweepError::NoRoom { width, height });
        }
        if width > 64 || height > 64 || width * height > 64 {
            return Err(SweepError::TooLarge { width, height });
        }
        let n = width * height;
        let board = if n == 64 { u64::MAX } else { (1 << n) - 1 };
        let top = u64::MAX >> (64 - width);
        let left = (0..height).fold(0, |set, y| set | 1 << (y * width));
        Ok(Grid {
            width,
            height,
            board,
            not_left: board & !left,
            not_right: board & !(left << (width - 1)),
            not_top: board & !top,
            not_bottom: board & !(top << (n - width)),
        })
    }

    /// The cells one step from those of a set; steps off the board are lost.
    #[inline(always)]
    pub fn shift(&self, set: u64, direction: usize) -> u64 {
        match direction {
            0 => (set & self.not_left) >> 1,
            1 => (set & self.not_right) << 1,
            // A board of one row has nothing to shift, so that a width of 64,
            // which is a shift by 0, does no harm.
            2 => (set & self.not_top).wrapping_shr(self.width as u32),
            _ => (set & self.not_bottom).wrapping_shl(self.width as u32),
        }
    }

    /// A set and all cells next to it.
    #[inline(always)]
    pub fn grown(&self, set: u64) -> u64 {
        set | self.shift(set, 0) | self.shift(set, 1) | self.shift(set, 2) | self.shift(set, 3)
    }

    /// The cells of `free` that are connected with `seed`, which is part of it.
    #[inline(always)]
    pub fn flood(&self, seed: u64, free: u64) -> u64 {
        let mut region = seed;
        loop {
            let next = self.grown(region) & free;
            if next == region {
                return region;
            }
            region = next;
        }
    }

    /// Whether a set is connected; the empty set is.
    pub fn is_connected(&self, set: u64) -> bool {
        self.flood(set & set.wrapping_neg(), set) == set
    }

    /// The cell next to another.
    pub fn next(&self, cell: usize, direction: usize) -> Option<usize> {
        let there = self.shift(1 << cell, direction);
        (there != 0).then(|| there.trailing_zeros() as usize)
    }

    /// How many cells there are.
    pub fn n_cells(&self) -> usize {
        self.width * self.height
    }
}

/// The cells of a set, in order.
pub(super) fn cells(set: u64) -> impl Iterator<Item = usize> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let cell = rest.trailing_zeros() as usize;
        let any = rest != 0;
        rest &= rest.wrapping_sub(1);
        any.then_some(cell)
    })
}
