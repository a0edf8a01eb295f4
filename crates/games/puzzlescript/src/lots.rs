//! Lots as PuzzleScript itself draws them, so that a run with a seed can be repeated.

use crate::plain::chance::Chance;

/// Draws lots from a seed: bytes of RC4, seven for each lot.
#[derive(Clone, Debug)]
pub struct Lots {
    bytes: [u8; 256],
    at: u8,
    sum: u8,
}

/// Bytes that are drawn for a lot.
const BYTES: i32 = 7;

impl Lots {
    /// The lots of a seed.
    pub fn new(seed: &str) -> Lots {
        let mut lots = Lots {
            bytes: std::array::from_fn(|i| i as u8),
            at: 0,
            sum: 0,
        };
        // A character beyond the first 256 counts as two bytes.
        let key = seed.encode_utf16().flat_map(|unit| {
            let [high, low] = unit.to_be_bytes();
            [(high > 0).then_some(high), Some(low)]
                .into_iter()
                .flatten()
        });
        let key: Vec<u8> = key.collect();
        let mut sum = 0_u8;
        for (i, byte) in key.iter().cycle().take(256).enumerate() {
            sum = sum.wrapping_add(lots.bytes[i]).wrapping_add(*byte);
            lots.bytes.swap(i, usize::from(sum));
        }
        lots
    }

    fn byte(&mut self) -> u8 {
        self.at = self.at.wrapping_add(1);
        let (at, bytes) = (usize::from(self.at), &mut self.bytes);
        self.sum = self.sum.wrapping_add(bytes[at]);
        bytes.swap(at, usize::from(self.sum));
        let place = bytes[at].wrapping_add(bytes[usize::from(self.sum)]);
        bytes[usize::from(place)]
    }
}

impl Chance for Lots {
    fn draw(&mut self, n: usize) -> usize {
        let mut number = 0.0;
        for _ in 0..BYTES {
            number = number * 256.0 + f64::from(self.byte());
        }
        // The division is by the greatest number, as PuzzleScript has it.
        let part = number / (f64::powi(2.0, 8 * BYTES) - 1.0);
        ((part * n as f64) as usize).min(n - 1)
    }
}
