//! Trusted: what a level means.

use std::sync::Arc;

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use crate::game::Vgdl;
use crate::level::VgdlLevel;
use crate::source::Source;
use crate::system::VgdlSystem;

impl Meaning for Vgdl {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        Ok(Model::System(played(level)?.system))
    }
}

/// A level that is ready to be played.
pub(crate) struct Played {
    pub source: Source,
    pub system: Arc<VgdlSystem>,
    pub warnings: Vec<Diagnostic>,
}

pub(crate) fn played(level: &Level) -> Result<Played, Diagnostic> {
    let Some(written) = VgdlLevel::of(level) else {
        let help = "give the game's text as the option `rules`";
        return Err(level.error("this level has no rules", help));
    };
    let source = written.source()?;
    let (drawn, warnings) = written.drawn(&source)?;
    let system = VgdlSystem::new(source.game.clone(), drawn).ok_or_else(|| {
        let help = "there are too many sprites in one cell, or too large numbers";
        level.error("this level is beyond what can be played", help)
    })?;
    let system = Arc::new(system);
    Ok(Played {
        source,
        system,
        warnings,
    })
}
