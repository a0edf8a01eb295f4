//! The floor of levels that are walked: which cells there are, what they hold,
//! and where steps lead. Trusted.
//!
//! What lies beyond the map is wall. An arrow is floor that is left only in its
//! direction and not entered against it.

use playproof_level::{Diagnostic, Grid, Level};
use playproof_model::{ActionId, Builder, E, TableId, Val, VarId};

/// What a letter stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letter {
    /// Nobody can be here.
    Wall,
    /// Plain floor.
    Floor,
    /// Where the player begins.
    Avatar,
    /// Where whoever else moves begins.
    Opponent,
    /// A goal.
    Goal,
    /// A one-way cell, with the number of its direction.
    Arrow(usize),
}

/// What a game calls things.
pub struct Words {
    /// The level, as in *a maze*.
    pub level: &'static str,
    /// The opponent, and the letters it is marked with; none where nobody
    /// else moves.
    pub opponent: Option<(&'static str, &'static [char])>,
    /// How a level is written.
    pub letters: &'static str,
}

impl Words {
    /// What a letter means, if it means something here.
    pub fn letter(&self, letter: char) -> Option<Letter> {
        Some(match letter {
            '1' | 'w' | '#' => Letter::Wall,
            '0' | ' ' | '-' => Letter::Floor,
            'A' => Letter::Avatar,
            'G' => Letter::Goal,
            '<' => Letter::Arrow(0),
            '>' => Letter::Arrow(1),
            '^' => Letter::Arrow(2),
            'v' => Letter::Arrow(3),
            other => {
                let (_, opponents) = self.opponent?;
                return opponents.contains(&other).then_some(Letter::Opponent);
            }
        })
    }
}

/// The directions, in the order of the actions. They come in pairs of
/// opposites.
pub const DIRECTIONS: [(&str, i64, i64); 4] = [
    ("left", -1, 0),
    ("right", 1, 0),
    ("up", 0, -1),
    ("down", 0, 1),
];

/// The floor of a level, cell by cell.
pub struct Floor {
    size: (usize, usize),
    /// The number of the cell at x, y; -1 at a wall. Row-major.
    cell_at: Vec<Val>,
    /// Where each cell is.
    pub places: Vec<(usize, usize)>,
    /// Whether each cell is a goal.
    pub goals: Vec<bool>,
    /// For each cell, the only direction in which it can be left, if it is an
    /// arrow.
    arrow: Vec<Option<usize>>,
    /// The cell where the player begins.
    pub start: usize,
    /// Where the opponent starts, in games that have one.
    pub opponent: Option<usize>,
}

impl Floor {
    /// The floor of a level, or what is wrong with it.
    pub fn read(level: &Level, words: &Words) -> Result<Floor, Diagnostic> {
        let Some(grid) = level.grid() else {
            let message = format!("{} is drawn as a grid", words.level);
            return Err(level.error(message, words.letters));
        };
        let mut floor = Floor {
            size: (grid.width(), grid.height()),
            cell_at: vec![-1; grid.width() * grid.height()],
            places: Vec::new(),
            goals: Vec::new(),
            arrow: Vec::new(),
            start: 0,
            opponent: None,
        };
        let mut start = None;
        for (x, y, letter) in grid.find_all(|_| true) {
            let Some(letter) = words.letter(letter) else {
                let message = format!("unknown letter `{letter}`");
                return Err(level.error_at(x, y, message, words.letters));
            };
            if letter == Letter::Wall {
                continue;
            }
            let cell = floor.places.len();
            let (what, first) = match letter {
                Letter::Opponent => (words.opponent.map(|(name, _)| name), &mut floor.opponent),
                _ => (Some("avatar"), &mut start),
            };
            if matches!(letter, Letter::Avatar | Letter::Opponent)
                && let Some(first) = first.replace(cell)
            {
                let what = what.unwrap_or_default();
                let at = floor.places[first];
                return Err(second(level, grid, words, what, (x, y), at));
            }
            floor.cell_at[y * grid.width() + x] = cell as Val;
            floor.places.push((x, y));
            floor.goals.push(letter == Letter::Goal);
            floor.arrow.push(match letter {
                Letter::Arrow(direction) => Some(direction),
                _ => None,
            });
        }
        floor.start = start.ok_or_else(|| {
            level.error("there is no avatar", "mark where the player starts with A")
        })?;
        if let (Some((name, letters)), None) = (words.opponent, floor.opponent) {
            let help = format!("mark where it starts with {}", letters[0]);
            return Err(level.error(format!("there is no {name}"), help));
        }
        if !floor.goals.contains(&true) {
            let help = "mark where the player should get to with G";
            let help = match words.opponent {
                None => help,
                Some(_) => "mark the goal, or the exit, with G",
            };
            return Err(level.error("there is no goal", help));
        }
        Ok(floor)
    }

