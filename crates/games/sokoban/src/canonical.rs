//! Sokoban levels to boards: the cells that matter, numbered row by row. Trusted.
//!
//! A cell matters if the player could get there were there no boxes, or if it
//! holds a box that is not on a goal: such a box out of reach is never moved,
//! and must be there so that the level is not won without it. A box out of
//! reach that is on a goal is left out. A level whose floor is open to the
//! outside is refused.
//!
//! The drawing stays beside the cells: floor out of reach is no cell, but no wall
//! either.

use std::collections::VecDeque;

use playproof_level::{Diagnostic, Grid, Level};

use crate::odd::open;

/// What a letter stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Letter {
    pub wall: bool,
    pub player: bool,
    pub a_box: bool,
    pub goal: bool,
    pub hole: bool,
}

impl Letter {
    pub fn of(letter: char) -> Option<Letter> {
        let is = |letters: &str| letters.contains(letter);
        let known = Letter {
            wall: is("#w1"),
            player: is("@+A"),
            a_box: is("$*B"),
            goal: is(".*+"),
            hole: is("H"),
        };
        is(" -_0#w1@+A$*B.H").then_some(known)
    }
}

const LETTERS: &str = "a Sokoban level is written with # (wall), a blank, - or _ (floor), \
                       @ (player), $ (box), . (goal), * (box on a goal) and + (player on a goal), \
                       or with w or 1 (wall), 0 (floor), A (player), B (box) and H (hole)";

/// The directions in the order of the actions; `d ^ 1` is the opposite of `d`.
pub const DIRECTIONS: [(&str, isize, isize); 4] = [
    ("left", -1, 0),
    ("right", 1, 0),
    ("up", 0, -1),
    ("down", 0, 1),
];

/// No cell. A drawing has fewer places than this.
const WALL: u32 = u32::MAX;

/// A Sokoban level: its cells, and what is on them at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// Columns and rows of the grid.
    pub size: (usize, usize),
    /// Where each cell is.
    pub places: Vec<(usize, usize)>,
    /// For each cell and direction, the cell next to it, or `WALL`.
    beside: Vec<[u32; 4]>,
    /// The cell of the player.
    pub player: usize,
    /// For each cell, whether a box is on it.
    pub boxes: Vec<bool>,
    /// For each cell, whether it is a goal.
    pub goals: Vec<bool>,
    /// The cells with holes, from the lowest.
    holes: Vec<usize>,
    /// How many holes there are.
    pub n_holes: usize,
    /// What is drawn, row by row, cells or not.
    pub(crate) drawn: Vec<Letter>,
}

impl Board {
    /// The board of a level, or what is wrong with it.
    pub(crate) fn of(level: &Level) -> Result<Board, Diagnostic> {
        let Some(grid) = level.grid() else {
            return Err(level.error("a Sokoban level is drawn as a grid", LETTERS));
        };
        let letters = letters(level, grid)?;
        let player = the_player(level, grid, &letters)?;
        let any = |what: fn(&Letter) -> bool| letters.iter().any(what);
        if any(|l| l.a_box) && !any(|l| l.goal || l.hole) {
            return Err(level.error(
                "there are boxes but no goals",
                "mark where the boxes should get to with . (or with * and + where a box or the \
                 player is on a goal), or draw holes with H",
            ));
        }
        let reached = flood(level, grid, &letters, player)?;
        let matters = |at: usize| reached[at] || (letters[at].a_box && !letters[at].goal);
        let cells: Vec<usize> = (0..letters.len()).filter(|&at| matters(at)).collect();
        Ok(Board::of_cells(grid, &letters, &cells, player))
    }

    fn of_cells(grid: &Grid, letters: &[Letter], cells: &[usize], player: usize) -> Board {
        let mut number = vec![WALL; letters.len()];
        for (cell, &at) in cells.iter().enumerate() {
            number[at] = cell as u32;
        }
        let beside = |&at: &usize| {
            let there = [0, 1, 2, 3].map(|direction| step(size(grid), at, direction));
            there.map(|at| at.map_or(WALL, |at| number[at]))
        };
        let holes = (0..cells.len()).filter(|&cell| letters[cells[cell]].hole);
        let holes: Vec<usize> = holes.collect();
        Board {
            size: size(grid),
            places: cells.iter().map(|&at| place(grid, at)).collect(),
            beside: cells.iter().map(beside).collect(),
            player: number[player] as usize,
            boxes: cells.iter().map(|&at| letters[at].a_box).collect(),
            goals: cells.iter().map(|&at| letters[at].goal).collect(),
            n_holes: holes.len(),
            holes,
            drawn: letters.to_vec(),
        }
    }

