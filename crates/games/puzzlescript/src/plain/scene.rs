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
    /// What rules have ordered so far.
    pub orders: Vec<Command>,
    /// At least the objects that are anywhere on the board: what is missing here need not
    /// be looked for.
    pub somewhere: Mask,
    /// The same for movements.
    pub moving_somewhere: Mask,
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
            orders: Vec::new(),
            somewhere: Mask::empty(frame.object_words),
            moving_somewhere: Mask::empty(frame.movement_words),
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
        self.movements.fill(0);
        self.rigid_groups.fill(0);
        self.rigid_layers.fill(0);
    }

    /// Looks anew what is anywhere on the board.
    pub fn survey(&mut self) {
        survey(&mut self.somewhere, &self.objects);
        survey(&mut self.moving_somewhere, &self.movements);
    }
}

fn survey(sum: &mut Mask, cells: &[u64]) {
    sum.0.fill(0);
    for cell in cells.chunks(sum.0.len()) {
        for (sum, word) in sum.0.iter_mut().zip(cell) {
            *sum |= word;
        }
    }
}
