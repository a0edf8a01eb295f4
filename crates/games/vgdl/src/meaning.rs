//! Trusted: what a level means.

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use crate::game::Vgdl;
use crate::level::VgdlLevel;
use crate::played::played;

impl Meaning for Vgdl {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        let played = played(level)?;
        let asks_for_rules = VgdlLevel::of(level).is_some_and(|written| written.is_in_rules);
        Ok(match played.in_rules {
            Some(said) if asks_for_rules => Model::Rules(Box::new(said.rules)),
            _ => Model::System(played.system),
        })
    }
}
