//! Lower bounds on the pushes that are left, each a sum of weights of the
//! cells with boxes, so that the checker can prove it.
//!
//! A *matching* bound comes from the prices of a cheapest matching of boxes
//! with homes: it is exact for that matching and holds everywhere. A *crowd*
//! bound says that boxes on cells from where only a few homes can be reached
//! are too many.

use playproof_model::{Bound, FAR, Val};

use super::floor::{Floor, UNREACHABLE};
use super::matching::{NEVER, cheapest};

/// What a box weighs that can come to no home.
const HOPELESS: i64 = 1 << 16;

/// The most crowd bounds, and the most matching bounds.
const MAX_CROWDS: usize = 48;
const MAX_MATCHINGS: usize = 16;

/// Several bounds, evaluated together.
pub(super) struct Bounds {
    /// For each bound: whether it counts pushes, its constant.
    heads: Vec<(bool, i32)>,
    /// For each cell, what a box on it adds to each bound.
    of_box: Vec<Vec<i32>>,
    /// For each hole, what it adds while it is open.
    of_hole: Vec<Vec<i32>>,
    /// Whether pushes are counted: otherwise a bound on them proves nothing.
    counted: bool,
}

impl Bounds {
    /// Bounds for a level with this many boxes.
    pub fn new(floor: &Floor, n_boxes: usize, counted: bool) -> Bounds {
        let mut bounds = Bounds {
            heads: Vec::new(),
            of_box: vec![Vec::new(); floor.n_cells],
            of_hole: vec![Vec::new(); floor.n_holes],
            counted,
        };
        bounds.add_nearest(floor);
        if floor.n_holes == 0 {
            bounds.add_crowds(floor, n_boxes);
        }
        bounds
    }

    /// Every box goes to the home nearest to it.
    fn add_nearest(&mut self, floor: &Floor) {
        let free = vec![0; floor.homes.len()];
        self.add_priced(floor, &free);
    }

    /// A bound from prices of homes, none above 0.
    fn add_priced(&mut self, floor: &Floor, prices: &[i64]) {
        let weight = |cell: usize| {
            let ways = floor.distance.iter().zip(prices);
            let ways = ways.filter(|(d, _)| d[cell] != UNREACHABLE);
            let least = ways.map(|(d, price)| i64::from(d[cell]) - price).min();
            least.unwrap_or(HOPELESS).min(HOPELESS) as i32
        };
        for (cell, weights) in self.of_box.iter_mut().enumerate() {
            weights.push(weight(cell));
        }
        let mut constant = 0;
        for (&home, &price) in floor.homes.iter().zip(prices) {
            match self.of_hole.get_mut(floor.hole[home as usize] as usize) {
                Some(weights) => weights.push(price as i32),
                None => constant += price as i32,
            }
        }
        self.heads.push((true, constant));
    }

    /// Adds the bound that is exact for these boxes, unless one is already.
    /// Only where there are not more boxes than homes.
    pub fn learn(&mut self, floor: &Floor, boxes: &[u16]) {
        let n_matchings = self.heads.iter().filter(|head| head.0).count();
        if boxes.is_empty() || boxes.len() > floor.homes.len() || n_matchings >= MAX_MATCHINGS {
            return;
        }
        let row = |&cell: &u16| -> Vec<i64> {
            let costs = floor.distance.iter().map(|d| match d[cell as usize] {
                UNREACHABLE => NEVER,
                pushes => i64::from(pushes),
            });
            costs.collect()
        };
        let cost: Vec<Vec<i64>> = boxes.iter().map(row).collect();
        let (total, prices) = cheapest(&cost);
        let known = self.estimate(boxes, &[]);
        if total < NEVER && (known == FAR || total > i64::from(known)) {
            self.add_priced(floor, &prices);
        }
    }

