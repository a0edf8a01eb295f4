//! A game as far as a checker needs it, and a picture of what was checked: nothing that
//! searches, generates or explains hangs on this trait, so that a module for pages is small.

use playproof_level::{Diagnostic, Format, Level};

use crate::meaning::Meaning;
use crate::view::View;

/// What certificates of a game are checked and shown by.
pub trait Checkable: Meaning + Send + Sync {
    /// Its name on the command line, and in certificates.
    fn name(&self) -> &'static str;
    /// Formats of its own for levels that are no drawings.
    fn formats(&self) -> &[&dyn Format] {
        &[]
    }
    /// How the level's states look, or what is wrong with the level.
    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic>;
}
