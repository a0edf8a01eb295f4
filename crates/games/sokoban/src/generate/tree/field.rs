//! The board without its ring of walls: which cells are beside which.

use super::bits::Bits;

/// Up, right, down, left: directions are numbers below four in this order.
pub const LETTERS: [char; 4] = ['u', 'r', 'd', 'l'];

/// The opposite of a direction.
pub fn opposite(direction: u8) -> u8 {
    direction ^ 2
}

/// A rectangle of cells, numbered row by row.
#[derive(Clone, Debug)]
pub struct Field<B> {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// Every cell.
    pub all: B,
    not_first_column: B,
    not_last_column: B,
}

impl<B: Bits> Field<B> {
    /// A board of at most [`Bits::MOST`] cells.
    pub fn new(width: u8, height: u8) -> Self {
        let n_cells = usize::from(width) * usize::from(height);
        assert!(n_cells <= B::MOST, "the board fits into its words");
        let set = |is_in: &dyn Fn(u8) -> bool| {
            let cells = (0..n_cells as u8).filter(|cell| is_in(cell % width));
            cells.fold(B::NONE, |set, cell| set | B::of(cell))
        };
        Field {
            width,
            height,
            all: set(&|_| true),
            not_first_column: set(&|x| x > 0),
            not_last_column: set(&|x| x + 1 < width),
        }
    }

    /// The cell in the middle, or right of it and below.
    pub fn centre(&self) -> u8 {
        self.cell(self.width / 2, self.height / 2)
    }

    /// The cell in a column and a row.
    pub fn cell(&self, x: u8, y: u8) -> u8 {
        y * self.width + x
    }

    /// The column and the row of a cell.
    #[inline]
    pub fn place(&self, cell: u8) -> (u8, u8) {
        (cell % self.width, cell / self.width)
    }

    /// All cells one step further in a direction; those at the edge are gone.
    #[inline]
    pub fn shift(&self, set: B, direction: u8) -> B {
        let width = u32::from(self.width);
        match direction {
            0 => set >> width,
            1 => (set & self.not_last_column) << 1,
            2 => (set << width) & self.all,
            _ => (set & self.not_first_column) >> 1,
        }
    }

    /// The cell one step further, which is on the board.
    #[inline]
    pub fn step(&self, cell: u8, direction: u8) -> u8 {
        match direction {
            0 => cell - self.width,
            1 => cell + 1,
            2 => cell + self.width,
            _ => cell - 1,
        }
    }

    /// All cells beside some of a set.
    #[inline]
    pub fn neighbours(&self, set: B) -> B {
        self.shift(set, 0) | self.shift(set, 1) | self.shift(set, 2) | self.shift(set, 3)
    }

    /// All that can be reached within some cells, in at most so many steps.
    #[inline]
    pub fn reach(&self, from: B, within: B, n_steps: u32) -> B {
        let mut reached = from;
        for _ in 0..n_steps {
            let more = (reached | self.neighbours(reached)) & within | from;
            if more == reached {
                break;
            }
            reached = more;
        }
        reached
    }

    /// The cells of a rectangle, given by its corners.
    #[inline]
    pub fn rectangle(&self, (x0, y0): (u8, u8), (x1, y1): (u8, u8)) -> B {
        let mut row = B::NONE;
        for x in x0..=x1 {
            row |= B::of(self.cell(x, y0));
        }
        let mut set = row;
        for _ in y0..y1 {
            row = row << u32::from(self.width);
            set |= row;
        }
        set
    }

    /// The corners of the least rectangle around a set that is not empty.
    pub fn corners(&self, set: B) -> ((u8, u8), (u8, u8)) {
        let (mut least, mut most) = ((u8::MAX, u8::MAX), (0, 0));
        for (x, y) in set.cells().map(|cell| self.place(cell)) {
            least = (least.0.min(x), least.1.min(y));
            most = (most.0.max(x), most.1.max(y));
        }
        (least, most)
    }

    /// A way within `free` that crosses as few cells outside `used` as it can, and of
    /// those ways one with few steps; its directions. There is a way.
    pub fn way(&self, from: u8, to: u8, used: B, free: B) -> Way {
        // Every layer is what the cells reached so far lead to: used cells as long as
        // there are any, and only then others.
        let mut layers = [B::NONE; 128];
        layers[0] = B::of(from);
        let (mut n, mut reached) = (1, layers[0]);
        while !reached.has(to) {
            let beside = self.neighbours(reached) & free & !reached;
            let preferred = beside & used;
            layers[n] = if preferred.any() { preferred } else { beside };
            assert!(layers[n].any(), "there is a way");
            reached |= layers[n];
            n += 1;
        }
        let (mut way, mut at, mut layer) = (Way::default(), to, n - 1);
        while at != from {
            let before = (0..4_u8).filter_map(|direction| {
                let cell = self.shift(B::of(at), opposite(direction));
                let earlier = (0..layer).find(|&layer| (layers[layer] & cell).any())?;
                Some((earlier, direction, cell.first()))
            });
            let (earlier, direction, cell) = before.min().expect("layers are connected");
            way.directions[way.n] = direction;
            way.n += 1;
            (at, layer) = (cell, earlier);
        }
        way.directions[..way.n].reverse();
        way
    }
}

/// The directions of some steps.
pub struct Way {
    directions: [u8; 128],
    n: usize,
}

impl Default for Way {
    fn default() -> Self {
        Way {
            directions: [0; 128],
            n: 0,
        }
    }
}

impl Way {
    /// Them, in their order.
    pub fn directions(&self) -> &[u8] {
        &self.directions[..self.n]
    }
}
