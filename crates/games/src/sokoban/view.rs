//! How Sokoban looks.

use playproof_level::Level;
use playproof_model::Val;

use super::board::{Board, Letter};
use crate::view::{Cell, Colour, Shape, Tile, TileId, View};

const OUTSIDE: TileId = TileId(0);
const WALL: TileId = TileId(1);
const FLOOR: TileId = TileId(2);
const GOAL: TileId = TileId(3);
const HOLE: TileId = TileId(4);
const BOX: TileId = TileId(5);
const BOX_AT_HOME: TileId = TileId(6);
const PLAYER: TileId = TileId(7);
const PLAYER_ON_GOAL: TileId = TileId(8);

/// The view of one level.
pub(super) struct SokobanView {
    board: Board,
    ground: Vec<TileId>,
    legend: Vec<Tile>,
}

impl SokobanView {
    pub fn new(level: &Level, board: Board) -> SokobanView {
        let letters = level.grid().map_or(&[][..], |grid| grid.cells());
        let is_wall = |&c: &char| Letter::of(c).is_some_and(|l| l.wall);
        let walls = letters
            .iter()
            .map(|c| if is_wall(c) { WALL } else { OUTSIDE });
        let mut ground: Vec<TileId> = walls.collect();
        for (cell, &(x, y)) in board.places.iter().enumerate() {
            ground[y * board.size.0 + x] = if board.goals[cell] { GOAL } else { FLOOR };
        }
        SokobanView {
            board,
            ground,
            legend: legend(),
        }
    }

    /// What a cell shows in a state.
    fn cell(&self, state: &[Val], cell: usize) -> (usize, Cell) {
        let (x, y) = self.board.places[cell];
        let at = y * self.board.size.0 + x;
        let n = self.board.n_cells();
        let goal = self.board.goals[cell];
        let open = self.board.holes[cell].is_some_and(|hole| state[n + 2 + hole] != 0);
        let top = if state[0] as usize == cell {
            Some(if goal { PLAYER_ON_GOAL } else { PLAYER })
        } else if state[1 + cell] != 0 {
            Some(if goal { BOX_AT_HOME } else { BOX })
        } else {
            None
        };
        let ground = if open { HOLE } else { self.ground[at] };
        (at, Cell { ground, top })
    }
}

fn legend() -> Vec<Tile> {
    // A square in the middle of the cell, this far from its edges.
    let square = |margin: f32, round: f32| Shape::Rect {
        x: margin,
        y: margin,
        width: 1.0 - 2.0 * margin,
        height: 1.0 - 2.0 * margin,
        round,
    };
    let disc = |radius: f32| Shape::Circle {
        x: 0.5,
        y: 0.5,
        radius,
    };
    let ground = |colour| (square(0.0, 0.0), colour);
    let floor = Colour(0xF4, 0xF1, 0xEA);
    let tile = |name, glyph, shapes| Tile {
        name,
        glyph,
        shapes,
    };
    let a_box = |rim, lid| vec![(square(0.1, 0.1), rim), (square(0.2, 0.04), lid)];
    let player = || {
        vec![
            (disc(0.36), Colour(0x8E, 0x33, 0x20)),
            (disc(0.29), Colour(0xC9, 0x56, 0x3C)),
        ]
    };
    vec![
        tile("outside", ' ', Vec::new()),
        tile("wall", '#', vec![ground(Colour(0x3B, 0x42, 0x52))]),
        tile("floor", ' ', vec![ground(floor)]),
        tile(
            "goal",
            '.',
            vec![ground(floor), (disc(0.17), Colour(0x3F, 0x9B, 0x5A))],
        ),
        tile("hole", 'H', vec![ground(Colour(0x20, 0x20, 0x20))]),
        tile(
            "box",
            '$',
            a_box(Colour(0x7A, 0x58, 0x16), Colour(0xB9, 0x8A, 0x2F)),
        ),
        tile(
            "box on a goal",
            '*',
            a_box(Colour(0x1F, 0x66, 0x37), Colour(0x3F, 0x9B, 0x5A)),
        ),
        tile("player", '@', player()),
        tile("player on a goal", '+', player()),
    ]
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
        out.extend(self.ground.iter().map(|&ground| Cell { ground, top: None }));
        for cell in 0..self.board.n_cells() {
            let (at, shown) = self.cell(state, cell);
            out[start + at] = shown;
        }
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        self.board.places.get(*state.first()? as usize).copied()
    }
}
