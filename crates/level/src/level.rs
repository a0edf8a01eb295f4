//! A level, what surrounds it (file, index, words), and its canonical text.

use std::any::Any;
use std::fmt::{Debug, Write};
use std::sync::Arc;

use crate::{Diagnostic, Grid, Place, StoredSolution};

/// One level of a file.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "nearly all levels are grids")]
pub enum Level {
    /// A map drawn with one character a cell.
    Grid(GridLevel),
    /// A text that some game has a format of its own for.
    Written(Arc<dyn WrittenLevel>),
}

/// A level that is no grid: what a game's own format makes of a text.
pub trait WrittenLevel: Any + Debug + Send + Sync {
    /// The name of the file it came from.
    fn file(&self) -> &str;
    /// Its number within the file, from 0.
    fn index(&self) -> usize;
    /// Its title, if it has one.
    fn title(&self) -> Option<&str>;
    /// Where it begins.
    fn beginning(&self) -> Place;
    /// The canonical text, from which the format reads this very level and title.
    fn text(&self) -> String;
    /// Whether both are the same level, whatever their titles, files and indices.
    fn is_same(&self, other: &Level) -> bool;
    /// Its drawing, if there is one beside the words.
    fn grid(&self) -> Option<&Grid> {
        None
    }
    /// The same with another drawing, if it has one.
    fn with_grid(&self, _grid: Grid) -> Option<Level> {
        None
    }
}

/// A level that is a grid of characters.
#[derive(Clone, Debug)]
pub struct GridLevel {
    /// The name of the file it came from.
    pub file: String,
    /// Its number within the file, from 0.
    pub index: usize,
    /// Its title, if the file gives one.
    pub title: Option<String>,
    /// Who made it, if the file says so beside this very level.
    pub author: Option<String>,
    /// The comments above it, each line ending in `\n`.
    pub above: String,
    /// The comments below it, each line ending in `\n`.
    pub below: String,
    /// The runs that the file stores with it. Nobody has checked them.
    pub solutions: Vec<StoredSolution>,
    /// The map.
    pub grid: Grid,
}

impl Level {
    /// A level that is no grid.
    pub fn of_words(level: impl WrittenLevel) -> Level {
        Level::Written(Arc::new(level))
    }

    /// The level as a game's own format has it, if it is of this type.
    pub fn written<T: WrittenLevel>(&self) -> Option<&T> {
        match self {
            Level::Grid(_) => None,
            Level::Written(level) => (&**level as &dyn Any).downcast_ref(),
        }
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

    /// Its grid, if it is drawn on one.
    pub fn grid(&self) -> Option<&Grid> {
        match self {
            Level::Grid(level) => Some(&level.grid),
            Level::Written(level) => level.grid(),
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

    /// The canonical text. Of a grid: a `; title` line if there is a title, then the
    /// rows in full width, each ending in `\n`. [`read`](crate::read) gives back this
    /// very level and title, without a warning.
    pub fn text(&self) -> String {
        match self {
            Level::Grid(level) => level.text(),
            Level::Written(level) => level.text(),
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

impl GridLevel {
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(title) = self.title.as_deref().and_then(clean_title) {
            writeln!(text, "; {title}").expect("writing to a string cannot fail");
        }
        text.push_str(&self.rows());
        text
    }

    /// The rows in full width, each ending in `\n`.
    pub(crate) fn rows(&self) -> String {
        let mut text = String::new();
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
pub fn clean_title(title: &str) -> Option<String> {
    let one_line: String = title
        .chars()
        .map(|c| if is_no_text(c) { ' ' } else { c })
        .collect();
    let trimmed = one_line.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
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

/// Whether `c` has no business inside a line of text, tabs aside. A byte order mark
/// may only open a file; elsewhere it is an invisible cell that printing and reading
/// would lose.
pub(crate) fn is_no_text(c: char) -> bool {
    c.is_control() || c == '\u{FEFF}'
}
