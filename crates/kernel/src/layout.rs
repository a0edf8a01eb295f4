//! The packed form of a state: fields in machine words.
//!
//! Variables follow each other in their order. An element of an array has a
//! width that is a power of two and begins at a multiple of it; a scalar has as
//! many bits as its domain needs, and begins in the next word where it would
//! not end in this one. So no field is cut by the end of a word. What is stored
//! is the value above the least one.

use crate::machine::{Val, VarDecl};

/// Where a variable's elements are: element `i` at bit `bit + (i << shift)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The first bit, counted over all words.
    pub bit: usize,
    /// The binary logarithm of an element's width.
    pub shift: u32,
    /// The element's bits, at the low end of a word.
    pub mask: u64,
    /// The value stored as 0.
    pub lo: Val,
    /// The greatest number that may be stored.
    pub span: u64,
}

/// Where every variable is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// One field for each variable.
    pub fields: Vec<Field>,
    /// Words of a row.
    pub words: usize,
    /// One field for each flat variable.
    flat: Vec<Field>,
    /// The bits of each word that belong to some variable.
    pub used: Vec<u64>,
}

impl Layout {
    /// Lays out these variables.
    pub fn new(vars: &[VarDecl]) -> Layout {
        let (mut fields, mut flat, mut top) = (Vec::new(), Vec::new(), 0);
        for v in vars {
            let span = (i64::from(v.hi) - i64::from(v.lo)) as u64;
            let bits = (64 - span.leading_zeros()).max(1) as usize;
            let width = if v.len.is_some() { bits.next_power_of_two() } else { bits };
            top = match v.len {
                Some(_) => usize::next_multiple_of(top, width),
                None if top % 64 + width > 64 => usize::next_multiple_of(top, 64),
                None => top,
            };
            let (mask, shift) = (u64::MAX >> (64 - width), width.trailing_zeros());
            let field = Field { bit: top, shift, mask, lo: v.lo, span };
            let places = (0..v.n_flat()).map(|i| top + i * width);
            flat.extend(places.map(|bit| Field { bit, ..field }));
            fields.push(field);
            top += v.n_flat() * width;
        }
        let words = top.div_ceil(64).max(1);
        let mut used = vec![0; words];
        for field in &flat {
            used[field.bit / 64] |= field.mask << (field.bit % 64);
        }
        Layout { fields, words, flat, used }
    }

    /// How many flat variables a row holds.
    pub fn n_flat(&self) -> usize {
        self.flat.len()
    }

    /// The value of a flat variable.
    pub fn get(&self, row: &[u64], flat: usize) -> Val {
        let at = &self.flat[flat];
        (row[at.bit / 64] >> (at.bit % 64) & at.mask) as Val + at.lo
    }

    /// Writes a flat variable. The value must lie in its domain.
    pub fn set(&self, row: &mut [u64], flat: usize, value: Val) {
        let at = &self.flat[flat];
        let stored = (i64::from(value) - i64::from(at.lo)) as u64;
        let (word, shift) = (&mut row[at.bit / 64], at.bit % 64);
        *word = *word & !(at.mask << shift) | stored << shift;
    }

    /// Packs a flat state, appending one row.
    pub fn pack(&self, state: &[Val], out: &mut Vec<u64>) {
        let start = out.len();
        out.resize(start + self.words, 0);
        for (flat, &value) in state.iter().enumerate() {
            self.set(&mut out[start..], flat, value);
        }
    }

    /// Unpacks a row, appending its flat state.
    pub fn unpack(&self, row: &[u64], out: &mut Vec<Val>) {
        out.extend((0..self.flat.len()).map(|flat| self.get(row, flat)));
    }

    /// Whether a row is one that `pack` can make: every field in its domain,
    /// every other bit 0. Rows from a file are used only after this.
    pub fn canonical(&self, row: &[u64]) -> bool {
        let mut words = row.iter().zip(&self.used);
        let fits = |at: &Field| row[at.bit / 64] >> (at.bit % 64) & at.mask <= at.span;
        words.all(|(word, used)| word & !used == 0) && self.flat.iter().all(fits)
    }
}