    /// For each set of homes that some cells are confined to, and for unions
    /// of two such sets: boxes on such cells must not be more than the homes.
    fn add_crowds(&mut self, floor: &Floor, n_boxes: usize) {
        let homes_of = |cell: usize| -> Vec<bool> {
            let reached = floor.distance.iter().map(|d| d[cell] != UNREACHABLE);
            reached.collect()
        };
        let of_cell: Vec<Vec<bool>> = (0..floor.n_cells).map(homes_of).collect();
        let mut sets: Vec<Vec<bool>> = Vec::new();
        for set in &of_cell {
            if set.contains(&true) && !sets.contains(set) {
                sets.push(set.clone());
            }
        }
        if n_boxes > floor.homes.len() {
            sets.push(vec![true; floor.homes.len()]);
        }
        let single = sets.len();
        for i in 0..single.min(MAX_CROWDS) {
            for j in 0..i {
                let union: Vec<bool> = sets[i].iter().zip(&sets[j]).map(|(a, b)| a | b).collect();
                if !sets.contains(&union) && sets.len() < 4 * MAX_CROWDS {
                    sets.push(union);
                }
            }
        }
        let size = |set: &[bool]| set.iter().filter(|&&h| h).count();
        sets.retain(|set| size(set) < n_boxes);
        sets.sort_by_key(|set| size(set));
        for set in sets.iter().take(MAX_CROWDS) {
            let confined = |homes: &Vec<bool>| homes.iter().zip(set).all(|(h, s)| !h | s);
            for (cell, weights) in self.of_box.iter_mut().enumerate() {
                weights.push(i32::from(confined(&of_cell[cell])));
            }
            self.heads.push((false, -(size(set) as i32)));
        }
    }

    /// The greatest bound for these boxes and open holes.
    pub fn estimate(&self, boxes: &[u16], open_holes: &[u16]) -> u32 {
        let mut sums = [0i32; MAX_CROWDS + MAX_MATCHINGS];
        let sums = &mut sums[..self.heads.len()];
        for (sum, head) in sums.iter_mut().zip(&self.heads) {
            *sum = head.1;
        }
        let mut add = |weights: &[i32]| {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight;
            }
        };
        boxes.iter().for_each(|&c| add(&self.of_box[c as usize]));
        open_holes
            .iter()
            .for_each(|&h| add(&self.of_hole[h as usize]));
        let mut greatest = 0;
        for (&sum, &(counts, _)) in sums.iter().zip(&self.heads) {
            let hopeless = counts && sum >= HOPELESS as i32 / 2;
            if (!counts && sum > 0) || (hopeless && self.counted) {
                return FAR;
            }
            if !hopeless {
                greatest = greatest.max(sum);
            }
        }
        greatest as u32
    }

    /// The bounds as the evidence has them. `box_flat` and `hole_flat` are the
    /// flat variables of the first cell and of the first hole.
    pub fn written(&self, box_flat: u32, hole_flat: u32) -> Vec<Bound> {
        let bound = |(k, &(counts, constant)): (usize, &(bool, i32))| {
            let boxes = (box_flat..).zip(&self.of_box);
            let holes = (hole_flat..).zip(&self.of_hole);
            let weighed = boxes
                .chain(holes)
                .map(|(flat, w)| (flat, w.get(k).copied()));
            let weighed = weighed.filter_map(|(flat, w)| Some((flat, w.filter(|&w| w != 0)?)));
            let mut weights: Vec<(u32, Vec<Val>)> =
                weighed.map(|(flat, w)| (flat, vec![0, w])).collect();
            if !self.of_hole.is_empty() {
                // Cells without a hole share a bit that is never set. Where it
                // is, boxes may vanish anywhere.
                weights.push((hole_flat - 1, vec![0, -(HOPELESS as Val)]));
            }
            Bound {
                counts,
                constant,
                weights,
            }
        };
        let bounds = self.heads.iter().enumerate().map(bound);
        bounds.filter(|bound| !bound.weights.is_empty()).collect()
    }
}
