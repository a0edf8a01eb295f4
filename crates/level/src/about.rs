//! What surrounds a level: its file, its words, stored runs, places for messages.

use std::sync::Arc;

use crate::level::is_no_text;
use crate::{Diagnostic, Grid, GridLevel, Level, Place, StoredSolution, WrittenLevel};

impl Level {
    /// A level that is no grid.
    pub fn of_words(level: impl WrittenLevel) -> Level {
        Level::Written(Arc::new(level))
    }

    /// The name of the file it came from.
    pub fn file(&self) -> &str {
        match self {
            Level::Grid(level) => &level.file,
            Level::Written(level) => level.file(),
        }
    }

    /// Its number within the file, from 0.
    pub fn index(&self) -> usize {
        match self {
            Level::Grid(level) => level.index,
            Level::Written(level) => level.index(),
        }
    }

    /// Its title, if it has one.
    pub fn title(&self) -> Option<&str> {
        match self {
            Level::Grid(level) => level.title.as_deref(),
            Level::Written(level) => level.title(),
        }
    }

    /// Who made it, if the file says so.
    pub fn author(&self) -> Option<&str> {
        match self {
            Level::Grid(level) => level.author.as_deref(),
            Level::Written(_) => None,
        }
    }

    /// The runs that the file stores with it. Nobody has checked them.
    pub fn solutions(&self) -> &[StoredSolution] {
        match self {
            Level::Grid(level) => &level.solutions,
            Level::Written(_) => &[],
        }
    }

    /// Stores `solution` with the level, instead of those there were. Formats of
    /// a game's own have no place for one.
    pub fn set_solution(&mut self, solution: StoredSolution) {
        match self {
            Level::Grid(level) => level.solutions = vec![solution],
            Level::Written(_) => {}
        }
    }

    /// Where it begins.
    pub fn beginning(&self) -> Place {
        match self {
            Level::Grid(level) => level.grid.place(0, 0),
            Level::Written(level) => level.beginning(),
        }
    }

    /// The same level with another drawing, if it is drawn. Stored runs are those of
    /// the old one, so they are gone.
    pub fn with_grid(&self, grid: Grid) -> Option<Level> {
        match self {
            Level::Grid(level) => Some(Level::Grid(GridLevel {
                solutions: Vec::new(),
                grid,
                ..level.clone()
            })),
            Level::Written(level) => level.with_grid(grid),
        }
    }

    /// Whether both are the same level, whatever their titles, files and indices.
    pub fn same_level(&self, other: &Level) -> bool {
        match (self, other) {
            (Level::Grid(a), Level::Grid(b)) => a.grid.same_cells(&b.grid),
            (Level::Written(level), other) | (other, Level::Written(level)) => level.is_same(other),
        }
    }

    /// An error that points at a cell, or at the first line of what is not drawn. `help` says
    /// what was expected there.
    ///
    /// # Panics
    /// If the level is drawn and has no row `y`.
    pub fn error_at(
        &self,
        x: usize,
        y: usize,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        let place = match self.grid() {
            Some(grid) => grid.place(x, y),
            None => self.beginning(),
        };
        Diagnostic::error(self.file(), Some(place), message, help)
    }

    /// An error that concerns the level as a whole; it points at the level's first
    /// line. `help` says what was expected.
    pub fn error(&self, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.file(), Some(self.beginning()), message, help)
    }
}

/// Adds a line to comments.
pub(crate) fn add_comment(comments: &mut String, line: &str) {
    comments.push_str(&clean_line(line));
    comments.push('\n');
}

/// A line of a comment without spaces at its end and without what is no text.
pub(crate) fn clean_line(line: &str) -> String {
    let is_bad = |c: char| is_no_text(c) && c != '\t';
    let clean: String = line
        .chars()
        .map(|c| if is_bad(c) { ' ' } else { c })
        .collect();
    clean.trim_end().to_owned()
}
