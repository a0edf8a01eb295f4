//! Trusted: what a turn works on.

use std::collections::BTreeSet;

use crate::compiled::{
    Board, Command, DOWN, Game, LEFT, Mask, RIGHT, Rule, Slot, UP, bits, movement_bit,
    movement_words, object_words,
};

/// Where play stands between two turns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The objects of the cells, as in a [`Board`].
    pub objects: Vec<u64>,
    /// The objects with which a restart begins.
    pub checkpoint: Vec<u64>,
    /// How play goes on.
    pub status: Status,
}

/// How play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// By a key.
    Open,
    /// Not at all: the level is won.
    Won,
    /// Not at all: turns follow each other for ever without input.
    Endless,
    /// That is not known, since it is not known how the level begins.
    Unknown,
}

/// What never changes while a level is played.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Words of a set of objects.
    pub object_words: usize,
    /// Words of a cell: its objects, and then its movements.
    pub words: usize,
    /// The objects of each layer.
    pub layers: Vec<Mask>,
    /// All cells.
    pub everywhere: Mask,
    /// For each bit of a cell, the rules for which it matters, by number.
    pub readers: Vec<Mask>,
}

impl Frame {
    /// The frame of a level. Numbers the rules.
    pub fn new(game: &mut Game, board: &Board) -> Frame {
        let object_words = object_words(game.objects.len());
        let mut layers = vec![Mask::empty(object_words); game.n_layers];
        for (number, object) in game.objects.iter().enumerate() {
            layers[object.layer].insert(number);
        }
        let words = object_words + movement_words(game.n_layers);
        let groups = game.early.groups.iter_mut().chain(&mut game.late.groups);
        let rules: Vec<&mut Rule> = groups.flat_map(|group| &mut group.rules).collect();
        let mut readers = vec![Mask::empty(rules.len().div_ceil(64)); 64 * words];
        for (number, rule) in rules.into_iter().enumerate() {
            rule.number = number;
            for slot in rule.rows.iter().flatten() {
                let Slot::Cell(cell) = slot else { continue };
                let into = cell.replacement.as_ref();
                let objects = [&cell.present, &cell.absent].into_iter().chain(&cell.any);
                let objects = objects.chain(into.into_iter().flat_map(|r| [&r.clear, &r.set]));
                let movements = [&cell.moving, &cell.not_moving].into_iter();
                let movements = movements.chain(into.into_iter().flat_map(|r| [&r.stop, &r.start]));
                let objects = objects.flat_map(Mask::members);
                let movements = movements.flat_map(Mask::members);
                for bit in objects.chain(movements.map(|bit| 64 * object_words + bit)) {
                    readers[bit].insert(number);
                }
            }
        }
        let n_cells = board.width * board.height;
        let mut everywhere = Mask::empty(n_cells.div_ceil(64));
        (0..n_cells).for_each(|cell| everywhere.insert(cell));
        Frame {
            everywhere,
            width: board.width,
            height: board.height,
            object_words,
            words,
            layers,
            readers,
        }
    }

    /// The number of cells.
    pub fn n_cells(&self) -> usize {
        self.width * self.height
    }

    /// How much the number of a cell grows with a step in a direction.
    pub fn stride(&self, direction: u64) -> isize {
        let height = self.height as isize;
        match direction {
            UP => -1,
            DOWN => 1,
            LEFT => -height,
            RIGHT => height,
            _ => 0,
        }
    }

    /// How many cells there are in a direction, this one included.
    pub fn room(&self, cell: usize, direction: u64) -> usize {
        let (x, y) = (cell / self.height, cell % self.height);
        match direction {
            UP => y + 1,
            DOWN => self.height - y,
            LEFT => x + 1,
            _ => self.width - x,
        }
    }

    /// Where the movement of a cell's layer is: a word of the scene, and a bit in it.
    pub fn movement(&self, cell: usize, layer: usize) -> (usize, u32) {
        let (word, bit) = movement_bit(layer);
        (cell * self.words + self.object_words + word, bit)
    }
}

/// The board in the middle of a turn.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The cells: of each the objects, and then the movements.
    pub cells: Vec<u64>,
    /// For each bit of a cell, the cells that have it.
    pub boards: Vec<Mask>,
    /// The rules that must be looked for. The others, by number, were looked for and did
    /// nothing, and nothing that matters for them changed since.
    pub stale: Mask,
    /// The objects with which a restart begins.
    pub checkpoint: Vec<u64>,
    /// Of each cell and layer, the numbers of the rigid groups that moved it plus 1, joined
    /// bit by bit.
    pub rigid_groups: Vec<u64>,
    /// Of each cell, the layers that a rigid rule moved.
    pub rigid_layers: Vec<u64>,
    /// What rules have ordered so far.
    pub orders: BTreeSet<Command>,
    /// Whether the level is being begun anew, which does not happen within itself.
    pub is_restarting: bool,
}

impl Scene {
    /// An empty board.
    pub fn new(frame: &Frame) -> Scene {
        let cells = vec![0; frame.n_cells() * frame.words];
        let mut stale = frame.readers[0].clone();
        stale.0.fill(u64::MAX);
        Scene {
            boards: vec![Mask::empty(frame.everywhere.0.len()); frame.readers.len()],
            stale,
            checkpoint: Vec::new(),
            rigid_groups: cells.clone(),
            rigid_layers: cells.clone(),
            cells,
            orders: BTreeSet::new(),
            is_restarting: false,
        }
    }

    /// The objects of a cell.
    pub fn objects_at(&self, frame: &Frame, cell: usize) -> &[u64] {
        &self.cells[cell * frame.words..][..frame.object_words]
    }

    /// The movements of a cell.
    pub fn movements_at(&self, frame: &Frame, cell: usize) -> &[u64] {
        &self.cells[cell * frame.words..][frame.object_words..frame.words]
    }

    /// The objects of all cells.
    pub fn objects(&self, frame: &Frame) -> Vec<u64> {
        let cells = self.cells.chunks(frame.words);
        { cells }
            .flat_map(|cell| &cell[..frame.object_words])
            .copied()
            .collect()
    }

    /// Puts these objects on the board instead of all others, and ends all movement.
    pub fn set(&mut self, frame: &Frame, objects: &[u64]) {
        for (cell, objects) in objects.chunks(frame.object_words).enumerate() {
            for (i, word) in objects.iter().enumerate() {
                self.put(frame, cell * frame.words + i, *word);
            }
        }
        self.rest(frame);
    }

    /// Ends all movement.
    pub fn rest(&mut self, frame: &Frame) {
        for at in (0..self.cells.len()).filter(|at| at % frame.words >= frame.object_words) {
            self.put(frame, at, 0);
        }
        self.rigid_groups.fill(0);
        self.rigid_layers.fill(0);
    }

    /// Makes this one of the words of the cells; whether it was another one.
    pub fn put(&mut self, frame: &Frame, at: usize, word: u64) -> bool {
        let different = self.cells[at] ^ word;
        for bit in bits(different) {
            let bit = at % frame.words * 64 + bit;
            self.boards[bit].0[at / frame.words / 64] ^= 1 << (at / frame.words % 64);
            self.stale.add(&frame.readers[bit]);
        }
        self.cells[at] = word;
        different != 0
    }
}
