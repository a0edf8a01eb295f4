//! From the bits of diagrams to packed rows, as evidence holds them.

use playproof_engines::Encoding;
use playproof_model::{Layout, Val};

/// Where the bits of a state are in a packed row.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    words: usize,
    /// For each bit, its word and its place there.
    places: Vec<(usize, u64)>,
    /// A row whose bits are all 0.
    zero: Vec<u64>,
}

impl Packing {
    /// Both forms hold a value as its distance from the least one in binary,
    /// so that every bit of one is a bit of the other.
    pub fn new(layout: &Layout, encoding: &Encoding) -> Packing {
        let least = |flat: usize| encoding.domain(flat).0;
        let lowest: Vec<Val> = (0..encoding.n_flat()).map(least).collect();
        let mut zero = Vec::new();
        layout.pack(&lowest, &mut zero);
        let mut places = Vec::with_capacity(encoding.n_bits());
        for flat in 0..encoding.n_flat() {
            for k in 0..encoding.bits(flat).len() {
                let mut row = zero.clone();
                // A domain that needs this digit has this value.
                layout.set(&mut row, flat, least(flat) + (1 << k));
                let changed = |(a, b): (&u64, &u64)| a != b;
                let word = row.iter().zip(&zero).position(changed).unwrap_or(0);
                places.push((word, row[word] ^ zero[word]));
            }
        }
        Packing {
            words: layout.words,
            places,
            zero,
        }
    }

    /// Words a row.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Appends the row of a state, given the bits that are 1.
    pub fn push(&self, ones: &[u32], rows: &mut Vec<u64>) {
        let start = rows.len();
        rows.extend_from_slice(&self.zero);
        for &bit in ones {
            let (word, mask) = self.places[bit as usize];
            rows[start + word] ^= mask;
        }
    }

    /// Whether a bit of a packed state is 1.
    pub fn bit(&self, row: &[u64], bit: u32) -> bool {
        let (word, mask) = self.places[bit as usize];
        (row[word] ^ self.zero[word]) & mask != 0
    }
}
