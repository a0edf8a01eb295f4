//! What people are told about levels that cannot be read, or are odd.
//!
//! Nothing here decides what a board is; a wrong word is only a wrong word.

use playproof_level::{Diagnostic, Level, Severity};

use crate::canonical::{Board, Letter, step};

impl Board {
    /// The board of a level and what is odd about it, or what is wrong.
    pub fn read(level: &Level) -> Result<(Board, Vec<Diagnostic>), Diagnostic> {
        let board = Board::of(level)?;
        let warnings = warnings(level, &board);
        Ok((board, warnings))
    }
}

/// For each place, whether the player could get there were there no boxes.
fn within_reach(board: &Board) -> Vec<bool> {
    let mut seen = vec![false; board.n_cells()];
    seen[board.player] = true;
    let mut queue = vec![board.player];
    while let Some(cell) = queue.pop() {
        for next in board.neighbours(cell).into_iter().flatten() {
            if !std::mem::replace(&mut seen[next], true) {
                queue.push(next);
            }
        }
    }
    let cell_at = board.cell_at().into_iter();
    cell_at
        .map(|cell| cell.is_some_and(|cell| seen[cell]))
        .collect()
}

/// The complaint about a level that a way leads out of. The gap is where that
/// way last touches a wall.
pub(crate) fn open(
    level: &Level,
    letters: &[Letter],
    came_from: &[Option<usize>],
    edge: usize,
) -> Diagnostic {
    let size = level
        .grid()
        .map_or((1, 1), |grid| (grid.width(), grid.height()));
    let at_wall = |at: usize| {
        let mut around = (0..4).filter_map(|direction| step(size, at, direction));
        around.any(|next| letters[next].wall)
    };
    let mut gap = edge;
    while !at_wall(gap) {
        match came_from[gap] {
            Some(before) if before != gap => gap = before,
            _ => break,
        }
    }
    if !at_wall(gap) {
        gap = edge;
    }
    let (x, y) = (gap % size.0, gap / size.0);
    level.error_at(
        x,
        y,
        "the level is open here: a way leads from the player out of it",
        "close the wall with #; a Sokoban level is walled in on all sides",
    )
}

/// What is odd about a level that can be read.
fn warnings(level: &Level, board: &Board) -> Vec<Diagnostic> {
    let (letters, reached) = (&board.drawn, within_reach(board));
    let mut warnings = Vec::new();
    let mut warn = |at: usize, message: String, help: String| {
        let (x, y) = (at % board.size.0, at / board.size.0);
        warnings.push(Diagnostic {
            severity: Severity::Warning,
            ..level.error_at(x, y, message, help)
        });
    };
    let these = |what: &dyn Fn(usize) -> bool| {
        let list: Vec<usize> = (0..letters.len()).filter(|&at| what(at)).collect();
        list
    };
    let lost = these(&|at| !reached[at] && letters[at].a_box && !letters[at].goal);
    if let Some(&first) = lost.first() {
        let message = match lost.len() {
            1 => "the player cannot get near this box".to_owned(),
            n => format!("the player cannot get near this box; there are {n} of the kind"),
        };
        let help = "it is off the goals for ever, so the level cannot be won";
        warn(first, message, help.to_owned());
    }
    let idle = these(&|at| !reached[at] && letters[at].a_box && letters[at].goal);
    if let Some(&first) = idle.first() {
        let message = match idle.len() {
            1 => "the player cannot get near this box".to_owned(),
            n => format!("the player cannot get near this box; there are {n} of the kind"),
        };
        let help = "it is on a goal for ever, and is left out";
        warn(first, message, help.to_owned());
    }
    let n_boxes = these(&|at| reached[at] && letters[at].a_box).len() + lost.len();
    let goals = these(&|at| reached[at] && letters[at].goal);
    let n_holes = these(&|at| reached[at] && letters[at].hole).len();
    let n_homes = goals.len() + n_holes;
    let far = these(&|at| !reached[at] && (letters[at].goal || letters[at].hole));
    if n_boxes == 0 {
        let help = "the level is won before the first move; draw boxes with $ or B";
        warn(0, "there are no boxes to push".to_owned(), help.to_owned());
    } else if n_boxes > n_homes && lost.is_empty() {
        let message = format!(
            "{} for {}{}",
            count(n_boxes, "box", "boxes"),
            homes(goals.len(), n_holes),
            if far.is_empty() { "" } else { " within reach" }
        );
        let help = "the level cannot be won: each box needs one of its own";
        warn(0, message, help.to_owned());
    } else if n_homes > n_boxes && n_holes == 0 {
        let message = format!(
            "{} for {}",
            count(goals.len(), "goal", "goals"),
            count(n_boxes, "box", "boxes")
        );
        let help = "the level is won when every box is on some goal; goals may stay empty";
        warn(0, message, help.to_owned());
    }
    warnings
}

fn count(n: usize, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}

fn homes(n_goals: usize, n_holes: usize) -> String {
    let goals = count(n_goals, "goal", "goals");
    let holes = count(n_holes, "hole", "holes");
    match (n_goals, n_holes) {
        (_, 0) => goals,
        (0, _) => holes,
        _ => format!("{goals} and {holes}"),
    }
}
