//! What links a level to what is proved of it. Trusted.

use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

/// A game's meaning. It stands in a trusted file of the game, beside its rules.
pub trait Meaning {
    /// What a level means, or why it means nothing. Only what the level's canonical text
    /// says may enter: certificates carry that text, and what they are checked against is
    /// the meaning of a level that has it.
    fn model(&self, level: &Level) -> Result<Model, Diagnostic>;
    /// The level's canonical text in this game, and what that very text means: no two
    /// levels that mean different things have the same one.
    fn canonical(&self, level: &Level) -> Result<(String, Model), Diagnostic> {
        Ok((level.text(), self.model(level)?))
    }
}
