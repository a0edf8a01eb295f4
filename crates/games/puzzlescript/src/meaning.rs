//! Trusted: what a level of a game means.

use std::sync::Arc;

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use crate::formats::PuzzleLevel;
use crate::game::PuzzleScript;
use crate::system::PuzzleSystem;

impl Meaning for PuzzleScript {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        Ok(Model::System(Arc::new(system(written(level)?))))
    }
}

pub(crate) fn written(level: &Level) -> Result<&PuzzleLevel, Diagnostic> {
    PuzzleLevel::of(level).ok_or_else(|| {
        level.error(
            "this is a drawing without rules",
            "a game is a file with OBJECTS, LEGEND, COLLISIONLAYERS, RULES and LEVELS",
        )
    })
}

/// The level as a system.
pub(crate) fn system(level: &PuzzleLevel) -> PuzzleSystem {
    let game = level.source.game.clone();
    let system = PuzzleSystem::new(game, level.board.clone(), level.has_luck);
    let system = system.with_names(&level.names());
    match level.source.prelude.realtime_interval {
        Some(_) => system.with_clock(),
        None => system,
    }
}
