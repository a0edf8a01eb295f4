//! The push model: rows of boxes, holes and the player's region, and the
//! pushes between them.

use std::collections::VecDeque;

use playproof_model::{
    ActionId, AtomId, Batch, Bound, Dom, NativeModel, PackedModel, Subject, Val,
};

use super::bounds::Bounds;
use super::factory::Prunings;
use super::floor::Floor;
use super::frozen::{Freezer, Groups};
use super::pairs::Pairs;
use super::reasons::{Lore, Reason};
use super::walk::{BitMap, MAX_WORDS, Walk};
use crate::canonical::Board;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// Winning, perhaps with few pushes: hopeless states are left out.
    Win,
    /// Winning, asked for like any other state: nothing is left out.
    AnyWin,
    /// Something else about the boxes.
    Other(AtomId),
}

/// The flat variables of the player and of the box of cell 0.
const PLAYER: u32 = 0;
const FIRST_BOX: u32 = 1;

/// The push model of one question.
pub(super) struct PushModel {
    floor: Floor,
    map: BitMap,
    subject: Subject,
    target: Target,
    prunings: Prunings,
    counter: Option<u32>,
    bounds: Bounds,
    pairs: Option<Pairs>,
    groups: Groups,
    free: [u32; 1],
    player: u16,
    boxes: Vec<u16>,
    open: Vec<bool>,
    words: usize,
}

/// A row taken apart.
pub(super) struct State<'a> {
    floor: &'a Floor,
    map: &'a BitMap,
    boxes: Vec<u16>,
    pub occupied: Vec<bool>,
    /// Whether each hole is open.
    open: Vec<bool>,
    /// Boxes and open holes, as places of the map.
    pub blocked: [u64; MAX_WORDS],
    player: u16,
}

impl<'a> State<'a> {
    fn new(floor: &'a Floor, map: &'a BitMap) -> State<'a> {
        State {
            floor,
            map,
            boxes: Vec::new(),
            occupied: vec![false; floor.n_cells],
            open: vec![false; floor.n_holes],
            blocked: [0; MAX_WORDS],
            player: 0,
        }
    }

    pub fn is_open_hole(&self, cell: u16) -> bool {
        let hole = self.open.get(self.floor.hole[cell as usize] as usize);
        hole.is_some_and(|open| *open)
    }

    /// Puts a box on a cell, or takes it away.
    fn flip_box(&mut self, cell: u16) {
        self.occupied[cell as usize] ^= true;
        self.map.flip(cell, &mut self.blocked);
    }

    /// Opens the hole in a cell, or fills it.
    fn flip_hole(&mut self, cell: u16) {
        self.open[self.floor.hole[cell as usize] as usize] ^= true;
        self.map.flip(cell, &mut self.blocked);
    }
}

/// Memory for going through rows.
struct Work<'a> {
    state: State<'a>,
    before: Walk<'a>,
    after: Walk<'a>,
    freezer: Freezer<'a>,
}

impl PushModel {
    /// `None` if there are too many cells.
    pub fn new(
        board: &Board,
        subject: &Subject,
        target: Target,
        counter: Option<u32>,
        prunings: Prunings,
    ) -> Option<PushModel> {
        let floor = Floor::new(board)?;
        let [start] = &subject.machine().initial[..] else {
            return None;
        };
        let cells = 0..floor.n_cells as u16;
        let has_box = |cell: &u16| start[FIRST_BOX as usize + *cell as usize] == 1;
        let boxes: Vec<u16> = cells.filter(has_box).collect();
        // The first of the holes' bits is of no hole.
        let holes = start.iter().skip(FIRST_BOX as usize + floor.n_cells + 1);
        let open = holes.take(floor.n_holes).map(|&open| open == 1).collect();
        let mut bounds = Bounds::new(&floor, boxes.len(), counter.is_some());
        bounds.learn(&floor, &boxes);
        let bits = floor.n_cells + floor.n_holes;
        Some(PushModel {
            subject: subject.clone(),
            target,
            counter,
            bounds,
            // They rest on dead cells being left out.
            pairs: match (target, boxes.len()) {
                (Target::Win, 2..) if prunings.pairs && prunings.dead_cells => Pairs::new(&floor),
                _ => None,
            },
            prunings,
            groups: Groups::default(),
            free: [PLAYER],
            player: start[PLAYER as usize] as u16,
            open,
            boxes,
            // The player's 16 bits are in the last word.
            words: bits.div_ceil(64) + usize::from(bits % 64 == 0 || bits % 64 > 48),
            map: BitMap::new(board),
            floor,
        })
    }

