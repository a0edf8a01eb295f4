//! Sets of cells, a bit each: in one word for boards up to 64 cells, in two up to 128.

use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A set of cells.
pub trait Bits:
    Copy
    + Ord
    + Debug
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No cells.
    const NONE: Self;
    /// The most cells of a board.
    const MOST: usize;

    /// One cell.
    fn of(cell: u8) -> Self;
    /// How many cells there are.
    fn count(self) -> u32;
    /// The first cell of a set that is not empty.
    fn first(self) -> u8;
    /// All cells but the first of a set that is not empty.
    fn rest(self) -> Self;
    /// As a number.
    fn number(self) -> u128;

    /// Whether there are any.
    #[inline]
    fn any(self) -> bool {
        self != Self::NONE
    }

    /// Whether a cell is there.
    #[inline]
    fn has(self, cell: u8) -> bool {
        (self & Self::of(cell)).any()
    }

    /// A cell by its place in the order of cells; there are more than `n`.
    #[inline]
    fn nth(self, n: u32) -> u8 {
        let mut rest = self;
        for _ in 0..n {
            rest = rest.rest();
        }
        rest.first()
    }

    /// The cells in their order.
    fn cells(self) -> impl Iterator<Item = u8> {
        let mut rest = self;
        core::iter::from_fn(move || {
            rest.any().then(|| {
                let first = rest.first();
                rest = rest.rest();
                first
            })
        })
    }
}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const NONE: Self = 0;
            const MOST: usize = <$word>::BITS as usize;

            #[inline]
            fn of(cell: u8) -> Self {
                1 << cell
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn number(self) -> u128 {
                self.into()
            }
        }
    };
}

bits!(u64);
bits!(u128);
