//! Maze levels to Rules. Trusted.
//!
//! The state is the floor cell the player is on. Four commands walk. Play is
//! over, and won, on a goal.

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::{Builder, Model, Rules, Val, set};
use playproof_walked::{DIRECTIONS, Floor, Ways, is_goal, keep_score, locators};

use crate::Maze;
use crate::canonical::WORDS;

impl Meaning for Maze {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        let floor = Floor::read(level, &WORDS)?;
        Ok(Model::Rules(Box::new(rules(&floor))))
    }
}

/// The Rules of a floor.
fn rules(floor: &Floor) -> Rules {
    let mut b = Builder::default();
    let player = b.variable("player", 0, floor.n_cells() as Val - 1);
    let at = b.var(player);
    let ways = Ways::declare(&mut b, floor);
    for (d, (name, ..)) in DIRECTIONS.iter().enumerate() {
        let action = b.action(name);
        let (open, there) = ways.step(&mut b, d, at);
        b.command(name, action, open, vec![set(player, there)]);
    }
    let goal = is_goal(&mut b, floor);
    let win = b.lookup(goal, &[at]);
    b.atom("win", win);
    b.terminal(win);
    let never = b.constant(0);
    keep_score(&mut b, &ways, at, win, never);
    locators(&mut b, floor, &[("at", player)]);
    b.initial(vec![floor.start as Val]);
    b.finish().expect("every cell leads to a cell")
}
