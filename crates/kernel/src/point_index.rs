//! Finds cubes by their point.
//!
//! The hash table is a hint: whoever finds a cube through it compares the
//! whole point, so that a wrong entry can reject good evidence but cannot make
//! bad evidence pass.

use crate::{Budget, Checked, known, poll};

/// An open-addressing table of cube numbers. A slot holds the number in its
/// low bits and, above them, bits of the hash that spare most comparisons.
pub(crate) struct PointIndex {
    slots: Vec<u32>,
    /// The table has two to the power of this many slots.
    bits: u32,
    /// A bit for each number that is a point, where all points are one word and
    /// below the number of slots: so dense a set is known by its bits alone.
    dense: Vec<u64>,
}

const EMPTY: u32 = u32::MAX;

/// The most cubes an index can hold: one number stands for an empty slot, and
/// one bit of the slot numbers is for the table's free part.
pub(crate) const MAX_CUBES: usize = 1 << 31;

/// How far from its home a number may be. Longer chains come only from points that
/// were made to collide, since few games are so wide; without a limit they would make
/// the check quadratic.
const MAX_PROBES: usize = 1 << 14;

impl PointIndex {
    /// Indexes the points, each `words` long.
    pub fn new(points: &[u64], words: usize, budget: &mut dyn Budget) -> Checked<PointIndex> {
        let n = points.len() / words;
        let bits = (n * 3 / 2 + 1).next_power_of_two().trailing_zeros().max(4);
        let is_dense = words == 1 && points.iter().all(|point| point >> bits == 0);
        let mut dense = vec![0; if is_dense { (1 << bits) / 64 + 1 } else { 0 }];
        for point in points.iter().filter(|_| is_dense) {
            dense[(point / 64) as usize] |= 1 << (point % 64);
        }
        let mut index = PointIndex { slots: vec![EMPTY; 1 << bits], bits, dense };
        for (number, point) in points.chunks_exact(words).enumerate() {
            let hash = index.hash(point);
            let last = index.slots.len() - 1;
            let probes = (index.home(hash)..).map(|at| at & last);
            let mut near = probes.take(MAX_PROBES);
            let at = near.find(|&at| index.slots[at] == EMPTY);
            let at = known(at, "too many cubes share a point")?;
            index.slots[at] = index.tag(hash) | number as u32;
            if number % (1 << 14) == 0 {
                poll(budget, 0, 0)?;
            }
        }
        Ok(index)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 4 + self.dense.len() as u64 * 8
    }

    fn home(&self, hash: u64) -> usize {
        (hash >> (64 - self.bits)) as usize
    }

    fn number_mask(&self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    fn tag(&self, hash: u64) -> u32 {
        hash as u32 & !self.number_mask()
    }

    /// Whether this is a point for sure; if not, it may still be one.
    pub fn surely_has(&self, point: &[u64]) -> bool {
        let word = self.dense.get((point[0] / 64) as usize);
        word.is_some_and(|word| word >> (point[0] % 64) & 1 == 1)
    }

    /// The cubes that may have this point.
    pub fn candidates(&self, point: &[u64]) -> impl Iterator<Item = usize> + use<'_> {
        let hash = self.hash(point);
        let tag = self.tag(hash);
        let last = self.slots.len() - 1;
        let probes = (self.home(hash)..).take(MAX_PROBES);
        let probes = probes.map(move |at| self.slots[at & last]);
        let filled = probes.take_while(|&slot| slot != EMPTY);
        let alike = filled.filter(move |slot| slot & !self.number_mask() == tag);
        alike.map(|slot| (slot & self.number_mask()) as usize)
    }

    /// A fixed hash of a point.
    fn hash(&self, point: &[u64]) -> u64 {
        let mut h = 0u64;
        for word in point {
            h = (h ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            h ^= h >> 32;
        }
        h.wrapping_mul(0xFF51_AFD7_ED55_8CCD)
    }
}
