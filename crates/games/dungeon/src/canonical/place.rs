//! Where something stands in a dungeon's text, for messages.

use playproof_level::{Diagnostic, Level, Place, source};

use super::{DungeonLevel, Mark};

impl DungeonLevel {
    /// The place that a mark stands for.
    pub fn place(&self, mark: Mark) -> Place {
        place(&self.source, mark)
    }

    /// An error that points at a mark. `help` says what was expected there.
    pub fn error_at(
        &self,
        mark: Mark,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::error(&self.file, Some(self.place(mark)), message, help)
    }

    /// The same as a warning.
    pub fn warning_at(
        &self,
        mark: Mark,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::warning(&self.file, self.place(mark), message, help)
    }
}

/// The place that a mark in this text stands for.
pub(crate) fn place(text: &str, mark: Mark) -> Place {
    let line = source::lines(text)
        .find(|line| line.number == mark.line)
        .map_or("", |line| line.of(text));
    Place::new(mark.line.max(1), mark.column.max(1), line)
}

/// The error for a level that is none.
pub(crate) fn no_dungeon(level: &Level) -> Diagnostic {
    level.error(
        "this is a map of cells and no dungeon",
        "a dungeon begins with a line `dungeon`: see `playproof formats`",
    )
}
