//! A level with the rules of its game.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood.

use std::sync::Arc;

use playproof_level::{Diagnostic, Level, Place, WrittenLevel, clean_title};

use crate::compiled;
use crate::dialect;
use crate::source::{Source, draw, read};

/// The name of the section that holds levels, where a game's text has any.
pub const LEVEL_SET: &str = "LevelSet";

/// What stands after it if the levels' meaning is said as Rules.
pub const AS_RULES: &str = "as=rules";

/// What stands after it if the score is part of their states.
pub const WITH_SCORE: &str = "with=score";

/// What stands after it if they are played as py-vgdl plays them.
pub const PY_VGDL: &str = "dialect=py-vgdl";

/// A level and the rules it is played by.
#[derive(Clone, Debug)]
pub struct VgdlLevel {
    /// The name of the file it came from.
    pub file: String,
    /// Its number within the file, from 0.
    pub index: usize,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The name of the file with the rules.
    pub rules_file: String,
    /// The text of the rules, without levels.
    pub rules: Arc<str>,
    /// The rows as they are drawn.
    pub rows: Vec<String>,
    /// The line of the first row, from 1.
    pub line: u32,
    /// How many characters stand before each row in the file.
    pub indent: u32,
    /// Whether its meaning is said as Rules.
    pub is_in_rules: bool,
    /// Whether the score is part of its states.
    pub counts_score: bool,
    /// Whether it is played as py-vgdl plays it.
    pub is_py: bool,
}

impl VgdlLevel {
    /// The level as one of this game, if it is.
    pub fn of(level: &Level) -> Option<&VgdlLevel> {
        level.written()
    }

    /// What its rules say.
    pub fn source(&self) -> Result<Source, Diagnostic> {
        let mut source = read(&self.rules_file, &self.rules)?;
        source.game.counts_score = self.counts_score;
        match self.is_py {
            true => dialect::of_py(source, &self.rules_file, &self.rules),
            false => Ok(source),
        }
    }

    /// Its sprites, with what is odd about the drawing.
    pub fn drawn(&self, source: &Source) -> Result<(compiled::Level, Vec<Diagnostic>), Diagnostic> {
        let moved = |mut diagnostic: Diagnostic| {
            // What is said of the rules has its place there already.
            let row = |place: &Place| self.rows.get(place.line.checked_sub(self.line)? as usize);
            if let Some(place) = &diagnostic.place
                && let Some(row) = row(place)
            {
                let text = format!("{}{row}", " ".repeat(self.indent as usize));
                diagnostic.place = Some(Place::new(place.line, place.column + self.indent, &text));
            }
            diagnostic
        };
        let (level, warnings) = draw(source, &self.file, &self.rows, self.line).map_err(moved)?;
        if self.is_py
            && let Some(why) = dialect::odd_level(&source.game, &level, &self.rows)
        {
            let help = "leave the dialect out to play it as GVGAI does";
            let place = Some(self.beginning());
            let message = format!("not for py-vgdl: {why}");
            return Err(Diagnostic::error(&self.file, place, message, help));
        }
        Ok((level, warnings.into_iter().map(moved).collect()))
    }

    /// Its rows, each as wide as the first.
    fn full_rows(&self) -> Vec<String> {
        let width = self.rows.first().map_or(0, |row| row.chars().count());
        let full = |row: &String| {
            let letters = row.chars().chain(std::iter::repeat(' '));
            letters.take(width).collect()
        };
        self.rows.iter().map(full).collect()
    }
}

impl WrittenLevel for VgdlLevel {
    fn file(&self) -> &str {
        &self.file
    }

    fn index(&self) -> usize {
        self.index
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn beginning(&self) -> Place {
        let row = self.rows.first().map_or("", String::as_str);
        let before = " ".repeat(self.indent as usize);
        Place::new(self.line, self.indent + 1, &format!("{before}{row}"))
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for line in self.rules.lines() {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        let title = self.title.as_deref().and_then(clean_title);
        let title = title.map_or(String::new(), |title| format!(": {title}"));
        let told = [
            (self.is_in_rules, AS_RULES),
            (self.counts_score, WITH_SCORE),
            (self.is_py, PY_VGDL),
        ];
        let told = told.iter().filter(|(is_told, _)| *is_told);
        let how: String = told.map(|(_, word)| format!(" {word}")).collect();
        text.push_str(&format!("{LEVEL_SET}{how}\nLevel{title}\n"));
        for row in self.full_rows() {
            text.push_str(&format!("|{row}|\n"));
        }
        text
    }

    fn is_same(&self, other: &Level) -> bool {
        let trimmed = |level: &VgdlLevel| -> Vec<String> {
            level
                .rules
                .lines()
                .map(|line| line.trim_end().to_owned())
                .collect()
        };
        VgdlLevel::of(other).is_some_and(|other| {
            self.is_in_rules == other.is_in_rules
                && self.counts_score == other.counts_score
                && self.is_py == other.is_py
                && self.full_rows() == other.full_rows()
                && trimmed(self) == trimmed(other)
        })
    }
}
