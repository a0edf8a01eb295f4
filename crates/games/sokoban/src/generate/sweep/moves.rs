//! All winnable states by number of moves, walks included.
//!
//! A state is a set of boxes and the player's cell. Every step backwards costs
//! one move, whether it pulls a box or not, so that layers of a breadth-first
//! sweep are exact. What is reached in one layer with the same boxes is one
//! word, and takes its steps at once.

use super::SweepError;
use super::grid::{Grid, cells};
use super::layout::{Layout, Start};
use super::pushes::Region;
use super::ranks::Ranks;

const NONE: u32 = u32::MAX;

/// The tables of sweeps by moves; used again for every layout.
pub struct MoveSweep {
    grid: Grid,
    floor: u64,
    ranks: Ranks,
    reached: Vec<u64>,
    /// For each box set, the player's cells of the next layer.
    coming: Vec<u64>,
    /// The box sets of this layer with their player cells, and the box sets of
    /// the next.
    front: Vec<(Region, u32)>,
    next: Vec<(u64, u32)>,
    last_new: u64,
    last_layer: Vec<Region>,
    n_states: usize,
    /// What was reached when, by box set; only where distances are kept.
    heads: Vec<u32>,
    entries: Vec<Entry>,
}

struct Entry {
    player: u64,
    moves: u32,
    next: u32,
}

impl MoveSweep {
    /// Tables for layouts on this grid.
    pub fn new(grid: Grid) -> MoveSweep {
        MoveSweep {
            grid,
            floor: 0,
            ranks: Ranks::new(),
            reached: Vec::new(),
            coming: Vec::new(),
            front: Vec::new(),
            next: Vec::new(),
            last_new: 0,
            last_layer: Vec::new(),
            n_states: 0,
            heads: Vec::new(),
            entries: Vec::new(),
        }
    }

    /// Sweeps backwards from all solved states and returns the most moves that
    /// a winnable state needs. `None` if there are more than `max_states`.
    pub fn back(
        &mut self,
        layout: &Layout,
        max_states: usize,
    ) -> Result<Option<usize>, SweepError> {
        self.begin(layout)?;
        self.expect(layout.goals, layout.floor & !layout.goals);
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
        self.entries.clear();
        self.expect(layout.goals, layout.floor & !layout.goals);
        Ok(self.run::<false, true>(max_states))
    }

    /// Sweeps forwards from a start, and returns the box set that takes most
    /// moves to get to.
    pub fn farthest(
        &mut self,
        layout: &Layout,
        start: &Start,
        max_states: usize,
    ) -> Result<Option<u64>, SweepError> {
        self.begin(layout)?;
        self.expect(start.boxes, 1 << start.player);
        let depth = self.run::<true, false>(max_states);
        Ok(depth.map(|_| self.last_new))
    }

    /// The states of the last layer: box sets, and all cells of the player from
    /// which they need the most moves.
    pub fn hardest(&self) -> &[Region] {
        &self.last_layer
    }

    /// How many states the last sweep reached.
    pub fn n_states(&self) -> usize {
        self.n_states
    }

    /// The least number of moves from a state to the end; `None` if it cannot
    /// be won. Only after [`MoveSweep::back_keeping_distances`].
    pub fn distance(&self, boxes: u64, player: usize) -> Option<u32> {
        let mut at = self.heads[self.ranks.rank(boxes)];
        while at != NONE {
            let entry = &self.entries[at as usize];
            if entry.player >> player & 1 == 1 {
                return Some(entry.moves);
            }
            at = entry.next;
        }
        None
    }

    /// A solution with the fewest moves, as LURD; of two ways, the one that
    /// pushes. Only after [`MoveSweep::back_keeping_distances`].
    pub fn solution(&self, start: &Start) -> Option<String> {
        let grid = &self.grid;
        let mut here = *start;
        let mut lurd = String::new();
        let mut left = self.distance(here.boxes, here.player)?;
        while left > 0 {
            let mut best: Option<(bool, usize, Start)> = None;
            for way in 0..4 {
                let player = grid.shift(1 << here.player, way) & self.floor;
                if player == 0 {
                    continue;
                }
                let is_push = player & here.boxes != 0;
                let to = grid.shift(player, way) & self.floor & !here.boxes;
                if is_push && to == 0 {
                    continue;
                }
                let moved = if is_push { player | to } else { 0 };
                let after = Start {
                    boxes: here.boxes ^ moved,
                    player: player.trailing_zeros() as usize,
                };
                let is_shortest = self.distance(after.boxes, after.player) == Some(left - 1);
                if is_shortest && best.is_none_or(|(pushes, ..)| is_push && !pushes) {
                    best = Some((is_push, way, after));
                }
            }
            let (is_push, way, after) = best?;
            let letters = if is_push { "LRUD" } else { "lrud" };
            lurd.push(letters.as_bytes()[way] as char);
            here = after;
            left -= 1;
        }
        Some(lurd)
    }

