//! Pairs of boxes that cannot both come home, whatever the other boxes do.
//!
//! All states of two boxes alone are worked out backwards from those with both
//! on goals. Other boxes only take room away, so what two boxes cannot do
//! alone they cannot do in company.

use super::floor::Floor;

/// Floors with more cells than this are not looked at: the table grows with
/// the third power.
const MAX_CELLS: usize = 200;

/// A pair of boxes and the part of the floor, between them, where the player
/// is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pair {
    /// The lesser cell.
    pub a: u16,
    /// The greater cell.
    pub b: u16,
    /// The number of the player's part.
    pub part: u8,
}

/// Which pairs are lost.
pub(super) struct Pairs {
    n_cells: usize,
    /// For each pair and cell, the part of the floor that the cell is in.
    part_of: Vec<u8>,
    /// For each pair, bit by bit, the parts in which it is lost.
    lost: Vec<u64>,
}

const NO_PART: u8 = u8::MAX;

/// Parts beyond this number are not told apart; there are never so many.
const MAX_PARTS: u8 = 64;

impl Pairs {
    /// Works out all pairs; `None` for floors that are too large.
    pub fn new(floor: &Floor) -> Option<Pairs> {
        let n = floor.n_cells;
        if n > MAX_CELLS || floor.n_holes > 0 {
            return None;
        }
        let mut pairs = Pairs {
            n_cells: n,
            part_of: vec![NO_PART; n * n / 2 * n + n],
            lost: vec![0; n * n / 2 + 1],
        };
        let alive: Vec<u16> = (0..n as u16).filter(|&c| !floor.dead[c as usize]).collect();
        let mut nodes = Vec::new();
        let mut stack = Vec::new();
        for (i, &b) in alive.iter().enumerate() {
            for &a in &alive[..i] {
                let n_parts = pairs.divide(floor, a, b, &mut stack);
                nodes.extend((0..n_parts).map(|part| Pair { a, b, part }));
                pairs.lost[index(a, b)] = !0;
            }
        }
        pairs.save(floor, &nodes);
        Some(pairs)
    }

    /// The pair of two boxes with the player on a cell.
    pub fn pair(&self, x: u16, y: u16, player: u16) -> Pair {
        let (a, b) = (x.min(y), x.max(y));
        let part = self.part_of[index(a, b) * self.n_cells + player as usize];
        Pair { a, b, part }
    }

    pub fn is_lost(&self, pair: Pair) -> bool {
        pair.part < MAX_PARTS && self.lost[index(pair.a, pair.b)] >> pair.part & 1 == 1
    }

    /// The cells of the player's part.
    pub fn part(&self, pair: Pair) -> impl Iterator<Item = u16> {
        let from = index(pair.a, pair.b) * self.n_cells;
        let parts = (0u16..).zip(&self.part_of[from..][..self.n_cells]);
        parts.filter_map(move |(cell, &part)| (part == pair.part).then_some(cell))
    }

    /// What pushing one of the boxes makes of a pair: the cell it goes to and,
    /// if that is no dead cell, the pair.
    pub fn pushes(&self, floor: &Floor, pair: Pair, emit: &mut dyn FnMut(u16, Option<Pair>)) {
        let from = index(pair.a, pair.b) * self.n_cells;
        for (moved, other) in [(pair.a, pair.b), (pair.b, pair.a)] {
            for (_, stand, to) in floor.pushes(moved) {
                if to == other || self.part_of[from + stand as usize] != pair.part {
                    continue;
                }
                let dead = floor.dead[to as usize];
                emit(to, (!dead).then(|| self.pair(to, other, moved)));
            }
        }
    }

    /// Numbers the parts of the floor between two boxes.
    fn divide(&mut self, floor: &Floor, a: u16, b: u16, stack: &mut Vec<u16>) -> u8 {
        let from = index(a, b) * self.n_cells;
        let part_of = &mut self.part_of[from..][..self.n_cells];
        let mut n_parts = 0;
        for start in 0..self.n_cells as u16 {
            if start == a || start == b || part_of[start as usize] != NO_PART {
                continue;
            }
            if n_parts == MAX_PARTS {
                break;
            }
            part_of[start as usize] = n_parts;
            stack.push(start);
            while let Some(cell) = stack.pop() {
                for d in 0..4 {
                    if let Some(next) = floor.step(cell, d)
                        && next != a
                        && next != b
                        && part_of[next as usize] == NO_PART
                    {
                        part_of[next as usize] = n_parts;
                        stack.push(next);
                    }
                }
            }
            n_parts += 1;
        }
        n_parts
    }

    /// Marks the pairs that can come home as not lost, backwards from those
    /// that are there.
    fn save(&mut self, floor: &Floor, nodes: &[Pair]) {
        let mut edges: Vec<(Pair, Pair)> = Vec::new();
        for &pair in nodes {
            self.pushes(floor, pair, &mut |_, after| {
                edges.extend(after.map(|after| (after, pair)));
            });
        }
        let key = |p: &Pair| (index(p.a, p.b), p.part);
        edges.sort_unstable_by_key(|(after, _)| key(after));
        let home = |p: &&Pair| floor.goal[p.a as usize] && floor.goal[p.b as usize];
        let mut queue: Vec<Pair> = nodes.iter().filter(home).copied().collect();
        queue.iter().for_each(|&pair| self.set_saved(pair));
        let mut at = 0;
        while at < queue.len() {
            let pair = queue[at];
            at += 1;
            let first = edges.partition_point(|(after, _)| key(after) < key(&pair));
            let into = edges[first..]
                .iter()
                .take_while(|(after, _)| *after == pair);
            for &(_, before) in into {
                if self.is_lost(before) {
                    self.set_saved(before);
                    queue.push(before);
                }
            }
        }
    }

    fn set_saved(&mut self, pair: Pair) {
        self.lost[index(pair.a, pair.b)] &= !(1 << pair.part);
    }
}

/// The number of a pair of cells, the lesser first.
fn index(a: u16, b: u16) -> usize {
    let (a, b) = (a as usize, b as usize);
    b * (b - 1) / 2 + a
}
