//! Platform levels to models of the exact game. Trusted.

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use crate::Platform;
use crate::canonical::GAME;
use crate::rules::{Stage, rules};

impl Meaning for Platform {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        Ok(self.canonical(level)?.1)
    }

    fn canonical(&self, level: &Level) -> Result<(String, Model), Diagnostic> {
        let (stage, _) = Stage::read(level)?;
        let model = Model::Rules(Box::new(rules(&stage)));
        Ok((stage.text(level.title()), model))
    }
}

impl Stage {
    /// The canonical text: the board and the profile, of which all else follows.
    pub fn text(&self, title: Option<&str>) -> String {
        self.board.text(GAME, title) + &self.profile.text()
    }
}
