//! Numbers for sets of boxes: the combinatorial number system over the floor.

use super::SweepError;
use super::grid::cells;

/// More boxes than this are refused.
pub const MAX_BOXES: usize = 8;

/// The most box sets that a sweep numbers: its table takes eight bytes each.
pub const MAX_BOX_SETS: usize = 1 << 23;

/// Numbers the sets of `n_boxes` cells of one floor from 0 on, without gaps.
pub(super) struct Ranks {
    /// For the i-th box of a set in the order of cells, and its cell, what it
    /// adds to the number.
    place: [[u32; 64]; MAX_BOXES],
    n_sets: usize,
}

impl Ranks {
    pub fn new() -> Ranks {
        Ranks {
            place: [[0; 64]; MAX_BOXES],
            n_sets: 0,
        }
    }

    /// Turns to another floor.
    pub fn set(&mut self, floor: u64, n_boxes: usize) -> Result<(), SweepError> {
        let n_floor = floor.count_ones() as usize;
        let n_sets = binomial(n_floor, n_boxes);
        if n_boxes > MAX_BOXES || n_sets > MAX_BOX_SETS {
            return Err(SweepError::TooManyBoxes { n_boxes, n_floor });
        }
        self.n_sets = n_sets;
        // The i-th row of Pascal's triangle is a running sum of the one before.
        let mut before = [1u32; 65];
        for row in &mut self.place[..n_boxes] {
            let mut here = [0u32; 65];
            for (nth, cell) in cells(floor).enumerate() {
                row[cell] = here[nth];
                here[nth + 1] = here[nth].wrapping_add(before[nth]);
            }
            before = here;
        }
        Ok(())
    }

    /// How many box sets there are.
    pub fn n_sets(&self) -> usize {
        self.n_sets
    }

    #[inline(always)]
    pub fn rank(&self, boxes: u64) -> usize {
        let mut rest = boxes;
        let (mut sum, mut nth) = (0, 0);
        while rest != 0 {
            sum += self.place[nth & (MAX_BOXES - 1)][(rest.trailing_zeros() & 63) as usize];
            rest &= rest - 1;
            nth += 1;
        }
        sum as usize
    }
}

/// n over k, or a number above every limit.
fn binomial(n: usize, k: usize) -> usize {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    (0..k).fold(1usize, |product, i| product.saturating_mul(n - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_box_set_has_its_own_number() {
        let floor = 0b1011_0110_1101_1101_u64;
        for n_boxes in 1..=5 {
            let mut ranks = Ranks::new();
            ranks.set(floor, n_boxes).expect("few boxes");
            let mut seen = vec![false; ranks.n_sets()];
            let sets = (0..1u64 << 16)
                .filter(|set| set & !floor == 0 && set.count_ones() as usize == n_boxes);
            for set in sets {
                let number = ranks.rank(set);
                assert!(!seen[number], "{set:b} has the number of another set");
                seen[number] = true;
            }
            assert!(seen.iter().all(|seen| *seen));
        }
    }
}
