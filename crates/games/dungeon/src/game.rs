//! Dungeons: find keys, open locks, reach the goal.

use playproof_level::{Diagnostic, Format, Level};

use crate::canonical::{DungeonLevel, Plan, no_dungeon};
use crate::engine::PaymentEngine;
use crate::engine::horn_engine::HornEngine;
use crate::formats::DungeonFormats;
use crate::generate::GeneratedDungeons;
use crate::insight::finder::DungeonFaultFinder;
use crate::measures::figures;
use crate::strategies::StrategiesCommand;
use crate::view::facts_view::FactsView;
use crate::view::map_view::MapView;
use playproof_certify::Engine;
use playproof_game::{Checkable, Compiled, FaultFinder, Figure, Game, GameCommand, LevelGenerator};
use playproof_game::{Meaning, View};

/// The game Dungeon.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dungeon;

impl Checkable for Dungeon {
    fn name(&self) -> &'static str {
        "dungeon"
    }

    fn formats(&self) -> &[&dyn Format] {
        &[&DungeonFormats]
    }

    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        let dungeon = DungeonLevel::of(level).ok_or_else(|| no_dungeon(level))?;
        Ok(match &dungeon.plan {
            Plan::Map(map) => Box::new(MapView::new(dungeon, map)),
            Plan::Rules(horn) => Box::new(FactsView::new(horn)),
        })
    }
}

impl Game for Dungeon {
    fn summary(&self) -> &'static str {
        "rooms, locks and keys, or rules such as `Door_A & Key_D => Door_D2`: reach the goal"
    }

    fn example(&self) -> Option<(&'static str, &'static str)> {
        Some((include_str!("../example.dungeon"), "dungeon"))
    }

    fn likeness(&self, level: &Level) -> usize {
        // Such a level is of no other game.
        usize::from(DungeonLevel::of(level).is_some())
    }

    fn figures(&self, level: &Level, moves: Option<&[String]>) -> Vec<Figure> {
        DungeonLevel::of(level).map_or(Vec::new(), |level| figures(level, moves))
    }

    fn generator(&self) -> Option<&dyn LevelGenerator> {
        Some(&GeneratedDungeons)
    }

    fn fault_finder(&self) -> Option<&dyn FaultFinder> {
        Some(&DungeonFaultFinder)
    }

    fn engines(&self) -> Vec<Box<dyn Engine>> {
        vec![Box::new(HornEngine), Box::new(PaymentEngine)]
    }

    fn commands(&self) -> &[&dyn GameCommand] {
        &[&StrategiesCommand]
    }

    /// Keys double the states, one after the other.
    fn is_vast(&self) -> bool {
        true
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        Ok(Compiled {
            model: self.model(level)?,
            natives: Vec::new(),
            view: self.view(level)?,
            warnings: Vec::new(),
        })
    }
}