    /// The cell next to another in each direction.
    pub fn neighbours(&self, cell: usize) -> [Option<usize>; 4] {
        self.beside[cell].map(|next| (next != WALL).then_some(next as usize))
    }

    /// The number of the hole in a cell.
    pub fn hole(&self, cell: usize) -> Option<usize> {
        self.holes.binary_search(&cell).ok()
    }

    /// How many cells there are.
    pub fn n_cells(&self) -> usize {
        self.places.len()
    }

    /// The cell in each place of the drawing, row by row.
    pub(crate) fn cell_at(&self) -> Vec<Option<usize>> {
        let (width, height) = self.size;
        let mut cell_at = vec![None; width * height];
        for (cell, (x, y)) in self.places.iter().enumerate() {
            cell_at[y * width + x] = Some(cell);
        }
        cell_at
    }

    /// The place next to another, unless there is a wall. The drawing's edge is as good as
    /// a wall. Floor need not be within reach.
    pub(crate) fn floor_beside(&self, at: usize, direction: usize) -> Option<usize> {
        let next = step(self.size, at, direction)?;
        (!self.drawn[next].wall).then_some(next)
    }
}

/// The place of a position in the order of the grid's cells.
fn place(grid: &Grid, at: usize) -> (usize, usize) {
    (at % grid.width(), at / grid.width())
}

fn size(grid: &Grid) -> (usize, usize) {
    (grid.width(), grid.height())
}

/// The position next to another, if it is on the map.
pub(crate) fn step((width, height): (usize, usize), at: usize, direction: usize) -> Option<usize> {
    let (_, dx, dy) = DIRECTIONS[direction];
    let x = (at % width).checked_add_signed(dx)?;
    let y = (at / width).checked_add_signed(dy)?;
    (x < width && y < height).then_some(y * width + x)
}

fn letters(level: &Level, grid: &Grid) -> Result<Vec<Letter>, Diagnostic> {
    let letters = grid.cells().iter().enumerate().map(|(at, &letter)| {
        Letter::of(letter).ok_or_else(|| {
            let (x, y) = place(grid, at);
            level.error_at(x, y, format!("unknown letter `{letter}`"), LETTERS)
        })
    });
    letters.collect()
}

fn the_player(level: &Level, grid: &Grid, letters: &[Letter]) -> Result<usize, Diagnostic> {
    let mut players = (0..letters.len()).filter(|&at| letters[at].player);
    let Some(player) = players.next() else {
        return Err(level.error(
            "there is no player",
            "mark where the player starts with @, or with + if that is a goal",
        ));
    };
    let Some(second) = players.next() else {
        return Ok(player);
    };
    let (x, y) = place(grid, player);
    let first = grid.place(x, y);
    let help = format!(
        "a Sokoban level has one player; the first is at line {}, column {}",
        first.line, first.column
    );
    let (x, y) = place(grid, second);
    Err(level.error_at(x, y, "a second player", help))
}

/// Which positions the player could get to were there no boxes; an error if
/// the edge of the map is among them.
fn flood(
    level: &Level,
    grid: &Grid,
    letters: &[Letter],
    player: usize,
) -> Result<Vec<bool>, Diagnostic> {
    let mut came_from = vec![None; letters.len()];
    came_from[player] = Some(player);
    let mut queue = VecDeque::from([player]);
    while let Some(at) = queue.pop_front() {
        for direction in 0..4 {
            let Some(next) = step(size(grid), at, direction) else {
                return Err(open(level, letters, &came_from, at));
            };
            if !letters[next].wall && came_from[next].is_none() {
                came_from[next] = Some(at);
                queue.push_back(next);
            }
        }
    }
    Ok(came_from.iter().map(Option::is_some).collect())
}
