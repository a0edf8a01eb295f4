//! Where the player can walk between boxes, and how far it is.

use std::collections::VecDeque;

use crate::native::Floor;

/// The cells met in the last walk.
pub(super) struct Reach {
    /// Cells met have the walk's number.
    number_of: Vec<u32>,
    number: u32,
    steps: Vec<u32>,
    /// In the order in which they were met, so the nearest first.
    cells: Vec<u16>,
}

impl Reach {
    pub fn new(floor: &Floor) -> Reach {
        Reach {
            number_of: vec![0; floor.n_cells],
            number: 0,
            steps: vec![0; floor.n_cells],
            cells: Vec::new(),
        }
    }

    /// Walks everywhere from a cell; returns the least cell met.
    pub fn walk(&mut self, floor: &Floor, start: u16, occupied: &[bool]) -> u16 {
        self.number += 1;
        self.cells.clear();
        self.meet(start, 0);
        let mut at = 0;
        while let Some(&cell) = self.cells.get(at) {
            at += 1;
            let steps = self.steps[cell as usize] + 1;
            for d in 0..4 {
                if let Some(next) = floor.step(cell, d)
                    && !occupied[next as usize]
                    && !self.has(next)
                {
                    self.meet(next, steps);
                }
            }
        }
        self.cells.iter().copied().min().unwrap_or(start)
    }

    fn meet(&mut self, cell: u16, steps: u32) {
        self.number_of[cell as usize] = self.number;
        self.steps[cell as usize] = steps;
        self.cells.push(cell);
    }

    pub fn has(&self, cell: u16) -> bool {
        self.number_of[cell as usize] == self.number
    }

    /// The steps to a cell that was met.
    pub fn steps(&self, cell: u16) -> u32 {
        self.steps[cell as usize]
    }

    pub fn cells(&self) -> &[u16] {
        &self.cells
    }
}

/// The directions of a shortest walk between two cells.
pub(super) fn shortest_walk(floor: &Floor, from: u16, to: u16, occupied: &[bool]) -> Vec<usize> {
    let mut came = vec![None; floor.n_cells];
    let mut queue = VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        if cell == to {
            break;
        }
        for d in 0..4 {
            if let Some(next) = floor.step(cell, d)
                && !occupied[next as usize]
                && next != from
                && came[next as usize].is_none()
            {
                came[next as usize] = Some((cell, d));
                queue.push_back(next);
            }
        }
    }
    let mut directions = Vec::new();
    let mut at = to;
    while let Some((before, d)) = came[at as usize] {
        directions.push(d);
        at = before;
    }
    directions.reverse();
    directions
}
