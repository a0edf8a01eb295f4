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
    /// For each bit of a cell, the rules that look for it, or for its absence, by number.
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
                let objects = [&cell.present, &cell.absent].into_iter().chain(&cell.any);
                let objects = objects.flat_map(Mask::members);
                let movements = [&cell.moving, &cell.not_moving].into_iter();
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

    /// Where the movement of a layer is in a cell: a word, and a bit in it.
    pub fn movement(&self, layer: usize) -> (usize, u32) {
        let (word, bit) = movement_bit(layer);
        (self.object_words + word, bit)
    }
}

/// The board in the middle of a turn.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The cells: of each the objects, and then the movements.
    pub cells: Vec<u64>,
    /// For each bit of a cell, the cells that have it.
    pub boards: Vec<Mask>,
    /// The rules that must be looked for. The others, by number, were found nowhere, and
    /// nothing that they look for changed since.
    pub stale: Mask,
    /// The objects with which a restart begins.
    pub checkpoint: Vec<u64>,
    /// Of each cell and layer, the numbers of the rigid groups that moved it plus 1, joined
    /// bit by bit.
    pub rigid_groups: Vec<u64>,
    /// Of each cell, the layers that a rigid rule moved.
    pub rigid_layers: Vec<u64>,
    /// Whether there is anything in these two.
    pub has_rigid: bool,
    /// How many words of movements are not empty.
    n_moving: usize,
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
            has_rigid: false,
            n_moving: 0,
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
        let mut objects = Vec::with_capacity(frame.n_cells() * frame.object_words);
        for cell in 0..frame.n_cells() {
            objects.extend_from_slice(self.objects_at(frame, cell));
        }
        objects
    }

    /// Whether these are the objects of all cells.
    pub fn has(&self, frame: &Frame, objects: &[u64]) -> bool {
        let mut cells = objects.chunks(frame.object_words).enumerate();
        cells.all(|(cell, objects)| self.objects_at(frame, cell) == objects)
    }

    /// The cells with some of these objects, or with all of them.
    pub fn places(&self, frame: &Frame, objects: &Mask, needs_all: bool) -> Mask {
        let mut cells = Mask::empty(frame.everywhere.0.len());
        if needs_all {
            cells.add(&frame.everywhere);
        }
        for object in objects.members() {
            match needs_all {
                true => cells.keep(&self.boards[object]),
                false => cells.add(&self.boards[object]),
            }
        }
        cells
    }

    /// Puts these objects on the board instead of all others, and ends all movement.
    pub fn set(&mut self, frame: &Frame, objects: &[u64]) {
        for (cell, objects) in objects.chunks(frame.object_words).enumerate() {
            for (i, word) in objects.iter().enumerate() {
                self.put(frame, cell, i, *word);
            }
        }
        self.rest(frame);
    }

    /// Ends all movement.
    pub fn rest(&mut self, frame: &Frame) {
        let n_cells = if self.n_moving > 0 {
            frame.n_cells()
        } else {
            0
        };
        for cell in 0..n_cells {
            for i in frame.object_words..frame.words {
                self.put(frame, cell, i, 0);
            }
        }
        if std::mem::take(&mut self.has_rigid) {
            self.rigid_groups.fill(0);
            self.rigid_layers.fill(0);
        }
    }

    /// Makes this a word of a cell; whether it was another one.
    #[inline]
    pub fn put(&mut self, frame: &Frame, cell: usize, i: usize, word: u64) -> bool {
        let old = std::mem::replace(&mut self.cells[cell * frame.words + i], word);
        if old == word {
            return false;
        }
        if i >= frame.object_words {
            self.n_moving += usize::from(word != 0);
            self.n_moving -= usize::from(old != 0);
        }
        for bit in bits(old ^ word) {
            self.boards[64 * i + bit].0[cell / 64] ^= 1 << (cell % 64);
            self.stale.add(&frame.readers[64 * i + bit]);
        }
        true
    }
}
