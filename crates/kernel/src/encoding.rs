//! A state as bits: for each flat variable the binary digits of its value
//! above the least one, lowest digit first, in as few bits as its domain needs.
//!
//! The packed layout is another one: its fields are aligned to words, and a
//! variable that cannot change has a bit there. Here every bit is a variable of
//! a solver, and none is spent on what is known. Certificates name these bits,
//! so this is part of what is trusted.

use std::ops::Range;

use crate::machine::{Machine, Val};

/// Where the bits of each flat variable are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoding {
    domains: Vec<(Val, Val)>,
    /// Where the bits of each flat variable end; those of the next begin there.
    ends: Vec<usize>,
}

impl Encoding {
    /// The bits of this machine's states.
    pub fn new(machine: &Machine) -> Encoding {
        let domains = machine.domains();
        let ends = domains.iter().scan(0, |end, &(lo, hi)| {
            // A domain of one value needs no bit.
            *end += 64 - Encoding::above(lo, hi).leading_zeros() as usize;
            Some(*end)
        });
        let ends = ends.collect();
        Encoding { domains, ends }
    }

    /// How many bits a state has.
    pub fn n_bits(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// How many flat variables there are.
    pub fn n_flat(&self) -> usize {
        self.ends.len()
    }

    /// The bits of a flat variable.
    pub fn bits(&self, flat: usize) -> Range<usize> {
        let begin = flat.checked_sub(1).map_or(0, |before| self.ends[before]);
        begin..self.ends[flat]
    }

    /// The least and the greatest value of a flat variable.
    pub fn domain(&self, flat: usize) -> (Val, Val) {
        self.domains[flat]
    }

    /// The bits of a flat variable that has a value of its domain, each with
    /// what it is then.
    pub fn digits(&self, flat: usize, value: Val) -> impl Iterator<Item = (usize, bool)> {
        let above = Encoding::above(self.domains[flat].0, value);
        let digits = (0..).map(move |k| above >> k & 1 == 1);
        self.bits(flat).zip(digits)
    }

    /// The bits of a state. Its values must lie in their domains.
    pub fn encode(&self, state: &[Val]) -> Vec<bool> {
        let values = state.iter().enumerate();
        let digits = values.flat_map(|(flat, &value)| self.digits(flat, value));
        digits.map(|(_, digit)| digit).collect()
    }

    /// How far a value is above the least one: the number whose digits its
    /// bits are.
    pub fn above(lo: Val, value: Val) -> u64 {
        (i64::from(value) - i64::from(lo)) as u64
    }
}
