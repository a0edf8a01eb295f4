//! Trusted: what a turn works on.

use crate::compiled::{Board, Command, Game, Mask, movement_words, object_words};

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

/// The sizes of a level and of a game's sets.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Words of a set of objects.
    pub object_words: usize,
    /// Words of a set of movements.
    pub movement_words: usize,
    /// The objects of each layer.
    pub layers: Vec<Mask>,
}

impl Frame {
    /// The frame of a level.
    pub fn new(game: &Game, board: &Board) -> Frame {
        let object_words = object_words(game.objects.len());
        let mut layers = vec![Mask::empty(object_words); game.n_layers];
        for (number, object) in game.objects.iter().enumerate() {
            layers[object.layer].insert(number);
        }
        Frame {
            width: board.width,
            height: board.height,
            object_words,
            movement_words: movement_words(game.n_layers),
            layers,
        }
    }

    /// The number of cells.
    pub fn n_cells(&self) -> usize {
        self.width * self.height
    }

    /// The number of a column among the lines of a board, which are columns and rows.
    pub fn column(&self, x: usize) -> usize {
        x
    }

    /// The number of a row among them.
    pub fn row(&self, y: usize) -> usize {
        self.width + y
    }

    /// The number of the whole board among them: it comes last.
    pub fn whole_board(&self) -> usize {
        self.width + self.height
    }

    /// How much the number of a cell grows with a step in a direction.
    pub fn stride(&self, direction: u64) -> isize {
        let height = self.height as isize;
        match direction {
            crate::compiled::UP => -1,
            crate::compiled::DOWN => 1,
            crate::compiled::LEFT => -height,
            crate::compiled::RIGHT => height,
            _ => 0,
        }
    }
}

/// The board in the middle of a turn.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The objects of the cells.
    pub objects: Vec<u64>,
    /// The objects with which a restart begins.
    pub checkpoint: Vec<u64>,
    /// The movements of the cells.
    pub movements: Vec<u64>,
    /// Of each cell and layer, the numbers of the rigid groups that moved it plus 1, joined
    /// bit by bit.
    pub rigid_groups: Vec<u64>,
    /// Of each cell, the layers that a rigid rule moved.
    pub rigid_layers: Vec<u64>,
    /// Whether there is anything in these two.
    pub has_rigid: bool,
    /// What rules have ordered so far.
    pub orders: Vec<Command>,
    /// At least the objects that are on each line: what is missing here need not be looked
    /// for there.
    pub on_lines: Lines,
    /// The same for movements.
    pub moving_on_lines: Lines,
    /// Whether the level is being begun anew, which does not happen within itself.
    pub is_restarting: bool,
    /// The rules that changed or ordered something, by line, for those who explain.
    pub fired: Option<Vec<u32>>,
}

impl Scene {
    /// The board between two turns.
    pub fn new(frame: &Frame, state: &State) -> Scene {
        let movements = vec![0; frame.n_cells() * frame.movement_words];
        Scene {
            objects: state.objects.clone(),
            checkpoint: state.checkpoint.clone(),
            rigid_groups: movements.clone(),
            rigid_layers: movements.clone(),
            movements,
            has_rigid: false,
            orders: Vec::new(),
            on_lines: Lines::new(frame, frame.object_words),
            moving_on_lines: Lines::new(frame, frame.movement_words),
            is_restarting: false,
            fired: None,
        }
    }

    /// The objects of a cell.
    pub fn objects_at(&self, frame: &Frame, cell: usize) -> &[u64] {
        &self.objects[cell * frame.object_words..][..frame.object_words]
    }

    /// The movements of a cell.
    pub fn movements_at(&self, frame: &Frame, cell: usize) -> &[u64] {
        &self.movements[cell * frame.movement_words..][..frame.movement_words]
    }

    /// Whether nothing moves in a cell.
    pub fn is_at_rest(&self, frame: &Frame, cell: usize) -> bool {
        self.movements_at(frame, cell).iter().all(|word| *word == 0)
    }

    /// Ends all movement.
    pub fn rest(&mut self) {
        if self.moving_on_lines.are_empty() && !self.has_rigid {
            return;
        }
        self.movements.fill(0);
        self.moving_on_lines.sets.fill(0);
        if self.has_rigid {
            self.rigid_groups.fill(0);
            self.rigid_layers.fill(0);
            self.has_rigid = false;
        }
    }

    /// Looks anew what is on each line.
    pub fn survey(&mut self, frame: &Frame) {
        self.on_lines.survey(frame, &self.objects);
        self.moving_on_lines.survey(frame, &self.movements);
    }

    /// Notes on its lines what is in a cell now.
    pub fn note(&mut self, frame: &Frame, cell: usize) {
        self.on_lines.note(frame, &self.objects, cell);
        self.moving_on_lines.note(frame, &self.movements, cell);
    }
}

/// For each line of a board, and last for all of it, a set of objects or of movements.
#[derive(Clone, Debug)]
pub struct Lines {
    sets: Vec<u64>,
    /// Words of a set.
    words: usize,
}

impl Lines {
    fn new(frame: &Frame, words: usize) -> Lines {
        let sets = vec![0; (frame.whole_board() + 1) * words];
        Lines { sets, words }
    }

    /// The set of a line.
    pub fn of(&self, line: usize) -> &[u64] {
        &self.sets[line * self.words..][..self.words]
    }

    /// Whether there is nothing on the whole board, which comes last.
    fn are_empty(&self) -> bool {
        let whole = &self.sets[self.sets.len() - self.words..];
        whole.iter().all(|word| *word == 0)
    }

    fn survey(&mut self, frame: &Frame, cells: &[u64]) {
        self.sets.fill(0);
        for (x, column) in cells.chunks((frame.height * self.words).max(1)).enumerate() {
            for (y, here) in column.chunks(self.words).enumerate() {
                self.add(frame, x, y, here);
            }
        }
    }

    fn note(&mut self, frame: &Frame, cells: &[u64], cell: usize) {
        let here = &cells[cell * self.words..][..self.words];
        self.add(frame, cell / frame.height, cell % frame.height, here);
    }

    fn add(&mut self, frame: &Frame, x: usize, y: usize, here: &[u64]) {
        if here.iter().all(|word| *word == 0) {
            return;
        }
        for line in [frame.column(x), frame.row(y), frame.whole_board()] {
            for (sum, word) in self.sets[line * self.words..].iter_mut().zip(here) {
                *sum |= word;
            }
        }
    }
}
