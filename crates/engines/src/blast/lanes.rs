//! The algebra of 64 states at once: a bit is a word, one lane a state. Nothing
//! is symbolic here, so that it can be compared with the reference interpreter.

use playproof_model::{Encoding, Val};

use super::algebra::Algebra;

/// Words as bits.
#[derive(Clone, Copy, Default, Debug)]
pub struct Lanes;

impl Lanes {
    /// How many states there are in a word.
    pub const WIDTH: usize = 64;

    /// The bits of up to 64 states, one at least. Lanes that are left repeat
    /// the last state: a lane without a state could be outside the domains.
    pub fn load(encoding: &Encoding, states: &[Vec<Val>]) -> Vec<u64> {
        let last = states.last().expect("at least one state");
        let mut words = vec![0; encoding.n_bits()];
        for lane in 0..Lanes::WIDTH {
            let bits = encoding.encode(states.get(lane).unwrap_or(last));
            for (word, bit) in words.iter_mut().zip(bits) {
                *word |= u64::from(bit) << lane;
            }
        }
        words
    }

    /// What one lane holds of some bits.
    pub fn lane(words: &[u64], lane: usize) -> Vec<bool> {
        words.iter().map(|word| word >> lane & 1 == 1).collect()
    }
}

impl Algebra for Lanes {
    type Bit = u64;

    fn constant(&mut self, value: bool) -> u64 {
        if value { u64::MAX } else { 0 }
    }

    fn not(&mut self, a: &u64) -> u64 {
        !a
    }

    fn and(&mut self, a: &u64, b: &u64) -> u64 {
        a & b
    }
}
