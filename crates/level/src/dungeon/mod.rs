//! Dungeons: rooms with things in them and passages with locks between them; or,
//! without a map, rules that say what can be had once other things are had.
//!
//! This is what the text says and nothing more. What can be taken, opened and won
//! is for a game to say.

mod dot;
mod drawing;
mod drawn_map;
mod findings;
mod horn;
mod horn_reader;
mod legend;
mod limits;
mod map;
mod map_reader;
mod nearest;
mod recognise;
mod same;
mod scanner;
mod text;
mod vglc;

pub use horn::{HornRule, HornRules};
pub use map::{Cost, Dungeon, Goal, Kind, Lock, Need, Passage, Room, Thing, What};

pub use limits::{
    MAX_CONDITIONS, MAX_NAME, MAX_NEEDS, MAX_PASSAGES, MAX_ROOMS, MAX_RULES, MAX_THINGS,
};
pub(crate) use recognise::{Format, recognise};

use std::sync::Arc;

use crate::{Collection, Diagnostic, Level, Place};
use findings::{findings, warnings};

/// Where something stands in the text of a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mark {
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1 in characters.
    pub column: u32,
}

/// A level that is a dungeon.
#[derive(Clone, Debug)]
pub struct DungeonLevel {
    /// The name of the file it came from.
    pub file: String,
    /// Its number within the file, from 0.
    pub index: usize,
    /// Its title, if the file gives one.
    pub title: Option<String>,
    /// The text of the whole file, to which marks refer.
    pub source: Arc<str>,
    /// Where it begins.
    pub mark: Mark,
    /// What it says.
    pub plan: Plan,
}

/// What a dungeon is given as.
#[derive(Clone, PartialEq, Debug)]
pub enum Plan {
    /// Rooms and passages.
    Map(Dungeon),
    /// Rules.
    Rules(HornRules),
}

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
fn place(text: &str, mark: Mark) -> Place {
    let line = crate::source::lines(text)
        .find(|line| line.number == mark.line)
        .map_or("", |line| line.of(text));
    Place::new(mark.line.max(1), mark.column.max(1), line)
}

/// What was expected in a file without a level, if its name says that there should be
/// dungeons.
pub(crate) fn help_by_name(file: &str) -> Option<&'static str> {
    let (_, ending) = file.rsplit_once('.')?;
    Some(match ending.to_ascii_lowercase().as_str() {
        "dungeon" => {
            "expected a line `dungeon` and below it rooms and passages, or a line `map:` and a \
             drawing such as `#@.A.G#`"
        }
        "horn" => "expected rules such as `Door_A & Key_B => Door_B`, and a line `goal: Door_B`",
        "dot" => "expected a graph, which begins with `digraph`",
        _ => return None,
    })
}

/// Reads every dungeon of a file that is written in this format.
pub(crate) fn read(file: &str, text: &Arc<str>, format: Format) -> Result<Collection, Diagnostic> {
    let (levels, odd) = match format {
        Format::Dot => {
            let (level, odd) = vglc::read_graph(file, text)?;
            (vec![level], odd)
        }
        Format::Map => (map_reader::read_maps(file, text)?, Vec::new()),
        Format::Rules => (horn_reader::read_rules(file, text)?, Vec::new()),
    };
    let odd = odd
        .into_iter()
        .chain(levels.iter().flat_map(|level| findings(&level.plan)));
    let warnings = warnings(file, text, odd);
    Ok(Collection {
        levels: levels.into_iter().map(Level::Dungeon).collect(),
        comments: String::new(),
        warnings,
    })
}
