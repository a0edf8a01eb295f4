//! All winnable states by number of pushes: one breadth-first sweep of pulls.
//!
//! A state is a set of boxes and the region that the player is in. The sweep
//! starts from every solved state at once and undoes pushes, so that the layer
//! in which a state is reached is its least number of pushes to the end, and
//! the last layer holds the hardest starts. The same sweep with pushes instead
//! of pulls, from one state, finds what is farthest from there.

use super::SweepError;
use super::grid::Grid;
use super::layout::{Layout, Start};
use super::ranks::Ranks;

/// A set of boxes, and the cells that the player walks between.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    /// Where the boxes are.
    pub boxes: u64,
    /// Where the player may be.
    pub player: u64,
}

const NONE: u32 = u32::MAX;

/// The tables of sweeps by pushes; used again for every layout.
pub struct PushSweep {
    grid: Grid,
    floor: u64,
    ranks: Ranks,
    /// For each box set, the player's cells that were reached.
    reached: Vec<u64>,
    /// The states in the order in which they were reached.
    states: Vec<Region>,
    /// Where each layer of `states` starts.
    layers: Vec<u32>,
    /// The box set that was reached last for the first time.
    last_new: u64,
    /// For each box set, its first state, and for each state the next one of
    /// the same box set. Only filled where distances are to be looked up.
    heads: Vec<u32>,
    nexts: Vec<u32>,
    near: Near,
}

impl PushSweep {
    /// Tables for layouts on this grid.
    pub fn new(grid: Grid) -> PushSweep {
        PushSweep {
            grid,
            floor: 0,
            ranks: Ranks::new(),
            reached: Vec::new(),
            states: Vec::new(),
            layers: Vec::new(),
            last_new: 0,
            heads: Vec::new(),
            nexts: Vec::new(),
            near: Near::new(&grid),
        }
    }

    /// Sweeps backwards from all solved states and returns the most pushes
    /// that a winnable state needs. `None` if there are more than `max_states`.
    pub fn back(
        &mut self,
        layout: &Layout,
        max_states: usize,
    ) -> Result<Option<usize>, SweepError> {
        self.begin(layout)?;
        self.add_solved::<false>(layout.goals);
        Ok(self.run::<false, false>(max_states))
    }

    /// The same, so that distances can be looked up afterwards.
    pub fn back_keeping_distances(
        &mut self,
        layout: &Layout,
        max_states: usize,
    ) -> Result<Option<usize>, SweepError> {
        self.begin(layout)?;
        self.heads.clear();
        self.heads.resize(self.ranks.n_sets(), NONE);
        self.nexts.clear();
        self.add_solved::<true>(layout.goals);
        Ok(self.run::<false, true>(max_states))
    }

    /// Sweeps forwards from a start, and returns the box set that takes most
    /// pushes to get to.
    pub fn farthest(
        &mut self,
        layout: &Layout,
        start: &Start,
        max_states: usize,
    ) -> Result<Option<u64>, SweepError> {
        self.begin(layout)?;
        let region = self
            .grid
            .flood(1 << start.player, self.floor & !start.boxes);
        self.add::<false>(self.ranks.rank(start.boxes), start.boxes, region);
        let depth = self.run::<true, false>(max_states);
        Ok(depth.map(|_| self.last_new))
    }

    /// The states that need this many pushes.
    pub fn layer(&self, pushes: usize) -> &[Region] {
        let from = self.layers[pushes] as usize;
        let to = self.layers.get(pushes + 1);
        &self.states[from..to.map_or(self.states.len(), |to| *to as usize)]
    }

    /// How many states the last sweep reached.
    pub fn n_states(&self) -> usize {
        self.states.len()
    }

    /// The least number of pushes from a state to the end; `None` if it cannot
    /// be won. Only after [`PushSweep::back_keeping_distances`].
    pub fn distance(&self, boxes: u64, player: usize) -> Option<u32> {
        let mut at = self.heads[self.ranks.rank(boxes)];
        while at != NONE {
            if self.states[at as usize].player >> player & 1 == 1 {
                let layer = self.layers.partition_point(|first| *first <= at);
                return Some(layer as u32 - 1);
            }
            at = self.nexts[at as usize];
        }
        None
    }

    fn begin(&mut self, layout: &Layout) -> Result<(), SweepError> {
        let n_boxes = layout.goals.count_ones() as usize;
        self.ranks.set(layout.floor, n_boxes)?;
        self.floor = layout.floor;
        self.reached.clear();
        self.reached.resize(self.ranks.n_sets(), 0);
        self.states.clear();
        self.layers.clear();
        Ok(())
    }

