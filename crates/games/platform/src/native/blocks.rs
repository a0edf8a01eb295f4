//! Blocks that break, as a search looks at them.

use crate::canonical::Board;
use crate::rules::breaking_blocks;

/// Which of the blocks that break are gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Broken(u64);

impl Broken {
    /// None is.
    pub const NONE: Broken = Broken(0);
    /// Each may be, or not: what is true of all that may be.
    pub const ANY: Broken = Broken(u64::MAX);
    /// So many can be told apart.
    pub const MOST: usize = 63;

    /// Whether a block is gone, if that is known.
    pub fn has(self, number: usize) -> Option<bool> {
        (self != Broken::ANY).then(|| self.0 >> number & 1 != 0)
    }

    /// With these gone as well.
    pub fn with(self, others: Broken) -> Broken {
        Broken(self.0 | others.0)
    }

    /// One block.
    fn one(number: usize) -> Broken {
        Broken(1 << number.min(Broken::MOST - 1))
    }
}

/// Why a search ends that would have to tell the blocks apart.
pub const TOO_MANY_BLOCKS: &str =
    "more than 63 blocks break: which of them are gone is not followed";

/// The blocks of a level that break.
#[derive(Default)]
pub(super) struct Blocks {
    /// The columns and rows, rows counting from the sky, in the order of their numbers.
    places: Vec<(usize, usize)>,
}

impl Blocks {
    /// Those of a board under so many rows of sky.
    pub fn new(board: &Board, sky: usize) -> Blocks {
        let places = breaking_blocks(board).into_iter();
        Blocks {
            places: places.map(|(column, row)| (column, row + sky)).collect(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Those in a row that may be whole, by column from left to right, each with its number.
    pub fn whole(&self, row: usize, broken: Broken) -> impl Iterator<Item = (usize, usize)> {
        let first = self.places.partition_point(|place| place.1 < row);
        let own = self.places[first..].iter().enumerate();
        let own = own.take_while(move |(_, place)| place.1 == row);
        let own = own.map(move |(i, place)| (place.0, first + i));
        own.filter(move |(_, number)| broken.has(*number) != Some(true))
    }

    /// Whether a place has a block that is whole, and whether it has one that may be.
    pub fn at(&self, row: usize, column: usize, broken: Broken) -> (bool, bool) {
        let mut own = self.whole(row, broken);
        match own.any(|(at, _)| at == column) {
            true => (broken != Broken::ANY, true),
            false => (false, false),
        }
    }

    /// Those that a head breaks which is stopped under these columns of a row.
    pub fn hit(&self, row: usize, columns: [usize; 2], broken: Broken) -> Broken {
        if broken == Broken::ANY {
            return broken;
        }
        let hit = self
            .whole(row, broken)
            .filter(|(at, _)| columns.contains(at));
        hit.fold(broken, |broken, (_, number)| {
            broken.with(Broken::one(number))
        })
    }
}