    /// How many cells of floor there are.
    pub fn n_cells(&self) -> usize {
        self.places.len()
    }

    /// Where a step in a direction leads, if it is possible.
    pub fn neighbour(&self, cell: usize, direction: usize) -> Option<usize> {
        let (x, y) = self.places[cell];
        let (_, dx, dy) = DIRECTIONS[direction];
        let (x, y) = (x as i64 + dx, y as i64 + dy);
        let (width, height) = (self.size.0 as i64, self.size.1 as i64);
        if !(0..width).contains(&x) || !(0..height).contains(&y) {
            return None;
        }
        let there = self.cell_at[(y * width + x) as usize];
        let there = usize::try_from(there).ok()?;
        let leaves = self.arrow[cell].is_none_or(|arrow| arrow == direction);
        let enters = self.arrow[there] != Some(direction ^ 1);
        (leaves && enters).then_some(there)
    }
}

fn second(
    level: &Level,
    grid: &Grid,
    words: &Words,
    what: &str,
    (x, y): (usize, usize),
    (x0, y0): (usize, usize),
) -> Diagnostic {
    let first = grid.place(x0, y0);
    let (line, column) = (first.line, first.column);
    let letters = match words.opponent {
        Some((name, letters)) if name == what => {
            let letters = letters.iter().map(char::to_string);
            letters.collect::<Vec<_>>().join(" or ")
        }
        _ => grid.get(x, y).to_string(),
    };
    let help = format!(
        "{} has one {letters}; the first is at line {line}, column {column}",
        words.level
    );
    level.error_at(x, y, format!("a second {what}"), help)
}

/// Where the steps of whoever is on a cell lead.
pub struct Ways {
    can: TableId,
    next: TableId,
}

impl Ways {
    /// Two tables: whether a step is possible, and where it leads; at a wall
    /// nowhere else, so that the table can be read everywhere.
    pub fn declare(b: &mut Builder, floor: &Floor) -> Ways {
        let n = floor.n_cells();
        let (mut can, mut next) = (Vec::new(), Vec::new());
        for (direction, cell) in (0..4).flat_map(|d| (0..n).map(move |cell| (d, cell))) {
            let there = floor.neighbour(cell, direction);
            can.push(Val::from(there.is_some()));
            next.push(there.unwrap_or(cell) as Val);
        }
        Ways {
            can: b.table("can", &[4, n as u32], can),
            next: b.table("next", &[4, n as u32], next),
        }
    }

    /// Whether a step in a direction is possible from a cell, and where it
    /// leads.
    pub fn step(&self, b: &mut Builder, direction: usize, from: E) -> (E, E) {
        let direction = b.constant(direction as Val);
        let open = b.lookup(self.can, &[direction, from]);
        (open, b.lookup(self.next, &[direction, from]))
    }
}

/// Whether the cell that an expression names is a goal.
pub fn is_goal(b: &mut Builder, floor: &Floor) -> TableId {
    let goals = floor.goals.iter().map(|&goal| Val::from(goal)).collect();
    b.table("goal", &[floor.n_cells() as u32], goals)
}

/// Adds `name(x, y)` of a variable that is a cell.
pub fn locators(b: &mut Builder, floor: &Floor, names: &[(&str, VarId)]) {
    // Turned round: the column is named first.
    let (width, height) = floor.size;
    let columns = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
    let cells = columns.map(|(x, y)| floor.cell_at[y * width + x]).collect();
    let cell = b.table("cell", &[width as u32, height as u32], cells);
    for (name, var) in names {
        b.locator(name, *var, cell);
    }
}

/// What a step, a bump into a wall, a win and a loss change the score by.
const STEP: Val = 1;
const BUMP: Val = 100;
const END: Val = 1000;

/// Adds a bump in each direction that a step is not possible in, for those who
/// keep the score, as another case of the step's action; then all that can be counted: that of moves, and `score`
/// with `penalty`, which is what steps and bumps have cost. A bump is no move,
/// and nobody else moves meanwhile: what can be won does not depend on whether
/// the score is kept. The four steps must be the only actions and commands so
/// far.
pub fn keep_score(b: &mut Builder, ways: &Ways, from: E, win: E, lose: E) {
    for (d, (name, ..)) in DIRECTIONS.iter().enumerate() {
        let (open, _) = ways.step(b, d, from);
        let blocked = b.not(open);
        let action = ActionId(d as u32);
        b.command(&format!("bump-{name}"), action, blocked, Vec::new());
    }
    let is_bump = |command: usize| command >= DIRECTIONS.len();
    b.walking(4, |command| (!is_bump(command)).then_some(command as Val));
    let penalty = b.counter("penalty", |c| if is_bump(c) { BUMP } else { STEP });
    b.only_for(penalty, is_bump);
    let (won, lost) = (b.mul(END, win), b.mul(END, lose));
    let credit = b.sub(won, lost);
    b.balance("score", credit, END, penalty);
}
