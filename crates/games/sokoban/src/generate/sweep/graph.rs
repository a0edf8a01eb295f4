//! The states of a given board, forwards, for boards that a sweep refuses: any
//! shape of at most 128 cells, with a limit on states.

use std::collections::HashMap;

use super::hash::Quick;
use super::insight::{Measured, measured};
use super::solution::fewest_changes;
use super::space::{Space, possible_pushes};
use crate::canonical::Board;

/// What is counted along a solution of a board with fewest pushes. `None` if
/// the board has no solution, has holes or more than 128 cells, or if
/// `max_states` states were not enough to know.
pub fn measure(board: &Board, max_states: usize) -> Option<Measured> {
    let (graph, boxes) = Graph::explore(board, max_states)?;
    let pushes = fewest_changes(&graph, boxes, board.player, max_states)?;
    Some(measured(&graph, boxes, board.player, &pushes))
}

/// All states that play can reach without a box on a dead cell.
struct Graph {
    neighbour: Vec<[Option<usize>; 4]>,
    goals: u128,
    /// States are boxes and the least cell of the player's region.
    number: HashMap<(u128, usize), usize, Quick>,
    distance: Vec<u32>,
}

const LOST: u32 = u32::MAX;

impl Graph {
    fn explore(board: &Board, max_states: usize) -> Option<(Graph, u128)> {
        if board.n_cells() > 128 || board.n_holes > 0 {
            return None;
        }
        let set = |of: &[bool]| (0..of.len()).fold(0u128, |set, i| set | u128::from(of[i]) << i);
        let boxes = set(&board.boxes);
        let mut graph = Graph {
            neighbour: (0..board.n_cells())
                .map(|cell| board.neighbours(cell))
                .collect(),
            goals: set(&board.goals),
            number: HashMap::default(),
            distance: Vec::new(),
        };
        let alive = graph.alive();
        if boxes & !alive != 0 {
            return None;
        }
        let mut states = Vec::new();
        // Who leads to whom, as pairs of (to, from).
        let mut edges: Vec<(u32, u32)> = Vec::new();
        graph.enter(&mut states, boxes, board.player);
        let mut at = 0;
        while at < states.len() {
            let (boxes, player): (u128, usize) = states[at];
            if boxes & !graph.goals != 0 {
                let mut found = Vec::new();
                let region = graph.region(boxes, player);
                possible_pushes(&graph, boxes, region, |push| {
                    if alive >> push.to & 1 == 1 {
                        found.push((push.apply(boxes), push.from));
                    }
                });
                for (boxes, player) in found {
                    let to = graph.enter(&mut states, boxes, player);
                    edges.push((to as u32, at as u32));
                }
            }
            if states.len() > max_states {
                return None;
            }
            at += 1;
        }
        graph.find_distances(&states, edges);
        Some((graph, boxes))
    }

    /// The number of a state, which may be new.
    fn enter(&mut self, states: &mut Vec<(u128, usize)>, boxes: u128, player: usize) -> usize {
        let least = self.region(boxes, player).trailing_zeros() as usize;
        let number = *self.number.entry((boxes, least)).or_insert(states.len());
        if number == states.len() {
            states.push((boxes, least));
        }
        number
    }

    fn find_distances(&mut self, states: &[(u128, usize)], mut edges: Vec<(u32, u32)>) {
        edges.sort_unstable();
        self.distance = vec![LOST; states.len()];
        let is_won = |at: &usize| states[*at].0 & !self.goals == 0;
        let mut queue: Vec<usize> = (0..states.len()).filter(is_won).collect();
        for at in &queue {
            self.distance[*at] = 0;
        }
        let mut at = 0;
        while at < queue.len() {
            let to = queue[at];
            at += 1;
            let first = edges.partition_point(|edge| (edge.0 as usize) < to);
            let into = edges[first..]
                .iter()
                .take_while(|edge| edge.0 as usize == to);
            for (_, from) in into {
                let from = *from as usize;
                if self.distance[from] == LOST {
                    self.distance[from] = self.distance[to] + 1;
                    queue.push(from);
                }
            }
        }
    }

    /// The cells from which one box alone can get to a goal.
    fn alive(&self) -> u128 {
        let mut alive = self.goals;
        let mut queue: Vec<usize> = (0..self.neighbour.len())
            .filter(|cell| alive >> cell & 1 == 1)
            .collect();
        while let Some(here) = queue.pop() {
            for way in 0..4 {
                let there = self.next(here, way);
                let has_room = there.and_then(|there| self.next(there, way)).is_some();
                let there = there.filter(|there| has_room && alive >> there & 1 == 0);
                if let Some(there) = there {
                    alive |= 1 << there;
                    queue.push(there);
                }
            }
        }
        alive
    }
}

impl Space for Graph {
    fn goals(&self) -> u128 {
        self.goals
    }

    fn n_cells(&self) -> usize {
        self.neighbour.len()
    }

    fn next(&self, cell: usize, way: usize) -> Option<usize> {
        self.neighbour[cell][way]
    }

    fn region(&self, boxes: u128, player: usize) -> u128 {
        let mut region = 1u128 << player;
        let mut fresh = region;
        while fresh != 0 {
            let here = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            for there in self.neighbour[here].iter().flatten() {
                let bit = 1u128 << there;
                if (region | boxes) & bit == 0 {
                    region |= bit;
                    fresh |= bit;
                }
            }
        }
        region
    }

    fn distance(&self, boxes: u128, player: usize) -> Option<u32> {
        let least = self.region(boxes, player).trailing_zeros() as usize;
        let number = self.number.get(&(boxes, least))?;
        Some(self.distance[*number]).filter(|distance| *distance != LOST)
    }
}
