//! Maze levels to Rules. Trusted.
//!
//! The state is the floor cell the player is on. Four commands walk; the map
//! is two tables, `can` and `next`. What lies beyond the map is wall. An arrow
//! is floor that is left only in its direction and not entered against it.
//! Play is over on a goal.

use playproof_level::{Diagnostic, Grid, Level};
use playproof_model::{Builder, Rules, Val, set};

/// What a letter stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tile {
    Wall,
    Floor,
    Avatar,
    Goal,
    /// A one-way cell, with the number of its direction.
    Arrow(usize),
}

impl Tile {
    pub fn of(letter: char) -> Option<Tile> {
        Some(match letter {
            '1' | 'w' | '#' => Tile::Wall,
            '0' | ' ' | '-' => Tile::Floor,
            'A' => Tile::Avatar,
            'G' => Tile::Goal,
            '<' => Tile::Arrow(0),
            '>' => Tile::Arrow(1),
            '^' => Tile::Arrow(2),
            'v' => Tile::Arrow(3),
            _ => return None,
        })
    }
}

const LETTERS: &str = "a maze is written with 1, w or # (wall), 0, - or a blank (floor), \
                       A (avatar), G (goal) and < > ^ v (one-way floor)";

const DIRECTIONS: [(&str, i64, i64); 4] = [
    ("left", -1, 0),
    ("right", 1, 0),
    ("up", 0, -1),
    ("down", 0, 1),
];

/// The floor of a maze, cell by cell.
pub(super) struct Floor {
    /// The number of the cell at x, y; -1 at a wall. Row-major.
    cell_at: Vec<Val>,
    /// Where each cell is.
    pub places: Vec<(usize, usize)>,
    goal: Vec<Val>,
    /// For each cell, the only direction in which it can be left, if it is an
    /// arrow.
    arrow: Vec<Option<usize>>,
    start: Val,
}

/// The Rules of a level, and the floor they are about.
pub(super) fn rules(level: &Level) -> Result<(Rules, Floor), Diagnostic> {
    let Some(grid) = level.grid() else {
        return Err(level.error("a maze is drawn as a grid", LETTERS));
    };
    let floor = read_floor(level, grid)?;
    let n_cells = floor.places.len();
    let mut b = Builder::default();
    let player = b.variable("player", 0, n_cells as Val - 1);
    let at = b.var(player);

    let (can, next) = neighbours(grid, &floor);
    let can = b.table("can", &[4, n_cells as u32], can);
    let next = b.table("next", &[4, n_cells as u32], next);
    for (d, (name, ..)) in DIRECTIONS.iter().enumerate() {
        let action = b.action(name);
        let direction = b.constant(d as Val);
        let guard = b.lookup(can, &[direction, at]);
        let target = b.lookup(next, &[direction, at]);
        b.command(name, action, guard, vec![set(player, target)]);
    }

    let goal = b.table("goal", &[n_cells as u32], floor.goal.clone());
    let win = b.lookup(goal, &[at]);
    b.atom("win", win);
    b.terminal(win);
    b.walking(4, |command| command as Val);
    // Turned round: `at(x, y)` names the column first.
    let (width, height) = (grid.width(), grid.height());
    let columns = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
    let cells = columns.map(|(x, y)| floor.cell_at[y * width + x]).collect();
    let cell = b.table("cell", &[width as u32, height as u32], cells);
    b.locator("at", player, cell);
    b.initial(vec![floor.start]);
    let rules = b.finish().expect("every cell leads to a cell");
    Ok((rules, floor))
}

fn read_floor(level: &Level, grid: &Grid) -> Result<Floor, Diagnostic> {
    let mut floor = Floor {
        cell_at: vec![-1; grid.width() * grid.height()],
        places: Vec::new(),
        goal: Vec::new(),
        arrow: Vec::new(),
        start: -1,
    };
    for (x, y, letter) in grid.find_all(|_| true) {
        let Some(tile) = Tile::of(letter) else {
            let message = format!("unknown letter `{letter}`");
            return Err(level.error_at(x, y, message, LETTERS));
        };
        if tile == Tile::Wall {
            continue;
        }
        let cell = floor.places.len() as Val;
        if tile == Tile::Avatar {
            if floor.start >= 0 {
                let (x0, y0) = floor.places[floor.start as usize];
                let first = grid.place(x0, y0);
                let message = "a second avatar";
                let help = format!(
                    "a maze has one A; the first is at line {}, column {}",
                    first.line, first.column
                );
                return Err(level.error_at(x, y, message, help));
            }
            floor.start = cell;
        }
        floor.cell_at[y * grid.width() + x] = cell;
        floor.places.push((x, y));
        floor.goal.push(Val::from(tile == Tile::Goal));
        floor.arrow.push(match tile {
            Tile::Arrow(direction) => Some(direction),
            _ => None,
        });
    }
    if floor.start < 0 {
        return Err(level.error("there is no avatar", "mark where the player starts with A"));
    }
    if !floor.goal.contains(&1) {
        return Err(level.error(
            "there is no goal",
            "mark where the player should get to with G",
        ));
    }
    Ok(floor)
}

/// For each direction and cell, whether a step is possible and where it leads;
/// at a wall it leads nowhere else, so that the table can be read everywhere.
fn neighbours(grid: &Grid, floor: &Floor) -> (Vec<Val>, Vec<Val>) {
    let (mut can, mut next) = (Vec::new(), Vec::new());
    for (d, (_, dx, dy)) in DIRECTIONS.into_iter().enumerate() {
        for (cell, &(x, y)) in floor.places.iter().enumerate() {
            let (x, y) = (x as i64 + dx, y as i64 + dy);
            let (width, height) = (grid.width() as i64, grid.height() as i64);
            let on_map = (0..width).contains(&x) && (0..height).contains(&y);
            let there = if on_map {
                floor.cell_at[(y * width + x) as usize]
            } else {
                -1
            };
            // Directions come in pairs of opposites.
            let leaves = floor.arrow[cell].is_none_or(|arrow| arrow == d);
            let enters = there < 0 || floor.arrow[there as usize] != Some(d ^ 1);
            let open = there >= 0 && leaves && enters;
            can.push(Val::from(open));
            next.push(if open { there } else { cell as Val });
        }
    }
    (can, next)
}
