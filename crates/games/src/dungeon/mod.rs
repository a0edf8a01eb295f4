//! Dungeons: find keys, open locks, reach the goal.

mod facts_view;
mod lattice;
mod map_chart;
mod map_view;
mod memory;
mod names;
mod payment;
mod rules;
mod situation;
mod skin;
mod theorems;

use std::sync::Arc;

use playproof_level::dungeon::Plan;
use playproof_level::{Diagnostic, Level};
use playproof_model::{KnownTheorem, Model};

use crate::game::{Compiled, Game};
use crate::view::View;
use facts_view::FactsView;
use map_view::MapView;

pub use payment::{KeysAndDoors, MAX_CASES, Place};
pub use situation::Situation;
pub use theorems::{DungeonTheorems, KEYS_PAY_FOR_DOORS};

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
        let (mut rules, view): (_, Box<dyn View>) = match &dungeon.plan {
            Plan::Map(map) => (rules::of_map(map), Box::new(MapView::new(map))),
            Plan::Rules(horn) => (rules::of_horn(horn), Box::new(FactsView::new(horn))),
        };
        let theorems = DungeonTheorems::of(dungeon.plan.clone());
        rules.theorem = KnownTheorem(Some(Arc::new(theorems)));
        Ok(Compiled {
            model: Model::Rules(Box::new(rules)),
            natives: Vec::new(),
            view,
            warnings: Vec::new(),
        })
    }
}
