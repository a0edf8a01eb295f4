//! Cubes: sets of states in which some bits have given values.

use playproof_model::{Encoding, Machine};

/// Literals over the bits of a state, sorted by bit: `b + 1` says that bit `b`
/// is set, its negation that it is not. Its negation is a clause of the same
/// form as those of evidence.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Cube(Vec<i32>);

impl Cube {
    pub fn new(mut literals: Vec<i32>) -> Cube {
        literals.sort_unstable_by_key(|literal| literal.abs());
        Cube(literals)
    }

    pub fn literals(&self) -> &[i32] {
        &self.0
    }

    /// The clause that excludes it.
    pub fn excluded(&self) -> Vec<i32> {
        self.0.iter().map(|literal| -literal).collect()
    }

    /// Whether a state is in it.
    pub fn holds(&self, bits: &[bool]) -> bool {
        self.0.iter().all(|&literal| agrees(literal, bits))
    }

    /// Whether all states of the other cube are in this one.
    pub fn contains(&self, other: &Cube) -> bool {
        let mut others = other.0.iter();
        self.0.iter().all(|literal| others.any(|o| o == literal))
    }

    /// The same without one literal.
    pub fn without(&self, dropped: i32) -> Cube {
        Cube(self.0.iter().copied().filter(|&l| l != dropped).collect())
    }
}

fn agrees(literal: i32, bits: &[bool]) -> bool {
    bits[literal.unsigned_abs() as usize - 1] == (literal > 0)
}

/// The initial states as bits.
pub(super) struct Initial {
    states: Vec<Vec<bool>>,
}

impl Initial {
    pub fn new(rules: &Machine, encoding: &Encoding) -> Initial {
        let states = rules.initial.iter();
        Initial {
            states: states.map(|state| encoding.encode(state)).collect(),
        }
    }

    pub fn states(&self) -> &[Vec<bool>] {
        &self.states
    }

    /// Whether an initial state is in a cube.
    pub fn meets(&self, cube: &Cube) -> bool {
        self.states.iter().any(|bits| cube.holds(bits))
    }

    /// The part of a cube that was needed, with further literals of the cube
    /// for each initial state that would be in it. The cube has none.
    pub fn kept_out(&self, cube: &Cube, needed: Vec<i32>) -> Cube {
        let mut kept = needed;
        for bits in &self.states {
            if kept.iter().all(|&literal| agrees(literal, bits)) {
                let differs = cube.0.iter().find(|&&literal| !agrees(literal, bits));
                kept.extend(differs);
            }
        }
        Cube::new(kept)
    }
}
