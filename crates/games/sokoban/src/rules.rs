//! A Sokoban board to Rules by steps. Trusted.
//!
//! The state is the cell of the player and, for each cell, whether a box is on
//! it; in a level with holes also, for each hole, whether it is open. A step
//! walks, pushes a box, or drops one into an open hole, which fills the hole:
//! both are gone, and the hole is floor from then on. The player does not enter
//! an open hole. Play is over, and won, where no box is off a goal. A large board
//! counts the boxes off goals, so that a condition need not look at every cell.
//!
//! Visible progress is a new minimum of boxes off goals. The propositions about
//! stuck boxes are about boxes off goals, and look only at walls and boxes next
//! to them; each names situations from which winning is impossible.

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::{
    Builder, E, Extent, Model, Rules, TableId, Update, Val, VarId, set, set_elem,
};

use crate::Sokoban;
use crate::canonical::{Board, DIRECTIONS};

impl Meaning for Sokoban {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        let board = Board::of(level)?;
        Ok(Model::Rules(Box::new(rules(&board))))
    }
}

/// The most cells of which each has a condition of its own in the rules. Every
/// engine that reasons about some of the boxes only is for boards up to this size.
pub(crate) const MOST_LOOKED_AT: usize = u16::MAX as usize;

/// The Rules of a board.
pub fn rules(board: &Board) -> Rules {
    rules_by(board, board.n_cells() > MOST_LOOKED_AT)
}

/// The Rules of a board, which count the boxes off goals or look at each cell.
pub fn rules_by(board: &Board, count: bool) -> Rules {
    let n = board.n_cells();
    let mut b = Builder::default();
    let player = b.variable("player", 0, n as Val - 1);
    let boxes = b.array("box", n as u32, 0, 1);
    let holes = (board.n_holes > 0).then(|| Holes::declare(&mut b, board));
    let n_boxes = board.boxes.iter().filter(|has| **has).count() as Val;
    let off_goals = count.then(|| b.variable("off_goals", 0, n_boxes));
    let ways = Ways::declare(&mut b, board, player);
    let goal = board.goals.iter().map(|&goal| Val::from(goal)).collect();
    let goal = b.table("goal", &[n as u32], goal);
    let (empty, full) = (b.constant(0), b.constant(1));
    for (d, (name, ..)) in DIRECTIONS.iter().enumerate() {
        let action = b.action(name);
        let step = ways.step(&mut b, d);
        let has_box = b.elem(boxes, step.there);
        let no_box = b.not(has_box);
        let walk = match &holes {
            None => b.all([step.open, no_box]),
            Some(holes) => {
                let firm = holes.firm(&mut b, step.there);
                b.all([step.open, no_box, firm])
            }
        };
        let walked = set(player, step.there);
        b.command(&format!("walk-{name}"), action, walk, vec![walked]);

        let blocked = b.elem(boxes, step.beyond);
        let free = b.not(blocked);
        let pushes = b.all([step.open, has_box, step.open_beyond, free]);
        let taken = set_elem(boxes, step.there, empty);
        let put = set_elem(boxes, step.beyond, full);
        let push = match &holes {
            None => pushes,
            Some(holes) => {
                let firm = holes.firm(&mut b, step.beyond);
                b.all([pushes, firm])
            }
        };
        let mut updates = vec![walked, taken, put];
        updates.extend(off_goals.map(|count| {
            let (from, to) = (
                b.lookup(goal, &[step.there]),
                b.lookup(goal, &[step.beyond]),
            );
            let gone = b.sub(from, to);
            recount(&mut b, count, gone, n_boxes)
        }));
        b.command(&format!("push-{name}"), action, push, updates);

        if let Some(holes) = &holes {
            let hole = b.lookup(holes.hole_of, &[step.beyond]);
            let gapes = b.elem(holes.open, hole);
            let drop = b.all([pushes, gapes]);
            let filled = set_elem(holes.open, hole, empty);
            let mut updates = vec![walked, taken, filled];
            updates.extend(off_goals.map(|count| {
                let (from, one) = (b.lookup(goal, &[step.there]), b.constant(1));
                let gone = b.sub(from, one);
                recount(&mut b, count, gone, n_boxes)
            }));
            b.command(&format!("drop-{name}"), action, drop, updates);
        }
    }
    let win = match off_goals {
        Some(count) => {
            let count = b.var(count);
            b.is(count, 0)
        }
        None => {
            let off_goals = (0..n).filter(|&cell| !board.goals[cell]);
            let lost = off_goals.map(|cell| {
                let cell = b.constant(cell as Val);
                b.elem(boxes, cell)
            });
            let lost: Vec<E> = lost.collect();
            let to_do = b.any(lost);
            b.not(to_do)
        }
    };
    b.atom("win", win);
    b.terminal(win);
    let n_kinds = if holes.is_some() { 3 } else { 2 };
    let kinds: Vec<Kind> = [Kind::Walk, Kind::Push, Kind::Drop][..n_kinds].into();
    let heading = b.walking(4, |command| Some((command / n_kinds) as Val));
    for (d, (name, ..)) in DIRECTIONS.iter().enumerate() {
        let last = b.var(heading);
        let moved = b.is(last, d as Val + 1);
        b.atom(&format!("moved_{name}"), moved);
    }
    watch_boxes(&mut b, (n_boxes, goal), &ways, &kinds);
    stuck_boxes(&mut b, board, boxes, holes.as_ref());
    locators(&mut b, board, player, boxes);
    b.initial(initial(board, count));
    b.finish().expect("every cell leads to a cell")
}

