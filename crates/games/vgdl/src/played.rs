//! A level that is ready to be played.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood. Otherwise it holds the whole game and level, whoever read them.

use std::sync::Arc;

use playproof_level::{Diagnostic, Level};

use crate::level::VgdlLevel;
use crate::rules::{InRules, in_rules};
use crate::source::Source;
use crate::system::VgdlSystem;

/// A level that is ready to be played.
pub(crate) struct Played {
    pub source: Source,
    pub system: Arc<VgdlSystem>,
    /// The same as Rules, if the level asks for them.
    pub in_rules: Option<InRules>,
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
    let in_rules = written
        .is_in_rules
        .then(|| in_rules(written, &source, &system));
    Ok(Played {
        in_rules: in_rules.transpose()?,
        source,
        system: Arc::new(system),
        warnings,
    })
}
