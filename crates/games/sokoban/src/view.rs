//! How Sokoban looks: a warehouse seen from above and a little from the front.

use std::sync::Arc;

use playproof_model::Val;

use super::skin;
use crate::canonical::Board;
use playproof_game::{Brush, Cell, Tile, TileId, View};

/// Outside the walls, and where nobody gets to: nothing is drawn.
const OUTSIDE: TileId = TileId(0);
/// A wall with another wall below it in the picture.
const WALL: TileId = TileId(1);
/// A wall whose front can be seen.
const WALL_FRONT: TileId = TileId(2);
const FLOOR: TileId = TileId(3);
const GOAL: TileId = TileId(4);
const HOLE: TileId = TileId(5);
const FILLED_HOLE: TileId = TileId(6);
const BOX: TileId = TileId(7);
const BOX_AT_HOME: TileId = TileId(8);
const PLAYER: TileId = TileId(9);
const PLAYER_ON_GOAL: TileId = TileId(10);

/// The letters of levels, and how they look.
pub(super) fn brushes() -> Vec<Brush> {
    let tiles = skin::legend();
    let brush = |letter: char, name: &'static str, shown: &[TileId]| {
        let shown = shown.iter().map(|id| tiles[usize::from(id.0)].clone());
        Brush::new(letter, name, shown.collect())
    };
    vec![
        brush('#', "wall", &[WALL]).also("w1"),
        brush(' ', "floor", &[FLOOR]).also("-_0"),
        brush('$', "box", &[FLOOR, BOX]).also("B"),
        brush('.', "goal", &[GOAL]),
        brush('@', "player", &[FLOOR, PLAYER]).also("A"),
        brush('*', "box on a goal", &[GOAL, BOX_AT_HOME]),
        brush('+', "player on a goal", &[GOAL, PLAYER_ON_GOAL]),
        brush('H', "hole", &[HOLE]),
    ]
}

/// The view of one level.
pub(super) struct SokobanView {
    board: Arc<Board>,
    legend: Vec<Tile>,
}

impl SokobanView {
    pub fn new(board: Arc<Board>) -> SokobanView {
        SokobanView {
            board,
            legend: skin::legend(),
        }
    }

    /// What never changes; the cells of the board are drawn over it.
    fn still(&self) -> impl Iterator<Item = Cell> {
        let drawn = &self.board.drawn;
        let is_wall = |at: usize| drawn.get(at).is_some_and(|letter| letter.wall);
        (0..drawn.len()).map(move |at| {
            let ground = match (is_wall(at), is_wall(at + self.board.size.0)) {
                (true, true) => WALL,
                (true, false) => WALL_FRONT,
                _ => OUTSIDE,
            };
            // A box out of reach on a goal is left out of the board.
            match drawn[at].a_box && drawn[at].goal {
                true => Cell::new(GOAL, Some(BOX_AT_HOME)),
                false => Cell::new(ground, None),
            }
        })
    }

    /// What a cell of the board shows in a state, and where it is in the
    /// picture.
    fn shown(&self, state: &[Val], cell: usize) -> (usize, Cell) {
        let (x, y) = self.board.places[cell];
        let goal = self.board.goals[cell];
        let ground = match self.open(state, cell) {
            Some(true) => HOLE,
            Some(false) => FILLED_HOLE,
            None if goal => GOAL,
            None => FLOOR,
        };
        let top = if self.is_at(state, cell) {
            Some(if goal { PLAYER_ON_GOAL } else { PLAYER })
        } else if state[1 + cell] != 0 {
            Some(if goal { BOX_AT_HOME } else { BOX })
        } else {
            None
        };
        (y * self.board.size.0 + x, Cell::new(ground, top))
    }

    fn is_at(&self, state: &[Val], cell: usize) -> bool {
        state[0] as usize == cell
    }

    /// Whether the hole in a cell is open, if there is one.
    fn open(&self, state: &[Val], cell: usize) -> Option<bool> {
        // After the player, the boxes and the bit of the cells without a hole.
        let first_hole = 2 + self.board.n_cells();
        let hole = self.board.hole(cell)?;
        Some(state[first_hole + hole] != 0)
    }
}

impl View for SokobanView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        self.board.size
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let start = out.len();
        out.extend(self.still());
        for cell in 0..self.board.n_cells() {
            let (at, shown) = self.shown(state, cell);
            out[start + at] = shown;
        }
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        self.board.places.get(*state.first()? as usize).copied()
    }

    /// As everyone writes it: `l u r d`, in capitals where a box is pushed.
    fn letter(&self, before: &[Val], after: &[Val], action: &str) -> Option<char> {
        let letter = action.chars().next()?;
        let boxes = 1..1 + self.board.n_cells();
        Some(match before[boxes.clone()] != after[boxes] {
            true => letter.to_ascii_uppercase(),
            false => letter,
        })
    }

    fn changes(&self, before: &[Val], after: &[Val], out: &mut Vec<(usize, Cell)>) {
        // Cells are numbered in the order of the picture.
        let changed = (0..self.board.n_cells()).filter(|&cell| {
            before[1 + cell] != after[1 + cell]
                || self.is_at(before, cell) != self.is_at(after, cell)
                || self.open(before, cell) != self.open(after, cell)
        });
        out.extend(changed.map(|cell| self.shown(after, cell)));
    }
}
