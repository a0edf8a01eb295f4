//! Random numbers that stay the same on every machine and in every version.
//!
//! ChaCha is a published cipher with test vectors, so its stream cannot change with
//! a new version of the crate that computes it. The key is the seed and the nonce
//! the proposal's number, both placed here and not by a library's way of seeding:
//! streams of different numbers have nothing to do with each other.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// The random numbers of one proposal.
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The numbers for proposal `number` of `seed`.
    pub fn new(seed: u64, number: u64) -> Stream {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut cipher = ChaCha8Rng::from_seed(key);
        cipher.set_stream(number);
        Stream(cipher)
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, each as likely as any other; `n` is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        // Words of the last, incomplete run of `n` would favour small numbers.
        let unfair = u64::MAX - u64::MAX % n;
        loop {
            let word = self.word();
            if word < unfair {
                return (word % n) as usize;
            }
        }
    }
}
