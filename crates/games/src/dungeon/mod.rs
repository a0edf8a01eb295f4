//! Dungeons: find keys, open locks, reach the goal.

mod memory;
mod names;
mod payment;
mod rules;
mod situation;
mod view;

use playproof_level::dungeon::Plan;
use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use crate::game::{Compiled, Game};

pub use payment::KeysAndDoors;
pub use situation::Situation;

/// The game Dungeon.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dungeon;

impl Game for Dungeon {
    fn name(&self) -> &'static str {
        "dungeon"
    }

    fn summary(&self) -> &'static str {
        "rooms, locks and keys, or rules such as `Door_A & Key_D => Door_D2`: reach the goal"
    }

    fn likeness(&self, level: &Level) -> usize {
        // Such a level is of no other game.
        usize::from(level.dungeon().is_some())
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let Some(dungeon) = level.dungeon() else {
            return Err(level.error(
                "this is a map of cells and no dungeon",
                "a dungeon is written in words: see `playproof formats`",
            ));
        };
        let rules = match &dungeon.plan {
            Plan::Map(map) => rules::of_map(map),
            Plan::Rules(horn) => rules::of_horn(horn),
        };
        Ok(Compiled {
            model: Model::Rules(Box::new(rules)),
            natives: Vec::new(),
            view: view::view(&dungeon.plan),
            warnings: Vec::new(),
        })
    }
}
