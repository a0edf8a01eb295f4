//! The nearest state, by moves, that is lost for a reason next to the box that
//! was pushed last.
//!
//! States are boxes and the cell of the player after a push, the cheapest
//! first. Walking alone loses nothing, so that these are enough.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::ops::ControlFlow;

use playproof_certify::{Budget, Progress, Stop};
use playproof_kernel::{ActionId, Step};

use super::reach::{Reach, shortest_walk};
use super::stuck_set::{Stuck, StuckSets};
use crate::native::{Floor, Freezer};

/// The most states that are gone through.
const MOST: usize = 20_000;

/// The most states of stuck boxes alone.
pub(super) const MOST_STUCK: usize = 3_000;

/// No state: the first one comes after none.
const NONE: u32 = u32::MAX;

/// A state after a push.
pub(super) struct Pushed {
    pub boxes: Box<[u16]>,
    pub player: u16,
    /// The moves up to here.
    pub moves: u32,
    before: u32,
    direction: u8,
    /// Whether there may be a reason why it is lost.
    is_suspect: bool,
}

/// A search by moves.
pub(super) struct Nearest<'a> {
    floor: &'a Floor,
    freezer: Freezer<'a>,
    states: Vec<Pushed>,
    /// Those gone through, the nearest first.
    settled: Vec<u32>,
}

/// A state that is lost, and the boxes that are.
pub(super) struct Lost {
    pub state: u32,
    pub stuck: Stuck,
}

impl<'a> Nearest<'a> {
    pub fn new(floor: &'a Floor) -> Nearest<'a> {
        Nearest {
            floor,
            freezer: Freezer::new(floor),
            states: Vec::new(),
            settled: Vec::new(),
        }
    }

    /// The nearest lost state from these boxes and this player, if it is near.
    pub fn find(
        &mut self,
        (boxes, player): (&[u16], u16),
        sets: &mut StuckSets,
        budget: &mut dyn Budget,
    ) -> Result<Option<Lost>, Stop> {
        let floor = self.floor;
        self.states.push(Pushed {
            boxes: boxes.into(),
            player,
            moves: 0,
            before: NONE,
            direction: 0,
            is_suspect: true,
        });
        let mut queue = BinaryHeap::from([Reverse((0, 0))]);
        let mut seen: HashSet<(Box<[u16]>, u16)> = HashSet::new();
        let mut reach = Reach::new(floor);
        let mut occupied = vec![false; floor.n_cells];
        while let Some(Reverse((moves, state))) = queue.pop() {
            let now = &self.states[state as usize];
            let (boxes, player) = (now.boxes.clone(), now.player);
            if !seen.insert((boxes.clone(), player)) {
                continue;
            }
            self.spend(budget)?;
            if self.settled.len() >= MOST {
                return Ok(None);
            }
            boxes.iter().for_each(|&c| occupied[c as usize] = true);
            if self.states[state as usize].is_suspect
                && let Some(stuck) = self.proved(state, &occupied, sets)
            {
                return Ok(Some(Lost { state, stuck }));
            }
            self.settled.push(state);
            reach.walk(floor, player, &occupied);
            for (i, &cell) in boxes.iter().enumerate() {
                for (d, stand, to) in floor.pushes(cell) {
                    if !reach.has(stand) || occupied[to as usize] {
                        continue;
                    }
                    let mut moved = boxes.clone();
                    moved[i] = to;
                    moved.sort_unstable();
                    if moved.iter().all(|&c| floor.goal[c as usize]) {
                        continue;
                    }
                    occupied[cell as usize] = false;
                    occupied[to as usize] = true;
                    let is_suspect = sets.lone(&[to], cell).is_some()
                        || self.freezer.stuck_group(to, &occupied).is_some();
                    occupied[to as usize] = false;
                    occupied[cell as usize] = true;
                    let moves = moves + reach.steps(stand) + 1;
                    queue.push(Reverse((moves, self.states.len() as u32)));
                    self.states.push(Pushed {
                        boxes: moved,
                        player: cell,
                        moves,
                        before: state,
                        direction: d as u8,
                        is_suspect,
                    });
                }
            }
            boxes.iter().for_each(|&c| occupied[c as usize] = false);
        }
        Ok(None)
    }

    fn spend(&self, budget: &mut dyn Budget) -> Result<(), Stop> {
        if !self.settled.len().is_multiple_of(128) {
            return Ok(());
        }
        let n_boxes = self.states.first().map_or(0, |first| first.boxes.len());
        let progress = Progress {
            states: self.settled.len() as u64,
            // Boxes are kept twice, the second time in a table.
            bytes: (self.states.len() * (64 + 4 * n_boxes)) as u64,
            ..Progress::default()
        };
        match budget.spend(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stop) => Err(stop),
        }
    }

    /// The boxes of a state that are proved to be stuck.
    fn proved(&mut self, state: u32, occupied: &[bool], sets: &mut StuckSets) -> Option<Stuck> {
        let Pushed { boxes, player, .. } = &self.states[state as usize];
        let mut prove = |stuck: &[u16]| {
            let is_stuck = sets.is_stuck(stuck, *player, MOST_STUCK);
            is_stuck.then(|| sets.item(stuck, *player))
        };
        let mut lone = boxes.iter().filter_map(|&cell| prove(&[cell]));
        if let Some(stuck) = lone.next() {
            return Some(stuck);
        }
        boxes.iter().find_map(|&cell| {
            let group = self.freezer.stuck_group(cell, occupied)?;
            prove(group)
        })
    }

    /// A state that was met.
    pub fn state(&self, state: u32) -> &Pushed {
        &self.states[state as usize]
    }

    /// The states gone through, the nearest first.
    pub fn settled(&self) -> &[u32] {
        &self.settled
    }

    /// All states met.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The steps from the beginning to a state.
    pub fn run_to(&self, state: u32) -> Vec<Step> {
        let mut line = vec![state];
        while let Some(&last) = line.last()
            && self.state(last).before != NONE
        {
            line.push(self.state(last).before);
        }
        line.reverse();
        let mut directions = Vec::new();
        for pair in line.windows(2) {
            let (before, after) = (self.state(pair[0]), self.state(pair[1]));
            let d = after.direction as usize;
            let mut occupied = vec![false; self.floor.n_cells];
            before
                .boxes
                .iter()
                .for_each(|&c| occupied[c as usize] = true);
            // The player is then where the box was, so came from behind it.
            let stand = self.floor.step(after.player, d ^ 1);
            let stand = stand.expect("whoever pushes stands on a cell");
            directions.extend(shortest_walk(self.floor, before.player, stand, &occupied));
            directions.push(d);
        }
        let step = |d: usize| Step::Act {
            action: ActionId(d as u32),
            choice: 0,
        };
        directions.into_iter().map(step).collect()
    }
}
