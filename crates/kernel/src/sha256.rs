//! SHA-256 (FIPS 180-4), by which a statement is known.

/// The first 32 bits of the fractional parts of the cube roots of the first 64
/// primes.
#[rustfmt::skip]
const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// The first 32 bits of the fractional parts of the square roots of the first
/// eight primes.
#[rustfmt::skip]
const START: [u32; 8] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/// A hash of the bytes given so far.
#[derive(Clone)]
pub struct Sha256 {
    state: [u32; 8],
    /// What does not fill a block yet: the first `length % 64` bytes.
    block: [u8; 64],
    length: u64,
}

impl Sha256 {
    /// Of no bytes.
    #[expect(clippy::new_without_default, reason = "one way to begin")]
    pub fn new() -> Sha256 {
        Sha256 { state: START, block: [0; 64], length: 0 }
    }

    /// Adds bytes at the end.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let filled = (self.length % 64) as usize;
            let (part, rest) = bytes.split_at(bytes.len().min(64 - filled));
            self.block[filled..filled + part.len()].copy_from_slice(part);
            self.length += part.len() as u64;
            if self.length.is_multiple_of(64) {
                compress(&mut self.state, &self.block);
            }
            bytes = rest;
        }
    }

    /// The hash: the bytes are followed by one bit, zeros up to a whole block,
    /// and their number in bits.
    pub fn finish(mut self) -> [u8; 32] {
        let bits = self.length.wrapping_mul(8);
        self.update(&[0x80]);
        let zeros = (64 + 56 - self.length % 64) % 64;
        self.update(&[0; 64][..zeros as usize]);
        self.update(&bits.to_be_bytes());
        let mut hash = [0; 32];
        for (bytes, word) in hash.as_chunks_mut::<4>().0.iter_mut().zip(self.state) {
            *bytes = word.to_be_bytes();
        }
        hash
    }
}

/// A hash as 64 lowercase digits.
pub fn hex(hash: &[u8; 32]) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Mixes one block into the state.
fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut w = [0u32; 64];
    for (word, &bytes) in w.iter_mut().zip(block.as_chunks().0) {
        *word = u32::from_be_bytes(bytes);
    }
    for t in 16..64 {
        let (a, b) = (w[t - 15], w[t - 2]);
        let from_a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
        let from_b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
        let sum = from_a.wrapping_add(w[t - 7]).wrapping_add(w[t - 16]);
        w[t] = sum.wrapping_add(from_b);
    }
    let mut s = *state;
    // After eight rounds each word is back in its place: unrolled, none moves.
    for (w, k) in w.into_iter().zip(K) {
        let [a, b, c, d, e, f, g, h] = s;
        let choice = g ^ (e & (f ^ g));
        let majority = (a & b) | (c & (a | b));
        let from_e = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let from_a = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let input = h.wrapping_add(w.wrapping_add(k));
        let sum = input.wrapping_add(choice).wrapping_add(from_e);
        let new = sum.wrapping_add(from_a.wrapping_add(majority));
        s = [new, a, b, c, d.wrapping_add(sum), e, f, g];
    }
    for (old, new) in state.iter_mut().zip(s) {
        *old = old.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hash of bytes that come in pieces of this size.
    fn hash(bytes: &[u8], piece: usize) -> String {
        let mut sha = Sha256::new();
        for bytes in bytes.chunks(piece) {
            sha.update(bytes);
        }
        hex(&sha.finish())
    }

    #[test]
    fn published_vectors() {
        let two_blocks = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let million = vec![b'a'; 1_000_000];
        let vectors: [(&[u8], &str); 4] = [
            (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (two_blocks, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
            (&million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        ];
        for (bytes, expected) in vectors {
            for piece in [1, 7, 64, 100, 1 << 20] {
                assert_eq!(hash(bytes, piece), expected);
            }
        }
    }

    #[test]
    fn pieces_do_not_matter() {
        let bytes: Vec<u8> = (0..300u32).map(|i| (i * 7) as u8).collect();
        for length in 0..bytes.len() {
            let whole = hash(&bytes[..length], 1000);
            assert_eq!(hash(&bytes[..length], 1), whole);
            assert_eq!(hash(&bytes[..length], 63), whole);
        }
    }
}
