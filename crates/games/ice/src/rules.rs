//! Ice levels to Rules. Trusted.
//!
//! The state is the place that the avatar is on. Four commands slide; one that would
//! not move the avatar is not possible. Play is over, and won, on an exit.

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::{Builder, Model, Op, Rules, Val, set};

use crate::Ice;
use crate::canonical::{Board, DIRECTIONS, Ground};

impl Meaning for Ice {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        let board = Board::read(level)?;
        Ok(Model::Rules(Box::new(rules(&board))))
    }
}

/// The Rules of a board.
fn rules(board: &Board) -> Rules {
    let n = board.ground.len();
    let mut b = Builder::default();
    let player = b.variable("player", 0, n as Val - 1);
    let at = b.var(player);
    let ends = (0..4).flat_map(|d| (0..n).map(move |from| board.slide(from, d) as Val));
    let slide = b.table("slide", &[4, n as u32], ends.collect());
    for (d, (name, ..)) in DIRECTIONS.iter().enumerate() {
        let action = b.action(name);
        let direction = b.constant(d as Val);
        let there = b.lookup(slide, &[direction, at]);
        let moves = b.cmp(Op::Ne, there, at);
        b.command(name, action, moves, vec![set(player, there)]);
    }
    let exits = board.ground.iter().map(|&g| Val::from(g == Ground::Exit));
    let exit = b.table("exit", &[n as u32], exits.collect());
    let win = b.lookup(exit, &[at]);
    b.atom("win", win);
    b.terminal(win);
    b.walking(4, |command| Some(command as Val));
    // The column is named first in `at(x, y)`.
    let columns = (0..board.width).flat_map(|x| (0..board.height).map(move |y| (x, y)));
    let places = columns.map(|(x, y)| (y * board.width + x) as Val).collect();
    let size = [board.width as u32, board.height as u32];
    let place = b.table("place", &size, places);
    b.locator("at", player, place);
    b.initial(vec![board.start as Val]);
    b.finish().expect("every slide ends on the board")
}
