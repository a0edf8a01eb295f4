//! The board in the middle of a turn: cell by cell and, of every object and movement, the
//! cells that have it. What changes is noted, so that it can be taken back.

use super::bits::{Cells, Word};
use super::level::Level;
use super::rules::Orders;

/// Where a row is found: its first cell, and how many cells each of its gaps takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub cell: u16,
    pub gaps: [u16; 2],
}

/// What cells were before something began.
struct Before<C, const W: usize> {
    changed: Cells<W>,
    cells: Vec<C>,
}

/// A key, its chain's turns, the beginning of a level within one, a trial within that.
const DEPTH: usize = 5;

/// The board in the middle of a turn.
pub(super) struct Scene<C, const W: usize> {
    pub cells: Vec<C>,
    pub boards: Vec<Cells<W>>,
    pub moves: Vec<C>,
    pub move_boards: Vec<Cells<W>>,
    /// The cells with a movement.
    pub moving: Cells<W>,
    /// At least the objects that are anywhere.
    pub somewhere: C,
    /// At least the movements that are anywhere.
    pub moving_somewhere: C,
    pub checkpoint: Vec<C>,
    pub rigid_groups: Vec<C>,
    pub rigid_layers: Vec<C>,
    pub orders: Orders,
    pub is_restarting: bool,
    /// Whether something changed that should not have.
    pub has_strayed: bool,
    /// Whether a chain had no end in sight.
    pub is_chain_cut: bool,
    lasting: C,
    before: Vec<Before<C, W>>,
    depth: usize,
    /// Room for the places of each row of a rule.
    pub places: Vec<Vec<Place>>,
    /// Room for cells in order.
    pub list: Vec<u16>,
    pub chain: Chain<C>,
}

/// What a chain of turns remembers.
#[derive(Default)]
pub(super) struct Chain<C> {
    /// The boards (and checkpoints) so far, one after the other.
    pub seen: Vec<C>,
    /// What a trial came to: where the same turn is played, it comes to that again.
    pub tried: Vec<(u16, C)>,
    pub orders: Orders,
    pub is_tried: bool,
}

impl<C: Word, const W: usize> Scene<C, W> {
    /// The board as it is drawn.
    pub fn new(level: &Level<C, W>) -> Scene<C, W> {
        let none = vec![C::NONE; level.n_cells];
        let rigid = if level.has_rigid { &none[..] } else { &[] };
        let mut boards = vec![Cells::NONE; level.layers.len()];
        for (cell, objects) in level.cells.iter().enumerate() {
            objects
                .places()
                .for_each(|object| boards[object].insert(cell));
        }
        let before = || Before {
            changed: Cells::NONE,
            cells: none.clone(),
        };
        Scene {
            cells: level.cells.clone(),
            boards,
            moves: none.clone(),
            move_boards: vec![Cells::NONE; 5 * level.moving_layers.len()],
            moving: Cells::NONE,
            somewhere: level.cells.iter().fold(C::NONE, |all, cell| all | *cell),
            moving_somewhere: C::NONE,
            checkpoint: level.cells.clone(),
            rigid_groups: rigid.to_vec(),
            rigid_layers: rigid.to_vec(),
            orders: 0,
            is_restarting: false,
            has_strayed: false,
            is_chain_cut: false,
            lasting: level.lasting,
            before: (0..DEPTH).map(|_| before()).collect(),
            depth: 0,
            places: Vec::new(),
            list: Vec::new(),
            chain: Chain::default(),
        }
    }

    /// Says what is in a cell; whether it is another thing now.
    pub fn put(&mut self, cell: usize, objects: C) -> bool {
        let old = self.cells[cell];
        let different = old ^ objects;
        if different.is_none() {
            return false;
        }
        let before = &mut self.before[self.depth];
        if !before.changed.has(cell) {
            before.changed.insert(cell);
            before.cells[cell] = old;
        }
        self.has_strayed |= different.meets(self.lasting);
        different
            .places()
            .for_each(|object| self.boards[object].toggle(cell));
        self.somewhere |= objects;
        self.cells[cell] = objects;
        true
    }

    /// Says what moves in a cell; whether it is another movement now.
    pub fn put_moves(&mut self, cell: usize, moves: C) -> bool {
        let different = self.moves[cell] ^ moves;
        if different.is_none() {
            return false;
        }
        different
            .places()
            .for_each(|movement| self.move_boards[movement].toggle(cell));
        self.moves[cell] = moves;
        self.moving_somewhere |= moves;
        match moves.is_none() {
            true => self.moving.remove(cell),
            false => self.moving.insert(cell),
        }
        true
    }

    /// Ends all movement.
    pub fn rest(&mut self) {
        for cell in self.moving.iter() {
            let moves = self.moves[cell];
            moves
                .places()
                .for_each(|movement| self.move_boards[movement].remove(cell));
            self.moves[cell] = C::NONE;
        }
        self.moving = Cells::NONE;
        self.moving_somewhere = C::NONE;
        // To fill no memory at all is slow on some processors, where it is nowhere.
        if !self.rigid_groups.is_empty() {
            self.rigid_groups.fill(C::NONE);
            self.rigid_layers.fill(C::NONE);
        }
    }

    /// Begins something that may be taken back.
    pub fn enter(&mut self) {
        self.depth += 1;
        self.before[self.depth].changed = Cells::NONE;
    }

    /// Takes back what changed since it was entered, which goes on.
    pub fn take_back(&mut self) {
        let depth = self.depth;
        // What is put back is noted nowhere else, since it was changed here first.
        let changed = self.before[depth].changed;
        for cell in changed.iter() {
            let old = self.before[depth].cells[cell];
            self.put(cell, old);
        }
    }

    /// Whether the board is another one than when it was entered.
    pub fn has_changed(&self) -> bool {
        let before = &self.before[self.depth];
        let mut changed = before.changed.iter();
        changed.any(|cell| self.cells[cell] != before.cells[cell])
    }

    /// The cells that may have changed since it was entered.
    pub fn changed(&self) -> Cells<W> {
        self.before[self.depth].changed
    }

    /// Ends it: what changed counts for what it was entered from.
    pub fn leave(&mut self) {
        let (outer, inner) = self.before.split_at_mut(self.depth);
        let (outer, inner) = (&mut outer[self.depth - 1], &inner[0]);
        for cell in inner.changed.and_not(&outer.changed).iter() {
            outer.cells[cell] = inner.cells[cell];
        }
        outer.changed = outer.changed.or(&inner.changed);
        self.depth -= 1;
    }

    /// Makes the board as it is the one from which changes are counted.
    pub fn settle(&mut self) {
        self.depth = 0;
        self.before[0].changed = Cells::NONE;
    }

    /// The cells that are not as they were when it was entered: what was there, and is.
    pub fn differences(&self) -> impl Iterator<Item = (usize, C, C)> + '_ {
        let before = &self.before[self.depth];
        let pairs = before
            .changed
            .iter()
            .map(|cell| (cell, before.cells[cell], self.cells[cell]));
        pairs.filter(|(_, before, now)| before != now)
    }

    /// Notes which objects are on the board, and forgets the others.
    pub fn look_around(&mut self) {
        let boards = self.boards.iter().enumerate();
        let there = boards.filter(|(_, board)| !board.is_none());
        self.somewhere = there.fold(C::NONE, |all, (object, _)| all | C::at(1, object));
    }
}
