//! What levels are drawn with, for those who let people draw them. Nothing of it is trusted:
//! what was drawn is read like any other text.

use std::borrow::Cow;

use playproof_level::Level;

use crate::view::Tile;

/// A letter that levels are drawn with.
#[derive(Clone, PartialEq, Debug)]
pub struct Brush {
    /// The letter.
    pub letter: char,
    /// Other letters that mean the same.
    pub also: Cow<'static, str>,
    /// What it puts there.
    pub name: Cow<'static, str>,
    /// How that looks, from below.
    pub tiles: Vec<Tile>,
}

impl Brush {
    /// A letter, and what it puts there.
    pub fn new(letter: char, name: impl Into<Cow<'static, str>>, tiles: Vec<Tile>) -> Brush {
        Brush {
            letter,
            also: Cow::Borrowed(""),
            name: name.into(),
            tiles,
        }
    }

    /// The same, where other letters mean it as well.
    pub fn also(self, also: impl Into<Cow<'static, str>>) -> Brush {
        Brush {
            also: also.into(),
            ..self
        }
    }
}

/// A level's drawing, and where in its file it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnRows {
    /// The rows.
    pub rows: Vec<String>,
    /// The line of the first row, from 1. The others follow it.
    pub line: u32,
    /// The column of the first letter of each row, from 1.
    pub column: u32,
}

impl DrawnRows {
    /// Those of a level's grid, if it has one.
    pub fn of(level: &Level) -> Option<DrawnRows> {
        let grid = level.grid()?;
        let place = grid.place(0, 0);
        Some(DrawnRows {
            rows: grid.rows().map(|row| row.iter().collect()).collect(),
            line: place.line,
            column: place.column,
        })
    }
}
