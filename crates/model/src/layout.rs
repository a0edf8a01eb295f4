//! The packed form of a state: fields in machine words.
//!
//! Certificates hold packed rows, so this is part of what is trusted. Array
//! elements have widths that are powers of two, so that none straddles a word
//! and an element's place is a shift; scalars fill the gaps that remain.

use crate::rules::{Val, VarDecl};

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
}

/// Where one flat variable is: a [`Field`] with its element worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FlatField {
    word: u32,
    shift: u32,
    mask: u64,
    lo: Val,
    /// The greatest number that may be stored.
    span: u64,
}

/// Where every variable is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// One field a variable.
    pub fields: Vec<Field>,
    /// Words a row.
    pub words: usize,
    flat: Vec<FlatField>,
    /// The bits of each word that belong to some variable.
    used: Vec<u64>,
    /// The flat variables whose domain does not fill their bits.
    loose: Vec<u32>,
}

impl Layout {
    /// Lays out these variables: arrays first, widest elements first.
    pub fn new(vars: &[VarDecl]) -> Layout {
        let bits = |v: &VarDecl| (64 - span(v).leading_zeros()).max(1);
        let empty = Field {
            bit: 0,
            shift: 0,
            mask: 0,
            lo: 0,
        };
        let mut fields = vec![empty; vars.len()];
        let mut arrays: Vec<usize> = (0..vars.len()).filter(|&i| vars[i].len.is_some()).collect();
        arrays.sort_by_key(|&i| std::cmp::Reverse(bits(&vars[i])));
        let mut top = 0;
        for i in arrays {
            let shift = bits(&vars[i]).next_power_of_two().trailing_zeros();
            fields[i] = Field {
                bit: top,
                shift,
                mask: mask(1 << shift),
                lo: vars[i].lo,
            };
            top += vars[i].n_flat() << shift;
        }
        // How many bits of each word are taken.
        let mut taken: Vec<usize> = (0..top.div_ceil(64))
            .map(|w| (top - w * 64).min(64))
            .collect();
        for (i, v) in vars.iter().enumerate().filter(|(_, v)| v.len.is_none()) {
            let width = bits(v) as usize;
            let free = taken.iter().position(|t| t + width <= 64);
            let word = free.unwrap_or_else(|| {
                taken.push(0);
                taken.len() - 1
            });
            fields[i] = Field {
                bit: word * 64 + taken[word],
                shift: 0,
                mask: mask(width as u32),
                lo: v.lo,
            };
            taken[word] += width;
        }
        let mut layout = Layout {
            words: taken.len().max(1),
            flat: Vec::new(),
            used: vec![0; taken.len().max(1)],
            loose: Vec::new(),
            fields,
        };
        for (v, field) in vars.iter().zip(&layout.fields) {
            for element in 0..v.n_flat() {
                let bit = field.bit + (element << field.shift);
                let place = FlatField {
                    word: (bit / 64) as u32,
                    shift: (bit % 64) as u32,
                    mask: field.mask,
                    lo: field.lo,
                    span: span(v),
                };
                layout.used[bit / 64] |= place.mask << place.shift;
                if place.span < place.mask {
                    layout.loose.push(layout.flat.len() as u32);
                }
                layout.flat.push(place);
            }
        }
        layout
    }

    /// How many bits of a row are in use: there are at most two to the power of
    /// this many rows.
    pub fn n_bits(&self) -> u32 {
        self.used.iter().map(|word| word.count_ones()).sum()
    }

    /// How many flat variables a row holds.
    pub fn n_flat(&self) -> usize {
        self.flat.len()
    }

    /// The value of a flat variable.
    pub fn get(&self, row: &[u64], flat: usize) -> Val {
        let at = &self.flat[flat];
        (row[at.word as usize] >> at.shift & at.mask) as Val + at.lo
    }

    /// Writes a flat variable. The value must lie in its domain.
    pub fn set(&self, row: &mut [u64], flat: usize, value: Val) {
        let at = &self.flat[flat];
        let stored = (i64::from(value) - i64::from(at.lo)) as u64;
        let word = &mut row[at.word as usize];
        *word = *word & !(at.mask << at.shift) | stored << at.shift;
    }

    /// The word and the bit of a flat variable that is 0 or 1.
    pub fn bit(&self, flat: usize) -> Option<(usize, u32)> {
        let at = &self.flat[flat];
        (at.lo == 0 && at.span == 1).then_some((at.word as usize, at.shift))
    }

    /// Packs a flat valuation, appending one row.
    pub fn pack(&self, state: &[Val], out: &mut Vec<u64>) {
        let start = out.len();
        out.resize(start + self.words, 0);
        for (flat, &value) in state.iter().enumerate() {
            self.set(&mut out[start..], flat, value);
        }
    }

    /// Unpacks a row, appending its flat valuation.
    pub fn unpack(&self, row: &[u64], out: &mut Vec<Val>) {
        out.extend((0..self.flat.len()).map(|flat| self.get(row, flat)));
    }

    /// Whether a row is one that `pack` can make: every field in its domain,
    /// every other bit 0. Rows from a file are used only after this.
    pub fn canonical(&self, row: &[u64]) -> bool {
        let inside = row
            .iter()
            .zip(&self.used)
            .all(|(word, used)| word & !used == 0);
        inside
            && self.loose.iter().all(|&flat| {
                let at = &self.flat[flat as usize];
                row[at.word as usize] >> at.shift & at.mask <= at.span
            })
    }
}

fn span(v: &VarDecl) -> u64 {
    (i64::from(v.hi) - i64::from(v.lo)) as u64
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}
