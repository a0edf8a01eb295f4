//! Two ways to write numbers: as words of bits, which solvers search fast, and
//! as integers, which they reason about where steps are not bounded.

use playproof_model::interval::Interval;
use playproof_model::{E, Rules};

use crate::ranges::{domains, evaluate};

/// How numbers are written.
#[derive(Clone, Copy)]
pub enum Numerals {
    /// Integers without end.
    Integers,
    /// Words of so many bits, the first of which is the sign.
    Bits(u32),
}

impl Numerals {
    /// Words in which no expression of these Rules overflows.
    pub fn bits(rules: &Rules) -> Numerals {
        let all: Vec<E> = (0..rules.nodes.len()).map(|i| E(i as u32)).collect();
        let domains = domains(rules);
        let mut ranges = vec![Interval::point(0); rules.nodes.len()];
        evaluate(rules, &all, &domains, &mut ranges);
        let lengths = rules.vars.iter().filter_map(|v| v.len).map(i64::from);
        let sizes = rules.tables.iter().flat_map(|t| &t.dims);
        let sizes = sizes.map(|&n| i64::from(n));
        let ranges = ranges.iter().chain(&domains).flat_map(|r| [r.lo, r.hi]);
        let values = ranges.chain(lengths).chain(sizes);
        // A number and its sign: -1 needs as many bits as 0.
        let needed = values.map(|v| 65 - (if v < 0 { !v } else { v }).leading_zeros());
        Numerals::Bits(needed.max().unwrap_or(1))
    }

    /// The type.
    pub fn sort(self) -> String {
        match self {
            Numerals::Integers => "Int".into(),
            Numerals::Bits(n) => format!("(_ BitVec {n})"),
        }
    }

    /// A number.
    pub fn constant(self, value: i64) -> String {
        match self {
            Numerals::Integers if value < 0 => format!("(- {})", value.unsigned_abs()),
            Numerals::Integers => value.to_string(),
            Numerals::Bits(n) => {
                let word = value as u64 & (u64::MAX >> (64 - n));
                format!("(_ bv{word} {n})")
            }
        }
    }

    /// The function that adds.
    pub fn plus(self) -> &'static str {
        self.one_of("+", "bvadd")
    }

    /// The function that subtracts.
    pub fn minus(self) -> &'static str {
        self.one_of("-", "bvsub")
    }

    /// The function that multiplies.
    pub fn times(self) -> &'static str {
        self.one_of("*", "bvmul")
    }

    /// The function that says whether one number is less than another.
    pub fn less(self) -> &'static str {
        self.one_of("<", "bvslt")
    }

    /// The same for less or equal.
    pub fn at_most(self) -> &'static str {
        self.one_of("<=", "bvsle")
    }

    fn one_of(self, integers: &'static str, bits: &'static str) -> &'static str {
        match self {
            Numerals::Integers => integers,
            Numerals::Bits(_) => bits,
        }
    }
}