    fn lore(&self) -> Lore<'_> {
        Lore {
            floor: &self.floor,
            groups: &self.groups,
            pairs: self.pairs.as_ref(),
        }
    }

    fn take_apart(&self, row: &[u64], state: &mut State) {
        while let Some(cell) = state.boxes.pop() {
            state.flip_box(cell);
        }
        let n_cells = self.floor.n_cells;
        for (i, &word) in row.iter().enumerate() {
            let mut bits = word;
            if i + 1 == self.words {
                bits &= u64::MAX >> 16;
            }
            while bits != 0 {
                let bit = i * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if bit >= n_cells {
                    break;
                }
                state.boxes.push(bit as u16);
                state.flip_box(bit as u16);
            }
        }
        for &cell in self.floor.homes.iter().filter(|_| self.floor.n_holes > 0) {
            let hole = self.floor.hole[cell as usize] as usize;
            if let Some(&open) = state.open.get(hole) {
                let bit = n_cells + hole;
                if open != (row[bit / 64] >> (bit % 64) & 1 == 1) {
                    state.flip_hole(cell);
                }
            }
        }
        state.player = (row[self.words - 1] >> 48) as u16;
    }

    /// The player is stored as the least cell of its region, so that two
    /// states that differ only by a walk are one row. `cube` gives it back.
    fn put_together(&self, state: &State, least: u16, out: &mut Vec<u64>) {
        let start = out.len();
        out.resize(start + self.words, 0);
        let row = &mut out[start..];
        for (cell, _) in state.occupied.iter().enumerate().filter(|(_, o)| **o) {
            row[cell / 64] |= 1 << (cell % 64);
        }
        for (hole, _) in state.open.iter().enumerate().filter(|(_, o)| **o) {
            let bit = self.floor.n_cells + hole;
            row[bit / 64] |= 1 << (bit % 64);
        }
        row[self.words - 1] |= u64::from(least) << 48;
    }

    fn has_bounds(&self) -> bool {
        self.target == Target::Win && self.prunings.bounds
    }

    fn is_won(&self, boxes: &[u16]) -> bool {
        boxes.iter().all(|&c| self.floor.goal[c as usize])
    }

    /// Why winning is impossible after a push of a box to a cell, the player
    /// now being where the box was.
    fn lost(
        &self,
        to: u16,
        player: u16,
        occupied: &[bool],
        others: impl Iterator<Item = u16>,
        freezer: &mut Freezer,
    ) -> Option<Reason> {
        if self.prunings.dead_cells && self.floor.dead[to as usize] {
            return Some(Reason::DeadCell(to));
        }
        if let Some(pairs) = &self.pairs {
            let mut pairs_of = others.map(|other| pairs.pair(to, other, player));
            if let Some(pair) = pairs_of.find(|&pair| pairs.is_lost(pair)) {
                return Some(Reason::Pair(pair));
            }
        }
        if !self.prunings.groups {
            return None;
        }
        let group = freezer.stuck_group(to, occupied)?;
        self.groups.number(group).map(Reason::Group)
    }

    fn work(&self) -> Work<'_> {
        Work {
            state: State::new(&self.floor, &self.map),
            before: Walk::new(&self.floor, &self.map),
            after: Walk::new(&self.floor, &self.map),
            freezer: Freezer::new(&self.floor),
        }
    }

    /// Appends the rows after all pushes of the row that was taken apart.
    fn push_all(&self, src: u32, row: &[u64], work: &mut Work, out: &mut Batch) {
        let Work {
            state,
            before,
            after,
            freezer,
        } = work;
        before.from(state.player, state);
        let prunes = self.target == Target::Win;
        for i in 0..state.boxes.len() {
            let cell = state.boxes[i];
            for (d, stand, to) in self.floor.pushes(cell) {
                if !before.has_met(stand) || state.occupied[to as usize] {
                    continue;
                }
                // Where the box ends: in an open hole, or on a cell.
                let (is_hole, hole) = (state.is_open_hole(to), self.floor.hole[to as usize]);
                state.flip_box(cell);
                match is_hole {
                    true => state.flip_hole(to),
                    false => state.flip_box(to),
                }
                let others = state.boxes.iter().copied().filter(|&other| other != cell);
                let lost = match prunes && !is_hole {
                    true => self.lost(to, cell, &state.occupied, others, freezer),
                    false => None,
                };
                match lost {
                    Some(reason) => out.reasons.push(reason.number()),
                    None => {
                        let least = after.from(cell, state);
                        let start = out.rows.len();
                        out.rows.extend_from_slice(row);
                        let row = &mut out.rows[start..];
                        let flip = |row: &mut [u64], bit: usize| row[bit / 64] ^= 1 << (bit % 64);
                        flip(row, cell as usize);
                        match is_hole {
                            true => flip(row, self.floor.n_cells + hole as usize),
                            false => flip(row, to as usize),
                        }
                        let last = &mut row[self.words - 1];
                        *last = *last & (u64::MAX >> 16) | u64::from(least) << 48;
                        out.src.push(src);
                        out.edge.push(u32::from(cell) * 4 + d as u32);
                    }
                }
                state.flip_box(cell);
                match is_hole {
                    true => state.flip_hole(to),
                    false => state.flip_box(to),
                }
            }
        }
    }

    /// The actions of a walk between two cells.
    fn walk(&self, from: u16, to: u16, state: &State) -> Vec<ActionId> {
        let mut came = vec![None; self.floor.n_cells];
        let mut queue = VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            if cell == to {
                break;
            }
            for d in 0..4 {
                if let Some(next) = self.floor.step(cell, d)
                    && !state.occupied[next as usize]
                    && !state.is_open_hole(next)
                    && came[next as usize].is_none()
                    && next != from
                {
                    came[next as usize] = Some((cell, d));
                    queue.push_back(next);
                }
            }
        }
        let mut actions = Vec::new();
        let mut at = to;
        while let Some((before, d)) = came[at as usize] {
            actions.push(ActionId(d as u32));
            at = before;
        }
        actions.reverse();
        actions
    }
}

