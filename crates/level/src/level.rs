//! A level, what surrounds it (file, index, title), and its canonical text.

use std::fmt::Write;

use crate::{Diagnostic, Grid};

/// Every level of a file, in order.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The levels; at least one.
    pub levels: Vec<Level>,
    /// What was odd, in the file's order of levels.
    pub warnings: Vec<Diagnostic>,
}

/// One level of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Level {
    /// A map drawn with one character a cell.
    Grid(GridLevel),
}

/// A level that is a grid of characters.
#[derive(Clone, Debug)]
pub struct GridLevel {
    /// The name of the file it came from.
    pub file: String,
    /// Its number within the file, from 0.
    pub index: usize,
    /// Its title, if a `;` line before it gave one.
    pub title: Option<String>,
    /// The map.
    pub grid: Grid,
}

impl Level {
    /// The name of the file it came from.
    pub fn file(&self) -> &str {
        match self {
            Level::Grid(level) => &level.file,
        }
    }

    /// Its number within the file, from 0.
    pub fn index(&self) -> usize {
        match self {
            Level::Grid(level) => level.index,
        }
    }

    /// Its title, if it has one.
    pub fn title(&self) -> Option<&str> {
        match self {
            Level::Grid(level) => level.title.as_deref(),
        }
    }

    /// Its grid, if it is drawn on one.
    pub fn grid(&self) -> Option<&Grid> {
        match self {
            Level::Grid(level) => Some(&level.grid),
        }
    }

    /// The canonical text: a `; title` line if there is a title, then the rows in
    /// full width, each ending in `\n`. [`read`](crate::read) gives back this very
    /// level and title, without a warning.
    pub fn text(&self) -> String {
        match self {
            Level::Grid(level) => level.text(),
        }
    }

    /// Whether both are the same level, whatever their titles, files and indices.
    pub fn same_level(&self, other: &Level) -> bool {
        match (self, other) {
            (Level::Grid(a), Level::Grid(b)) => a.grid.same_cells(&b.grid),
        }
    }

    /// An error that points at a cell. `help` says what was expected there.
    ///
    /// # Panics
    /// If the level has no row `y`.
    pub fn error_at(
        &self,
        x: usize,
        y: usize,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        match self {
            Level::Grid(level) => {
                let place = Some(level.grid.place(x, y));
                Diagnostic::error(&level.file, place, message, help)
            }
        }
    }

    /// An error that concerns the level as a whole; it points at the level's first
    /// line. `help` says what was expected.
    pub fn error(&self, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        self.error_at(0, 0, message, help)
    }
}

impl GridLevel {
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(title) = self.title.as_deref().and_then(clean_title) {
            writeln!(text, "; {title}").expect("writing to a string cannot fail");
        }
        for row in self.grid.rows() {
            text.extend(row);
            text.push('\n');
        }
        text
    }
}

/// A title as it can stand on a `;` line: trimmed, of one line, or none if empty.
///
/// The field is public, so the printer cleans as the reader does: a line break in a
/// title would otherwise turn the rest of the title into rows of the level.
pub(crate) fn clean_title(title: &str) -> Option<String> {
    let one_line: String = title
        .chars()
        .map(|c| if is_no_text(c) { ' ' } else { c })
        .collect();
    let trimmed = one_line.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

/// Whether `c` has no business inside a line of text, tabs aside. A byte order mark
/// may only open a file; elsewhere it is an invisible cell that printing and reading
/// would lose.
pub(crate) fn is_no_text(c: char) -> bool {
    c.is_control() || c == '\u{FEFF}'
}
