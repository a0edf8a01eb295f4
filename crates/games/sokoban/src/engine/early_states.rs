//! Whether states that come before a lost one can still be won: only then is
//! the run to that one a shortest losing run.
//!
//! States are tried one after the other, by pushes, the box sum nearest to the
//! goals first. What led to a win once is known from then on. Where a search
//! ends without a win, its states are themselves a set that nobody leaves.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::ops::ControlFlow;

use playproof_certify::{Budget, ClosedSet, Column, Progress, Stop};
use playproof_kernel::Dom;
use playproof_model::Subject;

use super::losing_run::MOST_STUCK;
use super::reach::Reach;
use super::stuck_set::{Stuck, StuckSets};
use crate::native::{Floor, Freezer};

/// The most cells of states that all searches together go through: some tenths of a
/// second.
const MOST_CELLS: usize = 1_000_000;

/// What is known of states that come early.
pub(super) struct EarlyStates<'a> {
    floor: &'a Floor,
    freezer: Freezer<'a>,
    reach: Reach,
    occupied: Vec<bool>,
    /// The pushes that a box on each cell is from the nearest goal.
    distance: Vec<u32>,
    /// States from which a win is known.
    won: HashSet<Stuck>,
    /// States gone through so far.
    pub n_seen: usize,
}

/// What a search shows of a state.
pub(super) enum Outlook {
    /// It can be won.
    Open,
    /// It cannot: these are all states that it leads to, but for those in
    /// which some boxes are stuck.
    Lost { all: Vec<Stuck>, stuck: Vec<Stuck> },
    /// Too many states.
    NotKnown,
}

impl<'a> EarlyStates<'a> {
    pub fn new(floor: &'a Floor) -> EarlyStates<'a> {
        let nearest = |cell: usize| {
            let least = floor.distance.iter().map(|d| d[cell]).min();
            u32::from(least.unwrap_or(0))
        };
        EarlyStates {
            floor,
            freezer: Freezer::new(floor),
            reach: Reach::new(floor),
            occupied: vec![false; floor.n_cells],
            distance: (0..floor.n_cells).map(nearest).collect(),
            won: HashSet::new(),
            n_seen: 0,
        }
    }

    /// Whether a state can be won.
    pub fn outlook(
        &mut self,
        (boxes, player): (&[u16], u16),
        sets: &mut StuckSets,
        budget: &mut dyn Budget,
    ) -> Result<Outlook, Stop> {
        let first = self.state(boxes, player);
        let mut states: Vec<(Stuck, usize)> = vec![(first.clone(), 0)];
        let mut seen: HashSet<Stuck> = HashSet::from([first]);
        let mut queue = BinaryHeap::from([Reverse((0, 0))]);
        let mut stuck = HashSet::new();
        while let Some(Reverse((_, at))) = queue.pop() {
            let (boxes, player) = states[at].0.clone();
            let is_won = boxes.iter().all(|&c| self.floor.goal[c as usize]);
            if is_won || self.won.contains(&states[at].0) {
                let mut at = at;
                loop {
                    self.won.insert(states[at].0.clone());
                    if at == 0 {
                        return Ok(Outlook::Open);
                    }
                    at = states[at].1;
                }
            }
            if self.n_seen * self.floor.n_cells >= MOST_CELLS {
                return Ok(Outlook::NotKnown);
            }
            self.n_seen += 1;
            self.spend(boxes.len(), budget)?;
            for (moved, player) in self.pushes(&boxes, player, sets, &mut stuck) {
                let state = self.state(&moved, player);
                if seen.insert(state.clone()) {
                    let far = moved
                        .iter()
                        .map(|&c| self.distance[c as usize])
                        .sum::<u32>();
                    queue.push(Reverse((far, states.len())));
                    states.push((state, at));
                }
            }
        }
        let mut stuck: Vec<Stuck> = stuck.into_iter().collect();
        stuck.sort_unstable();
        let all = states.into_iter().map(|(state, _)| state).collect();
        Ok(Outlook::Lost { all, stuck })
    }

    fn spend(&self, n_boxes: usize, budget: &mut dyn Budget) -> Result<(), Stop> {
        if !self.n_seen.is_multiple_of(128) {
            return Ok(());
        }
        let progress = Progress {
            states: self.n_seen as u64,
            // A state has some ten successors, each kept twice.
            bytes: (self.n_seen * 20 * (48 + 2 * n_boxes)) as u64,
            ..Progress::default()
        };
        match budget.spend(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stop) => Err(stop),
        }
    }

    fn state(&mut self, boxes: &[u16], player: u16) -> Stuck {
        (boxes.into(), self.walk(boxes, player))
    }

    fn walk(&mut self, boxes: &[u16], player: u16) -> u16 {
        boxes.iter().for_each(|&c| self.occupied[c as usize] = true);
        let least = self.reach.walk(self.floor, player, &self.occupied);
        boxes
            .iter()
            .for_each(|&c| self.occupied[c as usize] = false);
        least
    }

    /// The boxes after each push, and where the player then is; but where some
    /// boxes are then stuck, these only.
    fn pushes(
        &mut self,
        boxes: &[u16],
        player: u16,
        sets: &mut StuckSets,
        stuck: &mut HashSet<Stuck>,
    ) -> Vec<(Vec<u16>, u16)> {
        self.walk(boxes, player);
        boxes.iter().for_each(|&c| self.occupied[c as usize] = true);
        let mut after = Vec::new();
        for (i, &cell) in boxes.iter().enumerate() {
            for (_, stand, to) in self.floor.pushes(cell) {
                if !self.reach.has(stand) || self.occupied[to as usize] {
                    continue;
                }
                let mut moved = boxes.to_vec();
                moved[i] = to;
                moved.sort_unstable();
                self.occupied[cell as usize] = false;
                self.occupied[to as usize] = true;
                let lone = [to];
                let suspects = match sets.lone(&lone, cell) {
                    Some(_) => Some(&lone[..]),
                    None => self.freezer.stuck_group(to, &self.occupied),
                };
                match suspects.filter(|boxes| sets.is_stuck(boxes, cell, MOST_STUCK)) {
                    Some(boxes) => drop(stuck.insert(sets.item(boxes, cell))),
                    None => after.push((moved, cell)),
                }
                self.occupied[to as usize] = false;
                self.occupied[cell as usize] = true;
            }
        }
        boxes
            .iter()
            .for_each(|&c| self.occupied[c as usize] = false);
        after
    }

    /// States as cubes: the player is variable 0 and open within its part of
    /// the floor.
    pub fn cubes(&mut self, subject: &Subject, states: &[Stuck]) -> ClosedSet {
        let layout = subject.layout();
        let words = self.floor.n_cells.div_ceil(64);
        let (mut points, mut bits) = (Vec::new(), Vec::new());
        for (boxes, player) in states {
            let mut state = vec![0; 1 + self.floor.n_cells];
            boxes.iter().for_each(|&c| state[1 + c as usize] = 1);
            layout.pack(&state, &mut points);
            self.walk(boxes, *player);
            let start = bits.len();
            bits.resize(start + words, 0);
            for &cell in self.reach.cells() {
                bits[start + cell as usize / 64] |= 1 << (cell % 64);
            }
        }
        ClosedSet {
            free: vec![0],
            points,
            columns: vec![Column::Sets { words, bits }],
            ..ClosedSet::default()
        }
    }
}

/// A set that holds no state but those of patterns leaves no variable open.
pub(super) fn of_patterns(patterns: Vec<Vec<(u32, Dom)>>) -> ClosedSet {
    ClosedSet {
        patterns,
        ..ClosedSet::default()
    }
}
