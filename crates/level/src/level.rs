//! A level and its canonical text. Trusted.
//!
//! Readers are not: whatever they make of a text is taken for what the text says only if
//! it is written as this very text again. So each level must say in its text all that its
//! meaning depends on, and no two that mean different things may have the same text.

use std::any::Any;
use std::fmt::{Debug, Write};
use std::sync::Arc;

use crate::{Grid, Place, StoredSolution};

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
    /// The canonical text, from which the format reads this very level and title. It says
    /// all that the level's meaning depends on: no other level has the same text.
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
    /// The level as a game's own format has it, if it is of this type.
    pub fn written<T: WrittenLevel>(&self) -> Option<&T> {
        match self {
            Level::Grid(_) => None,
            Level::Written(level) => (&**level as &dyn Any).downcast_ref(),
        }
    }

    /// Its grid, if it is drawn on one.
    pub fn grid(&self) -> Option<&Grid> {
        match self {
            Level::Grid(level) => Some(&level.grid),
            Level::Written(level) => level.grid(),
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

/// Whether `c` has no business inside a line of text, tabs aside. A byte order mark
/// may only open a file; elsewhere it is an invisible cell that printing and reading
/// would lose.
pub(crate) fn is_no_text(c: char) -> bool {
    c.is_control() || c == '\u{FEFF}'
}