/// The count of boxes off goals, which `gone` is added to. It is as great as the number
/// of such boxes, so it stays within these bounds by itself.
fn recount(b: &mut Builder, count: VarId, gone: E, n_boxes: Val) -> Update {
    let now = b.var(count);
    let sum = b.add(now, gone);
    let kept = b.clamp(sum, 0, n_boxes);
    set(count, kept)
}

/// What a command does; in each direction there is one of each kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Walk,
    Push,
    Drop,
}

/// Adds what can be counted of boxes: `pushes`; `penalty`, 1 a step and 100 a
/// box in a hole; `setback`, how many more boxes are off goals than at the best
/// moment so far; `quiet_moves`, the steps since the last such moment came.
fn watch_boxes(b: &mut Builder, (n_boxes, goal): (Val, TableId), ways: &Ways, kinds: &[Kind]) {
    let kind = |command: usize| kinds[command % kinds.len()];
    b.counter("pushes", |command| Val::from(kind(command) != Kind::Walk));
    b.counter("penalty", |command| match kind(command) {
        Kind::Drop => 101,
        Kind::Walk | Kind::Push => 1,
    });
    // Whether a command's step takes a box off a goal, and whether it brings
    // one home from elsewhere.
    let moved = |b: &mut Builder, command: usize| {
        let step = ways.step(b, command / kinds.len());
        let (from, never) = (b.lookup(goal, &[step.there]), b.constant(0));
        let elsewhere = b.not(from);
        match kind(command) {
            Kind::Walk => (never, never),
            Kind::Push => {
                let to = b.lookup(goal, &[step.beyond]);
                let away = b.not(to);
                (b.all([from, away]), b.all([elsewhere, to]))
            }
            Kind::Drop => (never, elsewhere),
        }
    };
    let setback = b.observer("setback", Extent::UpTo(n_boxes), |b, own, command| {
        let (leaves, comes) = moved(b, command);
        let worse = b.add(own, leaves);
        let now = b.sub(worse, comes);
        // A box that comes home with no setback is a new best moment. There
        // are never more boxes off goals than there are boxes.
        b.clamp(now, 0, n_boxes)
    });
    b.quiet_moves(|b, command| {
        let (_, comes) = moved(b, command);
        let setback = b.var(setback);
        let at_best = b.is(setback, 0);
        b.all([comes, at_best])
    });
}

/// Adds propositions about boxes off goals that are stuck, and `justice`, that
/// there is none. They look at the drawing, of which floor out of reach is a part:
/// what is there stays as it is drawn.
fn stuck_boxes(b: &mut Builder, board: &Board, boxes: VarId, holes: Option<&Holes>) {
    let cell_at = board.cell_at();
    let has_box = |b: &mut Builder, at: usize| {
        let cell = cell_at[at].map(|cell| b.constant(cell as Val));
        cell.map(|cell| b.elem(boxes, cell))
    };
    let is_wall = |at: usize, side: usize| board.floor_beside(at, side).is_none();
    let is_goal = |at: usize| board.drawn[at].goal;
    let places = || (0..cell_at.len()).filter(|&at| !board.drawn[at].wall);

    let is_corner =
        |&at: &usize| (is_wall(at, 0) || is_wall(at, 1)) && (is_wall(at, 2) || is_wall(at, 3));
    let corners = places().filter(|&at| !is_goal(at)).filter(is_corner);
    let corners: Vec<E> = corners.filter_map(|at| has_box(b, at)).collect();
    let in_corner = b.any(corners);
    b.atom("box_in_corner", in_corner);

    // A hole can take a box off an edge as long as it is open, and one out of reach
    // stays open.
    let mut edges = Vec::new();
    for edge in edges_without_goal(board) {
        let on_it: Vec<E> = edge.iter().filter_map(|&at| has_box(b, at)).collect();
        let holes_on_it = || edge.iter().filter(|&&at| board.drawn[at].hole);
        if on_it.is_empty() || holes_on_it().any(|&at| cell_at[at].is_none()) {
            continue;
        }
        let mut stuck = vec![b.any(on_it)];
        if let Some(holes) = holes {
            for cell in holes_on_it().filter_map(|&at| cell_at[at]) {
                let cell = b.constant(cell as Val);
                stuck.push(holes.firm(b, cell));
            }
        }
        edges.push(b.all(stuck));
    }
    let on_edge = b.any(edges);
    b.atom("box_on_edge", on_edge);

    // Two boxes side by side along a wall hold each other; one of them is off
    // a goal. A box without a cell is on a goal for ever.
    let mut blocks = Vec::new();
    let may_have_box = |at: usize| cell_at[at].is_some() || board.drawn[at].a_box;
    for at in places().filter(|&at| may_have_box(at)) {
        for (side, along) in [(0, 3), (1, 3), (2, 1), (3, 1)] {
            let other = board.floor_beside(at, along);
            let Some(other) = other.filter(|&other| may_have_box(other)) else {
                continue;
            };
            let at_home = is_goal(at) && is_goal(other);
            if is_wall(at, side) && is_wall(other, side) && !at_home {
                let both = [has_box(b, at), has_box(b, other)];
                blocks.push(b.all(both.into_iter().flatten()));
            }
        }
    }
    let block = b.any(blocks);
    b.atom("two_box_block", block);

    let stuck = b.any([in_corner, on_edge, block]);
    let justice = b.not(stuck);
    b.atom("justice", justice);
}