    fn add_solved<const KEEP: bool>(&mut self, goals: u64) {
        let mut rest = self.floor & !goals;
        let rank = self.ranks.rank(goals);
        while rest != 0 {
            let region = self.grid.flood(rest & rest.wrapping_neg(), rest);
            self.add::<KEEP>(rank, goals, region);
            rest &= !region;
        }
    }

    #[inline(always)]
    fn add<const KEEP: bool>(&mut self, rank: usize, boxes: u64, player: u64) {
        if self.reached[rank] == 0 {
            self.last_new = boxes;
        }
        self.reached[rank] |= player;
        if KEEP {
            self.nexts.push(self.heads[rank]);
            self.heads[rank] = self.states.len() as u32;
        }
        self.states.push(Region { boxes, player });
    }

    /// Goes on until nothing new is reached; the number of the last layer.
    fn run<const FORWARDS: bool, const KEEP: bool>(&mut self, max_states: usize) -> Option<usize> {
        let mut from = 0;
        while from < self.states.len() {
            self.layers.push(from as u32);
            let to = self.states.len();
            for at in from..to {
                let state = self.states[at];
                self.spread::<FORWARDS, KEEP, 0>(state);
                self.spread::<FORWARDS, KEEP, 1>(state);
                self.spread::<FORWARDS, KEEP, 2>(state);
                self.spread::<FORWARDS, KEEP, 3>(state);
            }
            if self.states.len() > max_states {
                return None;
            }
            from = to;
        }
        self.layers.len().checked_sub(1)
    }

    /// Adds what one push, or one pull, in one direction leads to.
    #[inline(always)]
    fn spread<const FORWARDS: bool, const KEEP: bool, const WAY: usize>(&mut self, state: Region) {
        let grid = self.grid;
        let Region { boxes, player } = state;
        let free = self.floor & !boxes;
        // `taken` is where a box comes to stand. A pull's player steps from
        // there; a push's player ends where the box was.
        let mut taken = if FORWARDS {
            grid.shift(grid.shift(player, WAY) & boxes, WAY) & free
        } else {
            player & grid.shift(boxes, WAY) & grid.shift(free, WAY ^ 1)
        };
        while taken != 0 {
            let to = taken & taken.wrapping_neg();
            taken ^= to;
            let from = grid.shift(to, WAY ^ 1);
            let stands = if FORWARDS { from } else { grid.shift(to, WAY) };
            let after = boxes ^ from ^ to;
            let rank = self.ranks.rank(after);
            if self.reached[rank] & stands != 0 {
                continue;
            }
            // Where the old region holds together without the cell that the box
            // takes, the new region grows from it, and not from one cell.
            let seed = if player & to == 0 || self.near.holds_together(player, to) {
                (player & !to) | stands
            } else {
                stands
            };
            let region = grid.flood(seed, self.floor & !after);
            self.add::<KEEP>(rank, after, region);
        }
    }
}

/// Whether a region holds together when one cell is taken out, seen from the
/// eight cells around it. "Yes" is always right; "no" may be wrong, where the
/// parts are connected farther away.
struct Near {
    width: u32,
    around: [u64; 64],
    together: Vec<bool>,
}

impl Near {
    fn new(grid: &Grid) -> Near {
        let around = |cell: usize| {
            let row = 1u64 << cell;
            let row = row | grid.shift(row, 0) | grid.shift(row, 1);
            row | grid.shift(row, 2) | grid.shift(row, 3)
        };
        let block = Grid::new(3, 3).expect("nine cells");
        let beside = block.grown(1 << 4) & !(1 << 4);
        // Only what touches the cell counts, and its corners only connect.
        let together = (0..512u64).map(|set| {
            let rest = set & !(1 << 4);
            let beside = rest & beside;
            let first = beside & beside.wrapping_neg();
            beside == 0 || beside & !block.flood(first, rest) == 0
        });
        Near {
            width: grid.width as u32,
            around: std::array::from_fn(|cell| {
                if cell < grid.n_cells() {
                    around(cell)
                } else {
                    0
                }
            }),
            together: together.collect(),
        }
    }

    #[inline(always)]
    fn holds_together(&self, region: u64, cell: u64) -> bool {
        let at = cell.trailing_zeros();
        let width = self.width;
        // Too narrow to cut a block of three by three out by shifts.
        if !(3..=16).contains(&width) {
            return false;
        }
        let near = (region & self.around[(at & 63) as usize])
            .rotate_left(width + 1)
            .rotate_right(at);
        let block = near & 7 | (near >> width & 7) << 3 | (near >> (2 * width) & 7) << 6;
        self.together[block as usize & 511]
    }
}
