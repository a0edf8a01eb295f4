//! The cubes of a closed set as boxes, a batch at a time: sets of values are
//! enumerated, so that in a box every variable has a range.

use playproof_model::{Cubes, Dom, Layout, Val};

use crate::evidence::{ClosedSet, Column};

/// Boxes evaluated at a time: enough to fill the columns' loops, few enough
/// to stay in the cache.
const BATCH: usize = 512;

/// What a batch may cost: values held, and values that ranges span, since
/// tables are read over whole ranges. The budget is asked once a batch.
const BATCH_WORK: u64 = 1 << 21;

/// A batch of boxes, and the cube that each is part of.
#[derive(Default)]
pub(crate) struct BoxBatch {
    pub boxes: Cubes,
    /// The number of a cube or, counted on from there, of a pattern.
    pub owner: Vec<u32>,
}

/// Goes through all boxes of all cubes and patterns.
pub(crate) struct BoxCursor<'a> {
    set: &'a ClosedSet,
    layout: &'a Layout,
    domains: &'a [(Val, Val)],
    n_cubes: usize,
    /// The cube after the one that is open.
    next: usize,
    open: bool,
    /// The box that comes next.
    lo: Vec<Val>,
    hi: Vec<Val>,
    /// How many values its ranges span.
    spanned: u64,
    /// The variables of the open cube that range over sets.
    sets: Vec<SetVariable<'a>>,
}

struct SetVariable<'a> {
    flat: usize,
    bits: &'a [u64],
}

impl<'a> BoxCursor<'a> {
    /// The set must have passed the check of its shape.
    pub fn new(set: &'a ClosedSet, layout: &'a Layout, domains: &'a [(Val, Val)]) -> Self {
        BoxCursor {
            n_cubes: set.points.len() / layout.words,
            set,
            layout,
            domains,
            next: 0,
            open: false,
            lo: Vec::new(),
            hi: Vec::new(),
            spanned: 0,
            sets: Vec::new(),
        }
    }

    /// Replaces the batch by the boxes that follow; none at the end.
    pub fn fill(&mut self, batch: &mut BoxBatch) {
        batch.boxes.n_flat = self.domains.len();
        batch.boxes.clear();
        batch.owner.clear();
        let mut work = 0;
        while batch.owner.len() < BATCH && work < BATCH_WORK {
            if !self.open {
                if self.next == self.n_cubes + self.set.patterns.len() {
                    return;
                }
                self.open_next();
            }
            batch.boxes.lo.extend_from_slice(&self.lo);
            batch.boxes.hi.extend_from_slice(&self.hi);
            batch.owner.push(self.next as u32 - 1);
            work += self.domains.len() as u64 + self.spanned;
            self.open = self.advance();
        }
    }

    fn open_next(&mut self) {
        let cube = self.next;
        self.next += 1;
        self.open = true;
        self.lo.clear();
        self.spanned = 0;
        self.sets.clear();
        let set = self.set;
        if cube >= self.n_cubes {
            self.lo.extend(self.domains.iter().map(|d| d.0));
            self.hi.clear();
            self.hi.extend(self.domains.iter().map(|d| d.1));
            let spans = self.domains.iter().map(|d| i64::from(d.1) - i64::from(d.0));
            self.spanned = spans.sum::<i64>() as u64;
            for (flat, dom) in &set.patterns[cube - self.n_cubes] {
                match dom {
                    Dom::Range(lo, hi) => self.range(*flat as usize, (*lo, *hi)),
                    Dom::Set(bits) => self.first_of(*flat as usize, bits),
                }
            }
            return;
        }
        let words = self.layout.words;
        let point = &set.points[cube * words..][..words];
        self.layout.unpack(point, &mut self.lo);
        self.hi.clone_from(&self.lo);
        for (&flat, column) in set.free.iter().zip(&set.columns) {
            match column {
                Column::Ranges(ranges) => self.range(flat as usize, ranges[cube]),
                Column::Sets { words, bits } => {
                    self.first_of(flat as usize, &bits[cube * words..][..*words]);
                }
            }
        }
    }

    fn range(&mut self, flat: usize, (lo, hi): (Val, Val)) {
        self.lo[flat] = lo;
        self.hi[flat] = hi;
        self.spanned += (i64::from(hi) - i64::from(lo)) as u64;
    }

    fn first_of(&mut self, flat: usize, bits: &'a [u64]) {
        let first = next_bit(bits, 0).expect("the shape check refuses empty sets");
        let value = self.domains[flat].0 + first as Val;
        self.range(flat, (value, value));
        self.sets.push(SetVariable { flat, bits });
    }

    /// The next combination of the sets' values, in the order of an odometer.
    fn advance(&mut self) -> bool {
        for s in &self.sets {
            let least = self.domains[s.flat].0;
            let now = (self.lo[s.flat] - least) as usize;
            let later = next_bit(s.bits, now + 1);
            let bit = later.or_else(|| next_bit(s.bits, 0));
            let value = least + bit.expect("the shape check refuses empty sets") as Val;
            self.lo[s.flat] = value;
            self.hi[s.flat] = value;
            if later.is_some() {
                return true;
            }
        }
        false
    }
}

/// The position of the first bit from `from` on.
fn next_bit(bits: &[u64], from: usize) -> Option<usize> {
    let first = from / 64;
    let mut word = *bits.get(first)? & (u64::MAX << (from % 64));
    for i in first.. {
        if word != 0 {
            return Some(i * 64 + word.trailing_zeros() as usize);
        }
        word = *bits.get(i + 1)?;
    }
    None
}