/// The rows of places that have a wall along one whole side and at both ends,
/// and no goal: a box there can only be pushed to and fro.
pub(super) fn edges_without_goal(board: &Board) -> Vec<Vec<usize>> {
    let mut edges = Vec::new();
    for (side, back, along) in [(0, 2, 3), (1, 2, 3), (2, 0, 1), (3, 0, 1)] {
        let floor = (0..board.drawn.len()).filter(|&at| !board.drawn[at].wall);
        for start in floor.filter(|&at| board.floor_beside(at, back).is_none()) {
            let edge = std::iter::successors(Some(start), |&at| board.floor_beside(at, along));
            let edge: Vec<usize> = edge.collect();
            let walled = edge
                .iter()
                .all(|&at| board.floor_beside(at, side).is_none());
            if walled && !edge.iter().any(|&at| board.drawn[at].goal) {
                edges.push(edge);
            }
        }
    }
    edges
}

/// Adds `at(x, y)` of the player and `box_at(x, y)`.
fn locators(b: &mut Builder, board: &Board, player: VarId, boxes: VarId) {
    let (width, height) = board.size;
    let cell_at = board.cell_at();
    // Turned round: the column is named first.
    let columns = (0..width).flat_map(|x| (0..height).map(move |y| y * width + x));
    let cells = columns
        .map(|at| cell_at[at].map_or(-1, |cell| cell as Val))
        .collect();
    let cells = b.table("cell", &[width as u32, height as u32], cells);
    b.locator("at", player, cells);
    b.locator("box_at", boxes, cells);
}

fn initial(board: &Board, count: bool) -> Vec<Val> {
    let mut state = vec![board.player as Val];
    state.extend(board.boxes.iter().map(|&has| Val::from(has)));
    if board.n_holes > 0 {
        state.push(0);
        state.extend(std::iter::repeat_n(1, board.n_holes));
    }
    if count {
        let off = |cell: &usize| board.boxes[*cell] && !board.goals[*cell];
        state.push((0..board.n_cells()).filter(off).count() as Val);
    }
    state
}

/// Where steps lead.
struct Ways {
    at: E,
    can: TableId,
    next: TableId,
}

/// A step in one direction: whether there is a cell, which one, and the same
/// for the cell beyond.
struct Step {
    open: E,
    there: E,
    open_beyond: E,
    beyond: E,
}

impl Ways {
    fn declare(b: &mut Builder, board: &Board, player: VarId) -> Ways {
        let n = board.n_cells();
        let steps = || (0..4).flat_map(|d| (0..n).map(move |cell| (cell, d)));
        let there = |(cell, d): (usize, usize)| board.neighbours(cell)[d];
        let can = steps().map(|s| Val::from(there(s).is_some())).collect();
        // At a wall a step leads nowhere else, so that the table can be read
        // everywhere.
        let next = steps().map(|s| there(s).unwrap_or(s.0) as Val).collect();
        Ways {
            at: b.var(player),
            can: b.table("can", &[4, n as u32], can),
            next: b.table("next", &[4, n as u32], next),
        }
    }

    fn step(&self, b: &mut Builder, direction: usize) -> Step {
        let d = b.constant(direction as Val);
        let there = b.lookup(self.next, &[d, self.at]);
        Step {
            open: b.lookup(self.can, &[d, self.at]),
            there,
            open_beyond: b.lookup(self.can, &[d, there]),
            beyond: b.lookup(self.next, &[d, there]),
        }
    }
}

/// The holes: bits, 1 where a hole is open. Element 0 belongs to the cells
/// without a hole and is always 0.
struct Holes {
    open: VarId,
    hole_of: TableId,
}

impl Holes {
    fn declare(b: &mut Builder, board: &Board) -> Holes {
        let element = |cell: usize| board.hole(cell).map_or(0, |number| number as Val + 1);
        let hole_of = (0..board.n_cells()).map(element).collect();
        Holes {
            open: b.array("hole", board.n_holes as u32 + 1, 0, 1),
            hole_of: b.table("hole_of", &[board.n_cells() as u32], hole_of),
        }
    }

    /// Whether there is no open hole in a cell.
    fn firm(&self, b: &mut Builder, cell: E) -> E {
        let hole = b.lookup(self.hole_of, &[cell]);
        let open = b.elem(self.open, hole);
        b.not(open)
    }
}
