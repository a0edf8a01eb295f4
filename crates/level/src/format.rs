//! Formats that one game brings along.

use std::sync::Arc;

use crate::{Collection, Diagnostic};

/// How levels of a game are written that are no drawings. A drawing may hold any
/// letter, so a format must ask for something that no drawing has.
pub trait Format: Send + Sync {
    /// Reads every level of a text, if it is written in this format. `file` is the name
    /// used in messages.
    fn read(&self, file: &str, text: &Arc<str>) -> Option<Result<Collection, Diagnostic>>;
    /// All that there is to say of a text in this format, where reading it says the first
    /// error only. `None` of another text, or if there is no more to say.
    fn problems(&self, _file: &str, _text: &Arc<str>) -> Option<Vec<Diagnostic>> {
        None
    }
    /// What the names of its files end in.
    fn endings(&self) -> &'static [&'static str];
    /// The forms it reads, each with a line about it.
    fn forms(&self) -> &'static [(&'static str, &'static str)];
    /// What was expected in a file without a level, if its name says that it should be
    /// in this format.
    fn help_by_name(&self, _file: &str) -> Option<&'static str> {
        None
    }
}
