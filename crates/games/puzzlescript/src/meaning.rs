//! Trusted: what a level of a game means.
//!
//! Its text says so, and nothing else does: what the format's reader made of a file
//! (`formats/`) is for showing and for searching, and is not looked at here. Where a
//! certificate is checked, the text is that of the certificate.

use std::sync::Arc;

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use crate::game::PuzzleScript;
use crate::source::{Stage, read};
use crate::system::PuzzleSystem;

/// The line that gives the player all the luck; to PuzzleScript it is a comment.
pub(crate) const LUCK: &str = "(playproof: luck)";

impl Meaning for PuzzleScript {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        let text = level.text();
        let source = read(&text).source;
        let stages = source.as_ref().map(|source| &source.stages[..]);
        match (&source, stages) {
            (Some(source), Some([Stage::Level { board, .. }])) => {
                let (game, board) = (source.game.clone(), board.clone());
                let system = PuzzleSystem::new(game, board, has_luck(&text));
                Ok(Model::System(Arc::new(system)))
            }
            _ => Err(level.error(
                "this is no game with one level",
                "a game is a file with OBJECTS, LEGEND, COLLISIONLAYERS, RULES and LEVELS",
            )),
        }
    }
}

/// Whether a text gives the player all the luck.
pub(crate) fn has_luck(text: &str) -> bool {
    text.lines().any(|line| line.trim() == LUCK)
}
