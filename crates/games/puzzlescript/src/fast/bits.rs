//! Sets in machine words: of objects or movements in one cell, and of cells of a board.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use crate::compiled::Mask;

/// A set of objects of one cell, or of movements: five bits for each layer.
pub(super) trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// How many bits there are.
    const BITS: usize;
    /// Five bits, or one, at a place.
    fn at(bits: u64, place: usize) -> Self;
    /// Five bits at a place.
    fn five(self, place: usize) -> u64;
    /// The place of the lowest bit; `BITS` if there is none.
    fn lowest(self) -> usize;
    /// Whether there is more than one bit.
    fn is_several(self) -> bool;

    /// The empty set.
    const NONE: Self;

    /// Whether nothing is in it.
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether something of the other is in it.
    fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }

    /// Whether all of the other is in it.
    fn has_all(self, other: Self) -> bool {
        other & !self == Self::NONE
    }

    /// The places of its bits, from the lowest.
    fn places(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            let place = left.lowest();
            (place < Self::BITS).then(|| {
                left &= !Self::at(1, place);
                place
            })
        })
    }

    /// The members of a mask, by the numbers that they have here, where they have any.
    fn of(mask: &Mask, numbers: &[Option<u8>]) -> Self {
        let known = mask.members().filter_map(|object| *numbers.get(object)?);
        known.fold(Self::NONE, |set, number| {
            set | Self::at(1, usize::from(number))
        })
    }
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: usize = <$type>::BITS as usize;
            const NONE: Self = 0;

            fn at(bits: u64, place: usize) -> Self {
                <$type>::from(bits) << place
            }

            fn five(self, place: usize) -> u64 {
                (self >> place & 0x1f) as u64
            }

            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            fn is_several(self) -> bool {
                self & self.wrapping_sub(1) != 0
            }
        }
    };
}

word!(u64);
word!(u128);

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cells<const W: usize>(pub [u64; W]);

impl<const W: usize> Cells<W> {
    /// No cell.
    pub const NONE: Cells<W> = Cells([0; W]);

    /// The cells for which this is so.
    pub fn of(is_in: &[bool]) -> Cells<W> {
        let mut cells = Cells::NONE;
        for (cell, _) in is_in.iter().enumerate().filter(|(_, is_in)| **is_in) {
            cells.insert(cell);
        }
        cells
    }

    pub fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    pub fn toggle(&mut self, cell: usize) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }

    pub fn is_none(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn and(mut self, other: &Cells<W>) -> Cells<W> {
        for (mine, other) in self.0.iter_mut().zip(&other.0) {
            *mine &= other;
        }
        self
    }

    pub fn and_not(mut self, other: &Cells<W>) -> Cells<W> {
        for (mine, other) in self.0.iter_mut().zip(&other.0) {
            *mine &= !other;
        }
        self
    }

    pub fn or(mut self, other: &Cells<W>) -> Cells<W> {
        for (mine, other) in self.0.iter_mut().zip(&other.0) {
            *mine |= other;
        }
        self
    }

    /// The cells from which a cell of the set lies this far ahead, in the order of numbers.
    pub fn seen_from(&self, ahead: isize) -> Cells<W> {
        let (words, bits) = (ahead.unsigned_abs() / 64, ahead.unsigned_abs() % 64);
        let mut seen = [0; W];
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        for (i, seen) in seen.iter_mut().enumerate() {
            *seen = if ahead >= 0 {
                let above = word(i + words + 1).checked_shl(64 - bits as u32);
                word(i + words) >> bits | above.unwrap_or(0)
            } else {
                let below = |back: usize| i.checked_sub(back).map_or(0, word);
                let under = below(words + 1).checked_shr(64 - bits as u32);
                below(words) << bits | under.unwrap_or(0)
            };
        }
        Cells(seen)
    }

    /// Its cells, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(i, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let lowest = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    64 * i + lowest
                })
            })
        })
    }
}
