//! Turned and mirrored boards: four symmetries of a rectangle, eight of a square.
//!
//! A symmetry is a number: 4 exchanges columns and rows, then 1 mirrors columns and
//! 2 mirrors rows. 0 changes nothing.

use super::bits::Bits;
use super::field::Field;
use super::state::{MOST_PUSHED, State};

/// Where each symmetry puts each cell.
#[derive(Clone, Debug)]
pub struct Symmetries {
    maps: Vec<[u8; 128]>,
}

/// What tells a state from its mirror images, beyond the floor.
type Rank = (u128, u128, u128, u8, [u16; MOST_PUSHED]);

impl Symmetries {
    /// Those of a board.
    pub fn new<B: Bits>(field: &Field<B>) -> Self {
        let n = if field.width == field.height { 8 } else { 4 };
        let maps = (0..n).map(|symmetry| {
            let mut map = [0; 128];
            for cell in field.all.cells() {
                let (x, y) = field.place(cell);
                let (x, y) = placed(field, symmetry, x, y);
                map[usize::from(cell)] = field.cell(x, y);
            }
            map
        });
        Symmetries {
            maps: maps.collect(),
        }
    }

    /// A set of cells, turned.
    pub fn set<B: Bits>(&self, set: B, symmetry: u8) -> B {
        let map = &self.maps[usize::from(symmetry)];
        let cells = set.cells();
        cells.fold(B::NONE, |set, cell| set | B::of(map[usize::from(cell)]))
    }

    /// The symmetry that gives the least of all images.
    pub fn least<B: Bits>(&self, state: &State<B>) -> u8 {
        let floors = (0..self.maps.len() as u8).map(|g| (self.set(state.floor, g), g));
        let floors: Vec<(B, u8)> = floors.collect();
        let least = floors.iter().map(|(floor, _)| *floor).min();
        let least = least.expect("there is a symmetry");
        let mut equal = floors.iter().filter(|(floor, _)| *floor == least);
        let first = equal.next().expect("the least one").1;
        let mut equal = equal.peekable();
        if equal.peek().is_none() {
            return first;
        }
        let all = equal.map(|(_, g)| *g).chain([first]);
        let best = all.min_by_key(|&g| (self.rank(state, g), g));
        best.expect("there are two")
    }

    fn rank<B: Bits>(&self, state: &State<B>, symmetry: u8) -> Rank {
        let map = &self.maps[usize::from(symmetry)];
        let number = |set: B| self.set(set, symmetry).number();
        let mut pairs = [u16::MAX; MOST_PUSHED];
        for (pair, track) in pairs.iter_mut().zip(state.tracks()) {
            let [origin, now] = [track.origin, track.now].map(|c| map[usize::from(c)]);
            *pair = u16::from(origin) << 8 | u16::from(now);
        }
        pairs[..state.tracks().len()].sort_unstable();
        (
            number(state.boxes),
            number(state.used),
            number(state.shut),
            map[usize::from(state.player)],
            pairs,
        )
    }

    /// Turns a state.
    pub fn turn<B: Bits>(&self, field: &Field<B>, state: &mut State<B>, symmetry: u8) {
        let map = &self.maps[usize::from(symmetry)];
        for set in [
            &mut state.floor,
            &mut state.boxes,
            &mut state.used,
            &mut state.shut,
        ] {
            *set = self.set(*set, symmetry);
        }
        state.player = map[usize::from(state.player)];
        state.start = map[usize::from(state.start)];
        for track in state.tracks_mut() {
            track.origin = map[usize::from(track.origin)];
            track.now = map[usize::from(track.now)];
            let a = placed(field, symmetry, track.least.0, track.least.1);
            let b = placed(field, symmetry, track.most.0, track.most.1);
            track.least = (a.0.min(b.0), a.1.min(b.1));
            track.most = (a.0.max(b.0), a.1.max(b.1));
        }
    }

    /// What is left of a state when nothing but its identity counts.
    pub fn identity<B: Bits>(&self, state: &State<B>) -> u128 {
        let (boxes, used, shut, player, pairs) = self.rank(state, 0);
        let mut hash = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128;
        let mut mix = |word: u128| {
            hash = (hash ^ word).wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
            hash ^= hash >> 59;
        };
        mix(state.floor.number());
        mix(boxes);
        mix(used);
        mix(shut);
        mix(u128::from(player) << 8 | state.phase as u128);
        for pairs in pairs[..state.tracks().len()].chunks(8) {
            mix(pairs
                .iter()
                .fold(1, |word, &pair| word << 16 | u128::from(pair)));
        }
        hash
    }

    /// Where obstacles may be deleted, if that is useless on all sides of a symmetric
    /// shape but one: for every axis that the shape is symmetric to, one side with the
    /// axis.
    pub fn one_side<B: Bits>(&self, field: &Field<B>, shape: B) -> B {
        // A mirror image left to right, top to bottom, at the two diagonals.
        let axes = [1_u8, 2, 4, 7];
        let mut allowed = field.all;
        for axis in axes
            .into_iter()
            .filter(|&a| usize::from(a) < self.maps.len())
        {
            if self.set(shape, axis) == shape {
                let map = &self.maps[usize::from(axis)];
                let side = field.all.cells().filter(|&c| c <= map[usize::from(c)]);
                allowed &= side.fold(B::NONE, |set, cell| set | B::of(cell));
            }
        }
        allowed
    }
}

fn placed<B: Bits>(field: &Field<B>, symmetry: u8, x: u8, y: u8) -> (u8, u8) {
    let (x, y) = if symmetry & 4 == 0 { (x, y) } else { (y, x) };
    let x = if symmetry & 1 == 0 {
        x
    } else {
        field.width - 1 - x
    };
    let y = if symmetry & 2 == 0 {
        y
    } else {
        field.height - 1 - y
    };
    (x, y)
}

/// A direction, turned.
pub fn direction(direction: u8, symmetry: u8) -> u8 {
    // Exchanging columns and rows exchanges up with left and right with down.
    let turned = if symmetry & 4 == 0 {
        direction
    } else {
        3 - direction
    };
    let is_sideways = turned & 1 == 1;
    match is_sideways {
        true if symmetry & 1 != 0 => turned ^ 2,
        false if symmetry & 2 != 0 => turned ^ 2,
        _ => turned,
    }
}