impl PackedModel for PushModel {
    fn words(&self) -> usize {
        self.words
    }

    fn initial(&self, out: &mut Batch) {
        let mut state = State::new(&self.floor, &self.map);
        self.boxes.iter().for_each(|&cell| state.flip_box(cell));
        for &cell in &self.floor.homes {
            let hole = self.floor.hole[cell as usize] as usize;
            if self.open.get(hole) == Some(&true) {
                state.flip_hole(cell);
            }
        }
        let least = Walk::new(&self.floor, &self.map).from(self.player, &state);
        self.put_together(&state, least, &mut out.rows);
    }

    fn expand(&self, rows: &[u64], out: &mut Batch) {
        let mut work = self.work();
        for (i, row) in rows.chunks_exact(self.words).enumerate() {
            self.take_apart(row, &mut work.state);
            if !self.is_won(&work.state.boxes) {
                self.push_all(i as u32, row, &mut work, out);
            }
        }
    }

    fn holds(&self, rows: &[u64], _atom: AtomId, _work: &mut Batch, out: &mut Vec<bool>) {
        out.clear();
        let mut state = State::new(&self.floor, &self.map);
        for row in rows.chunks_exact(self.words) {
            self.take_apart(row, &mut state);
            out.push(match self.target {
                Target::Win | Target::AnyWin => self.is_won(&state.boxes),
                Target::Other(atom) => {
                    let mut values = Vec::new();
                    self.valuation(row, &mut values);
                    self.subject.holds(&values, atom)
                }
            });
        }
    }

