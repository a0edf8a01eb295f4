//! Platform levels to models of the exact game. Trusted.

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use crate::Platform;
use crate::rules::{Stage, rules};

impl Meaning for Platform {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        let (stage, _) = Stage::read(level)?;
        Ok(Model::Rules(Box::new(rules(&stage))))
    }
}
