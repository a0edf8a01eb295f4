//! A Sokoban board to Rules by steps. Trusted.
//!
//! The state is the cell of the player and, for each cell, whether a box is on
//! it; in a level with holes also, for each hole, whether it is open. A step
//! walks, pushes a box, or drops one into an open hole, which fills the hole:
//! both are gone, and the hole is floor from then on. The player does not enter
//! an open hole. Play is over, and won, where no box is off a goal.

use playproof_model::{Builder, E, Rules, TableId, Val, VarId, set, set_elem};

use super::board::{Board, DIRECTIONS};

/// The Rules of a board.
pub fn rules(board: &Board) -> Rules {
    let n = board.n_cells();
    let mut b = Builder::default();
    let player = b.variable("player", 0, n as Val - 1);
    let boxes = b.array("box", n as u32, 0, 1);
    let holes = (board.n_holes > 0).then(|| Holes::declare(&mut b, board));
    let ways = Ways::declare(&mut b, board, player);
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
        b.command(
            &format!("push-{name}"),
            action,
            push,
            vec![walked, taken, put],
        );

        if let Some(holes) = &holes {
            let hole = b.lookup(holes.hole_of, &[step.beyond]);
            let gapes = b.elem(holes.open, hole);
            let drop = b.all([pushes, gapes]);
            let filled = set_elem(holes.open, hole, empty);
            b.command(
                &format!("drop-{name}"),
                action,
                drop,
                vec![walked, taken, filled],
            );
        }
    }
    let off_goals = (0..n).filter(|&cell| !board.goals[cell]);
    let clear: Vec<E> = off_goals
        .map(|cell| {
            let cell = b.constant(cell as Val);
            let has_box = b.elem(boxes, cell);
            b.not(has_box)
        })
        .collect();
    let win = b.all(clear);
    b.atom("win", win);
    b.terminal(win);
    b.initial(initial(board));
    b.finish().expect("every cell leads to a cell")
}

fn initial(board: &Board) -> Vec<Val> {
    let mut state = vec![board.player as Val];
    state.extend(board.boxes.iter().map(|&has| Val::from(has)));
    if board.n_holes > 0 {
        state.push(0);
        state.extend(std::iter::repeat_n(1, board.n_holes));
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
        let there = |(cell, d): (usize, usize)| board.neighbour[cell][d];
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
        let element = |hole: &Option<usize>| hole.map_or(0, |number| number as Val + 1);
        let hole_of = board.holes.iter().map(element).collect();
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