    fn valuation(&self, row: &[u64], out: &mut Vec<Val>) {
        let mut state = State::new(&self.floor, &self.map);
        self.take_apart(row, &mut state);
        out.push(Val::from(state.player));
        out.extend(state.occupied.iter().map(|&o| Val::from(o)));
        if self.floor.n_holes > 0 {
            out.push(0);
            out.extend(state.open.iter().map(|&o| Val::from(o)));
        }
        out.extend(self.counter.map(|_| 0));
    }
}

impl NativeModel for PushModel {
    fn free(&self) -> &[u32] {
        &self.free
    }

    fn cube(&self, row: &[u64], out: &mut Vec<Dom>) {
        let mut state = State::new(&self.floor, &self.map);
        self.take_apart(row, &mut state);
        let mut walk = Walk::new(&self.floor, &self.map);
        walk.from(state.player, &state);
        let mut bits = vec![0u64; self.floor.n_cells.div_ceil(64)];
        for cell in (0..self.floor.n_cells).filter(|&c| walk.has_met(c as u16)) {
            bits[cell / 64] |= 1 << (cell % 64);
        }
        out.push(Dom::Set(bits));
    }

    fn steps(&self, at: &[Val], edge: u32, _to: &[u64], out: &mut Vec<ActionId>) {
        let (cell, d) = ((edge / 4) as u16, edge as usize % 4);
        let mut state = State::new(&self.floor, &self.map);
        let n_cells = self.floor.n_cells;
        for (occupied, &x) in state.occupied.iter_mut().zip(&at[FIRST_BOX as usize..]) {
            *occupied = x == 1;
        }
        // Behind the boxes, the bits of the holes begin with one of no hole.
        for (open, &x) in state
            .open
            .iter_mut()
            .zip(&at[(FIRST_BOX as usize + n_cells + 1).min(at.len())..])
        {
            *open = x == 1;
        }
        let Some(stand) = self.floor.step(cell, d ^ 1) else {
            return;
        };
        out.extend(self.walk(at[PLAYER as usize] as u16, stand, &state));
        out.push(ActionId(d as u32));
    }

    fn counter(&self) -> Option<u32> {
        self.counter
    }

    fn estimate(&self, rows: &[u64], out: &mut Vec<u32>) {
        out.clear();
        if !self.has_bounds() {
            out.resize(rows.len() / self.words, 0);
            return;
        }
        let mut state = State::new(&self.floor, &self.map);
        let mut open = Vec::new();
        for row in rows.chunks_exact(self.words) {
            self.take_apart(row, &mut state);
            open.clear();
            open.extend(
                (0u16..)
                    .zip(&state.open)
                    .filter(|(_, o)| **o)
                    .map(|(h, _)| h),
            );
            out.push(self.bounds.estimate(&state.boxes, &open));
        }
    }

    fn bounds(&self) -> Vec<Bound> {
        if !self.has_bounds() {
            return Vec::new();
        }
        let first_hole = FIRST_BOX + self.floor.n_cells as u32 + 1;
        self.bounds.written(FIRST_BOX, first_hole)
    }

    fn reason(&self, row: &[u64]) -> Option<u64> {
        if self.target != Target::Win {
            return None;
        }
        let mut work = self.work();
        self.take_apart(row, &mut work.state);
        let State {
            boxes,
            occupied,
            player,
            ..
        } = &work.state;
        let mut reasons = boxes.iter().filter_map(|&cell| {
            let others = boxes.iter().copied().filter(|&other| other != cell);
            self.lost(cell, *player, occupied, others, &mut work.freezer)
        });
        // A reason with fewer boxes is the better one.
        let least = reasons
            .by_ref()
            .min_by_key(|&reason| self.lore().boxes(reason).len());
        least.map(Reason::number)
    }

    fn patterns(&self, reasons: &[u64]) -> Vec<Vec<(u32, Dom)>> {
        let reasons = reasons.iter().map(|&number| Reason::of(number));
        self.lore().patterns(reasons)
    }
}
