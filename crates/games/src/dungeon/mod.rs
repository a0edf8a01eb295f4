//! Dungeons: find keys, open locks, reach the goal.

mod memory;
mod names;
mod payment;
mod rules;
mod situation;
mod theorems;
mod view;

use std::sync::Arc;

use playproof_level::dungeon::Plan;
use playproof_level::{Diagnostic, Level};
use playproof_model::{KnownTheorem, Model};

use crate::game::{Compiled, Game};

pub use payment::{KeysAndDoors, MAX_CASES, Place};
pub use situation::Situation;
pub use theorems::DungeonTheorems;

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
                "a dungeon begins with a line `dungeon`: see `playproof formats`",
            ));
        };
        let mut rules = match &dungeon.plan {
            Plan::Map(map) => rules::of_map(map),
            Plan::Rules(horn) => rules::of_horn(horn),
        };
        let theorems = DungeonTheorems::of(dungeon.plan.clone());
        rules.theorem = KnownTheorem(Some(Arc::new(theorems)));
        Ok(Compiled {
            model: Model::Rules(Box::new(rules)),
            natives: Vec::new(),
            view: view::view(&dungeon.plan),
            warnings: Vec::new(),
        })
    }
}
