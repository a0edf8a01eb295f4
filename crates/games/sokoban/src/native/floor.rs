//! The floor as the push model reads it: neighbours in small numbers, and how
//! far a lone box is from home.

use crate::canonical::Board;

/// No cell: a wall.
pub(super) const NOWHERE: u16 = u16::MAX;

/// Homes times cells beyond this are not worked out: each has a distance.
const MAX_DISTANCES: usize = 1 << 26;

/// Farther than any box is pushed.
pub(super) const UNREACHABLE: u16 = u16::MAX;

/// What does not change while boxes are pushed.
pub struct Floor {
    pub n_cells: usize,
    /// For each cell and direction the cell next to it, or `NOWHERE`.
    pub next: Vec<[u16; 4]>,
    pub goal: Vec<bool>,
    /// The number of the hole in each cell, or `NOWHERE`.
    pub hole: Vec<u16>,
    pub n_holes: usize,
    /// Cells where a box can be at home: goals and holes.
    pub homes: Vec<u16>,
    /// For each home and cell, the pushes that bring a lone box there, wherever
    /// the player is.
    pub distance: Vec<Vec<u16>>,
    /// Cells from which a box comes to no home.
    pub dead: Vec<bool>,
}

impl Floor {
    /// `None` if there are more cells than small numbers, or too many homes.
    pub fn new(board: &Board) -> Option<Floor> {
        let n_cells = board.n_cells();
        if n_cells + board.n_holes >= NOWHERE as usize {
            return None;
        }
        let small = |cell: Option<usize>| cell.map_or(NOWHERE, |c| c as u16);
        let is_home = |cell: &usize| board.goals[*cell] || board.hole(*cell).is_some();
        let mut floor = Floor {
            n_cells,
            next: (0..n_cells)
                .map(|cell| board.neighbours(cell).map(small))
                .collect(),
            goal: board.goals.clone(),
            hole: (0..n_cells).map(|cell| small(board.hole(cell))).collect(),
            n_holes: board.n_holes,
            homes: (0..n_cells).filter(is_home).map(|c| c as u16).collect(),
            distance: Vec::new(),
            dead: Vec::new(),
        };
        if floor.homes.len() * n_cells > MAX_DISTANCES {
            return None;
        }
        floor.distance = floor.homes.iter().map(|&h| floor.distances(h)).collect();
        let reaches = |cell: usize| floor.distance.iter().any(|d| d[cell] != UNREACHABLE);
        floor.dead = (0..n_cells).map(|cell| !reaches(cell)).collect();
        Some(floor)
    }

    /// The cell next to another.
    pub fn step(&self, cell: u16, direction: usize) -> Option<u16> {
        let next = self.next[cell as usize][direction];
        (next != NOWHERE).then_some(next)
    }

    /// The pushes of a lone box: where the player stands and where the box
    /// goes, direction by direction.
    pub fn pushes(&self, cell: u16) -> impl Iterator<Item = (usize, u16, u16)> {
        (0..4).filter_map(move |d| {
            let (from, to) = (self.step(cell, d ^ 1)?, self.step(cell, d)?);
            Some((d, from, to))
        })
    }

    /// Breadth-first, pulling a box away from its home.
    fn distances(&self, home: u16) -> Vec<u16> {
        let mut distance = vec![UNREACHABLE; self.n_cells];
        distance[home as usize] = 0;
        let mut queue = vec![home];
        let mut at = 0;
        while at < queue.len() {
            let cell = queue[at];
            at += 1;
            for d in 0..4 {
                let Some(before) = self.step(cell, d ^ 1) else {
                    continue;
                };
                let has_room = self.step(before, d ^ 1).is_some();
                if has_room && distance[before as usize] == UNREACHABLE {
                    distance[before as usize] = distance[cell as usize] + 1;
                    queue.push(before);
                }
            }
        }
        distance
    }
}
