//! Why boxes are lost, and the patterns that show it.

use std::collections::HashSet;

use playproof_model::Dom;

use super::floor::Floor;
use super::frozen::Groups;
use super::pairs::{Pair, Pairs};

/// Why no box will come home any more, whatever else is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Reason {
    /// A box on a cell from where it comes to no goal.
    DeadCell(u16),
    /// Boxes that block each other, by their number.
    Group(u32),
    /// Two boxes that cannot both come home.
    Pair(Pair),
}

impl Reason {
    /// As a number.
    pub fn number(self) -> u64 {
        match self {
            Reason::DeadCell(cell) => u64::from(cell),
            Reason::Group(number) => 1 << 48 | u64::from(number),
            Reason::Pair(Pair { a, b, part }) => {
                2 << 48 | u64::from(a) << 32 | u64::from(b) << 16 | u64::from(part)
            }
        }
    }

    /// From its number.
    pub fn of(number: u64) -> Reason {
        match number >> 48 {
            0 => Reason::DeadCell(number as u16),
            1 => Reason::Group(number as u32),
            _ => Reason::Pair(Pair {
                a: (number >> 32) as u16,
                b: (number >> 16) as u16,
                part: number as u8,
            }),
        }
    }
}

/// What reasons are about.
pub(super) struct Lore<'a> {
    pub floor: &'a Floor,
    pub groups: &'a Groups,
    pub pairs: Option<&'a Pairs>,
}

impl Lore<'_> {
    /// The patterns of these reasons and of all that their steps lead to.
    /// The player is variable 0, the box of cell 0 is variable 1.
    pub fn patterns(&self, reasons: impl Iterator<Item = Reason>) -> Vec<Vec<(u32, Dom)>> {
        let mut open: Vec<Reason> = reasons.collect();
        // Groups are numbered as threads happen to meet them.
        open.sort_by_cached_key(|&reason| match reason {
            Reason::DeadCell(_) | Reason::Pair(_) => (reason.number(), Vec::new()),
            Reason::Group(_) => (Reason::Group(0).number(), self.boxes(reason)),
        });
        let mut seen: HashSet<Reason> = open.iter().copied().collect();
        let mut patterns = Vec::new();
        let mut at = 0;
        while at < open.len() {
            let reason = open[at];
            at += 1;
            patterns.push(self.pattern(reason));
            self.next(reason, &mut |next| {
                if seen.insert(next) {
                    open.push(next);
                }
            });
        }
        patterns
    }

    /// The boxes of a reason.
    pub fn boxes(&self, reason: Reason) -> Vec<u16> {
        match reason {
            Reason::DeadCell(cell) => vec![cell],
            Reason::Group(number) => self.groups.get(number).map_or(Vec::new(), Vec::from),
            Reason::Pair(pair) => vec![pair.a, pair.b],
        }
    }

    fn pattern(&self, reason: Reason) -> Vec<(u32, Dom)> {
        let boxes = self.boxes(reason);
        let mut player = vec![0u64; self.floor.n_cells.div_ceil(64)];
        let mut add = |cell: u16| player[cell as usize / 64] |= 1 << (cell % 64);
        match (reason, self.pairs) {
            (Reason::Pair(pair), Some(pairs)) => pairs.part(pair).for_each(&mut add),
            _ => {
                let cells = 0..self.floor.n_cells as u16;
                cells.filter(|c| !boxes.contains(c)).for_each(&mut add);
            }
        }
        let boxes = boxes.iter().map(|&c| (1 + u32::from(c), Dom::Range(1, 1)));
        // Cells without a hole share a bit that is never set: no box falls.
        let no_hole = (1 + self.floor.n_cells as u32, Dom::Range(0, 0));
        let no_hole = (self.floor.n_holes > 0).then_some(no_hole);
        let player = std::iter::once((0, Dom::Set(player)));
        player.chain(boxes).chain(no_hole).collect()
    }

    /// What a push of one of its boxes makes of a reason.
    fn next(&self, reason: Reason, emit: &mut dyn FnMut(Reason)) {
        match (reason, self.pairs) {
            (Reason::Pair(pair), Some(pairs)) => {
                pairs.pushes(self.floor, pair, &mut |to, after| {
                    emit(after.map_or(Reason::DeadCell(to), Reason::Pair));
                });
            }
            _ => {
                let boxes = self.boxes(reason);
                for &cell in &boxes {
                    for (_, stand, to) in self.floor.pushes(cell) {
                        if !boxes.contains(&stand) && !boxes.contains(&to) {
                            emit(Reason::DeadCell(to));
                        }
                    }
                }
            }
        }
    }
}
