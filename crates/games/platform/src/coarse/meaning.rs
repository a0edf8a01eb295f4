//! Platform levels to models of the coarse game. Trusted.

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::{Model, Rules};

use super::game::Coarse;
use super::path::Terrain;
use super::rules::{Ways, rules};
use super::settings::Style;
use crate::canonical::{Board, ExitRule, GAME_COARSE, Settings};

impl Meaning for Coarse {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        Ok(self.canonical(level)?.1)
    }

    fn canonical(&self, level: &Level) -> Result<(String, Model), Diagnostic> {
        let board = self.board(level)?;
        let rules = self.with(&board.settings).rules(&board);
        let model = Model::Rules(Box::new(rules));
        Ok((board.text(GAME_COARSE, level.title()), model))
    }
}

impl Coarse {
    /// The game as a level's own settings have it.
    pub(super) fn with(mut self, settings: &Settings) -> Coarse {
        let own = &mut self.settings;
        own.time = settings.time.or(own.time);
        if settings.exit == ExitRule::Touch {
            own.exit = settings.exit;
        }
        if !settings.style.long_jumps {
            own.style.drift = Style::NOVICE.drift;
        }
        own.style.kills &= settings.style.kills;
        self
    }

    /// The Rules of a board.
    pub fn rules(&self, board: &Board) -> Rules {
        let terrain = Terrain::new(board, self.settings.exit);
        rules(board, &self.settings, &Ways::new(&terrain, &self.settings))
    }
}
