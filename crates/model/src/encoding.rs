//! A state as bits: for each flat variable the binary digits of its value
//! above the least one, lowest digit first, in as few bits as its domain needs.
//!
//! The packed layout is another one: its fields are aligned to words, and a
//! variable that cannot change has a bit there. Here every bit is a variable of
//! a solver, and none is spent on what is known. Certificates name these bits,
//! so this is part of what is trusted.

use std::ops::Range;

use crate::rules::{Rules, Val};

/// Where the bits of each flat variable are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoding {
    places: Vec<Place>,
    n_bits: usize,
}

/// One flat variable: its domain and its first bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    lo: Val,
    hi: Val,
    first: usize,
    width: usize,
}

impl Encoding {
    /// The bits of these Rules' states.
    pub fn new(rules: &Rules) -> Encoding {
        let mut places = Vec::with_capacity(rules.n_flat());
        let mut n_bits = 0;
        for var in &rules.vars {
            let width = digits(var.lo, var.hi);
            for _ in 0..var.n_flat() {
                places.push(Place {
                    lo: var.lo,
                    hi: var.hi,
                    first: n_bits,
                    width,
                });
                n_bits += width;
            }
        }
        Encoding { places, n_bits }
    }

    /// How many bits a state has.
    pub fn n_bits(&self) -> usize {
        self.n_bits
    }

    /// How many flat variables there are.
    pub fn n_flat(&self) -> usize {
        self.places.len()
    }

    /// The bits of a flat variable.
    pub fn bits(&self, flat: usize) -> Range<usize> {
        let place = &self.places[flat];
        place.first..place.first + place.width
    }

    /// The least and the greatest value of a flat variable.
    pub fn domain(&self, flat: usize) -> (Val, Val) {
        (self.places[flat].lo, self.places[flat].hi)
    }

    /// The bits of a state. Its values must lie in their domains.
    pub fn encode(&self, state: &[Val]) -> Vec<bool> {
        let mut bits = Vec::with_capacity(self.n_bits);
        for (place, &value) in self.places.iter().zip(state) {
            let above = Encoding::above(place.lo, value);
            bits.extend((0..place.width).map(|k| above >> k & 1 == 1));
        }
        bits
    }

    /// The value of a flat variable, given its own bits.
    pub fn decode(&self, flat: usize, bits: &[bool]) -> Val {
        let digits = bits.iter().rev();
        let above = digits.fold(0, |n: i64, &bit| n << 1 | i64::from(bit));
        (i64::from(self.places[flat].lo) + above) as Val
    }

    /// How far a value is above the least one: the number whose digits its
    /// bits are.
    pub fn above(lo: Val, value: Val) -> u64 {
        (i64::from(value) - i64::from(lo)) as u64
    }
}

/// How many bits the values of a domain need: none for one that is constant.
fn digits(lo: Val, hi: Val) -> usize {
    (64 - Encoding::above(lo, hi).leading_zeros()) as usize
}
