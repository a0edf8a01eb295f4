//! Which bits a state is: for each flat variable the binary digits of its value
//! above the least one, lowest digit first, in as few bits as its domain needs.
//!
//! The packed layout is another one: its fields are aligned to words, and a
//! variable that cannot change has a bit there. Here every bit is a variable of
//! a solver, and none is spent on what is known.

use std::ops::Range;

use playproof_model::{Rules, Val};

use super::algebra::Algebra;

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
            let above = above(place.lo, value);
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

    /// Where these bits of a state are the bits of this very state.
    pub fn is<A: Algebra>(&self, algebra: &mut A, state: &[A::Bit], values: &[Val]) -> A::Bit {
        let wanted = self.encode(values);
        let digit = |(bit, value): (&A::Bit, bool)| match value {
            true => bit.clone(),
            false => algebra.not(bit),
        };
        let digits: Vec<A::Bit> = state.iter().zip(wanted).map(digit).collect();
        algebra.all(&digits)
    }

    /// Where these bits of a state are values within all domains.
    pub fn valid<A: Algebra>(&self, algebra: &mut A, state: &[A::Bit]) -> A::Bit {
        let mut parts = Vec::new();
        for place in &self.places {
            let span = above(place.lo, place.hi);
            if span + 1 == 1 << place.width {
                continue;
            }
            // From the lowest digit up: whether the digits so far are at most
            // those of the greatest value.
            let mut at_most = algebra.constant(true);
            for k in 0..place.width {
                let clear = algebra.not(&state[place.first + k]);
                at_most = match span >> k & 1 {
                    1 => algebra.or(&clear, &at_most),
                    _ => algebra.and(&clear, &at_most),
                };
            }
            parts.push(at_most);
        }
        algebra.all(&parts)
    }
}

/// How far a value is above the least one.
pub(super) fn above(lo: Val, value: Val) -> u64 {
    (i64::from(value) - i64::from(lo)) as u64
}

/// How many bits the values of a domain need: none for one that is constant.
fn digits(lo: Val, hi: Val) -> usize {
    (64 - above(lo, hi).leading_zeros()) as usize
}