    fn begin(&mut self, layout: &Layout) -> Result<(), SweepError> {
        let n_boxes = layout.goals.count_ones() as usize;
        self.ranks.set(layout.floor, n_boxes)?;
        self.floor = layout.floor;
        for table in [&mut self.reached, &mut self.coming] {
            table.clear();
            table.resize(self.ranks.n_sets(), 0);
        }
        self.front.clear();
        self.next.clear();
        self.n_states = 0;
        Ok(())
    }

    /// Enters states into the next layer.
    #[inline(always)]
    fn expect(&mut self, boxes: u64, player: u64) {
        let rank = self.ranks.rank(boxes);
        self.expect_ranked(boxes, rank, player);
    }

    #[inline(always)]
    fn expect_ranked(&mut self, boxes: u64, rank: usize, player: u64) {
        let fresh = player & !self.reached[rank];
        if fresh == 0 {
            return;
        }
        if self.coming[rank] == 0 {
            self.next.push((boxes, rank as u32));
        }
        self.coming[rank] |= fresh;
    }

    /// Goes on until nothing new is reached; the number of the last layer.
    fn run<const FORWARDS: bool, const KEEP: bool>(&mut self, max_states: usize) -> Option<usize> {
        let mut moves = 0;
        while !self.next.is_empty() {
            self.turn_page::<KEEP>(moves);
            if self.n_states > max_states {
                return None;
            }
            for at in 0..self.front.len() {
                let (state, rank) = self.front[at];
                let free = self.floor & !state.boxes;
                let walked = self.grid.grown(state.player) & free;
                self.expect_ranked(state.boxes, rank as usize, walked);
                self.spread::<FORWARDS, 0>(state);
                self.spread::<FORWARDS, 1>(state);
                self.spread::<FORWARDS, 2>(state);
                self.spread::<FORWARDS, 3>(state);
            }
            moves += 1;
        }
        self.last_layer.clear();
        let last = self.front.iter().map(|(state, _)| *state);
        self.last_layer.extend(last);
        (moves as usize).checked_sub(1)
    }

    /// Makes the next layer this one.
    fn turn_page<const KEEP: bool>(&mut self, moves: u32) {
        self.front.clear();
        for at in 0..self.next.len() {
            let (boxes, rank) = self.next[at];
            let nth = rank as usize;
            let player = std::mem::take(&mut self.coming[nth]);
            if self.reached[nth] == 0 {
                self.last_new = boxes;
            }
            self.reached[nth] |= player;
            self.n_states += player.count_ones() as usize;
            self.front.push((Region { boxes, player }, rank));
            if KEEP {
                let next = self.heads[nth];
                self.heads[nth] = self.entries.len() as u32;
                self.entries.push(Entry {
                    player,
                    moves,
                    next,
                });
            }
        }
        self.next.clear();
    }

    /// Enters what one push, or one pull, in one direction leads to.
    #[inline(always)]
    fn spread<const FORWARDS: bool, const WAY: usize>(&mut self, state: Region) {
        let grid = self.grid;
        let Region { boxes, player } = state;
        let free = self.floor & !boxes;
        let taken = if FORWARDS {
            grid.shift(grid.shift(player, WAY) & boxes, WAY) & free
        } else {
            player & grid.shift(boxes, WAY) & grid.shift(free, WAY ^ 1)
        };
        for cell in cells(taken) {
            let to = 1u64 << cell;
            let from = grid.shift(to, WAY ^ 1);
            let stands = if FORWARDS { from } else { grid.shift(to, WAY) };
            self.expect(boxes ^ from ^ to, stands);
        }
    }
}
