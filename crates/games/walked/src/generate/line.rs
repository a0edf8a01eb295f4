//! The line of cells that an elementary automaton starts from, as someone wrote it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A line of cells, written with `1` for a wall and `0` for floor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeedLine(Vec<bool>);

/// Why a text is not a [`SeedLine`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "column {column} of the line: `{letter}` is not a cell; write 1 for a wall and 0 for floor"
)]
pub struct LineError {
    /// Where in the text, from 1.
    pub column: usize,
    /// What stands there.
    pub letter: char,
}

impl SeedLine {
    /// The line with these cells, walls being true.
    pub fn new(walls: impl IntoIterator<Item = bool>) -> SeedLine {
        SeedLine(walls.into_iter().collect())
    }

    /// The cells from left to right, walls being true.
    pub fn walls(&self) -> &[bool] {
        &self.0
    }
}

impl FromStr for SeedLine {
    type Err = LineError;

    fn from_str(text: &str) -> Result<SeedLine, LineError> {
        let cell = |(i, letter)| match letter {
            '0' => Ok(false),
            '1' => Ok(true),
            _ => Err(LineError {
                column: i + 1,
                letter,
            }),
        };
        Ok(SeedLine(
            text.chars()
                .enumerate()
                .map(cell)
                .collect::<Result<_, _>>()?,
        ))
    }
}

impl fmt::Display for SeedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.0.iter().map(|&w| if w { '1' } else { '0' }).collect();
        f.write_str(&letters)
    }
}
