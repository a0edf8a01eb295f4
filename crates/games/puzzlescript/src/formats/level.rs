//! One level of a game's file, and the text that carries its game.
//!
//! The text of a level is the file up to its first level or message, and then the level
//! alone: a game with one level, in which every rule keeps its line. A certificate holds
//! this text, so whoever has the certificate has the game.
//!
//! Not trusted: what a level means is read from its text alone (`meaning.rs`). What else is
//! kept here saves reading it again where it is shown and searched.

use std::sync::Arc;

use playproof_level::{Diagnostic, Grid, Level, Place, WrittenLevel};

use crate::compiled::Board;
use crate::meaning::LUCK;
use crate::source::{Source, Stage, read};
use crate::system::PuzzleSystem;

/// A level with its game.
#[derive(Clone, Debug)]
pub struct PuzzleLevel {
    /// The name of the file it came from.
    pub file: String,
    /// Its number within the file, from 0; messages do not count.
    pub index: usize,
    /// Where it begins.
    pub beginning: Place,
    /// The file up to its first level or message.
    pub head: Arc<str>,
    /// The game.
    pub source: Arc<Source>,
    /// As it is drawn.
    pub rows: Vec<String>,
    /// The same with places, unless a row begins like a title.
    pub grid: Option<Grid>,
    /// As it is played.
    pub board: Board,
    /// Whether the player has all the luck.
    pub has_luck: bool,
}

impl PuzzleLevel {
    /// The level, if it is one of a game.
    pub fn of(level: &Level) -> Option<&PuzzleLevel> {
        level.written()
    }

    /// The same, or what to tell where it is none.
    pub(crate) fn expected(level: &Level) -> Result<&PuzzleLevel, Diagnostic> {
        PuzzleLevel::of(level).ok_or_else(|| {
            level.error(
                "this is a drawing without rules",
                "a game is a file with OBJECTS, LEGEND, COLLISIONLAYERS, RULES and LEVELS",
            )
        })
    }

    /// The level as a system.
    pub(crate) fn system(&self) -> PuzzleSystem {
        PuzzleSystem::new(self.source.game.clone(), self.board.clone(), self.has_luck)
    }

    /// A line of the game, by its number from 1.
    pub fn line(&self, number: u32) -> &str {
        let number = (number as usize).saturating_sub(1);
        self.head.lines().nth(number).unwrap_or_default()
    }

    /// The same game with other rows, if they are a level.
    pub fn with_rows(&self, rows: Vec<String>) -> Option<PuzzleLevel> {
        let drawn = text(&self.head, &rows, self.has_luck);
        let source = read(&drawn).source?;
        let [Stage::Level { board, .. }] = &source.stages[..] else {
            return None;
        };
        Some(PuzzleLevel {
            rows,
            board: board.clone(),
            grid: None,
            ..self.clone()
        })
    }
}

fn text(head: &str, rows: &[String], has_luck: bool) -> String {
    let mut text = head.to_owned();
    for row in rows {
        text.push_str(row);
        text.push('\n');
    }
    if has_luck {
        text.push('\n');
        text.push_str(LUCK);
        text.push('\n');
    }
    text
}

impl WrittenLevel for PuzzleLevel {
    fn file(&self) -> &str {
        &self.file
    }

    fn index(&self) -> usize {
        self.index
    }

    fn title(&self) -> Option<&str> {
        None
    }

    fn beginning(&self) -> Place {
        self.beginning.clone()
    }

    fn text(&self) -> String {
        text(&self.head, &self.rows, self.has_luck)
    }

    fn is_same(&self, other: &Level) -> bool {
        PuzzleLevel::of(other).is_some_and(|other| {
            self.has_luck == other.has_luck
                && self.board == other.board
                && (Arc::ptr_eq(&self.source, &other.source)
                    || self.source.game == other.source.game)
        })
    }

    fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }

    fn with_grid(&self, grid: Grid) -> Option<Level> {
        let rows = grid.rows().map(|row| row.iter().collect());
        let changed = self.with_rows(rows.collect())?;
        Some(Level::of_words(PuzzleLevel {
            grid: Some(grid),
            ..changed
        }))
    }
}
