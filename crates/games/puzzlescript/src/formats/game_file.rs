//! Which files are games, and the levels that they hold.
//!
//! A game is known by the names of its sections on lines of their own. Every level of it
//! is a level; messages between them are not.
//!
//! Not trusted: what a level means is read again from the level's text (`meaning.rs`).

use std::sync::Arc;

use playproof_game::counted;
use playproof_level::source::lines;
use playproof_level::{Collection, Diagnostic, Format, Grid, Level, Place, drawing};

use super::level::PuzzleLevel;
use crate::meaning::{LUCK, has_luck};
use crate::source::{Notice, Severity, Source, Stage, read};

/// Games with their levels.
pub struct GameFormat;

/// The sections of a game.
const SECTIONS: [&str; 7] = [
    "objects",
    "legend",
    "sounds",
    "collisionlayers",
    "rules",
    "winconditions",
    "levels",
];

/// Whether the text is a game: two of the sections are named.
fn is_game(text: &str) -> bool {
    let is_named = |section: &&&str| {
        let mut lines = text.lines();
        lines.any(|line| line.trim().eq_ignore_ascii_case(section))
    };
    SECTIONS.iter().filter(is_named).nth(1).is_some()
}

impl Format for GameFormat {
    fn read(&self, file: &str, text: &Arc<str>) -> Option<Result<Collection, Diagnostic>> {
        is_game(text).then(|| collection(file, text))
    }

    fn problems(&self, file: &str, text: &Arc<str>) -> Option<Vec<Diagnostic>> {
        if !is_game(text) {
            return None;
        }
        let notices = read(text).notices;
        Some(notices.iter().map(|n| diagnostic(file, text, n)).collect())
    }

    fn endings(&self) -> &'static [&'static str] {
        &["ps", "puzzlescript"]
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        &[(
            "puzzlescript",
            "a whole game: OBJECTS, LEGEND, COLLISIONLAYERS, RULES, WINCONDITIONS, LEVELS (.txt .ps .puzzlescript)",
        )]
    }
}

fn collection(file: &str, text: &Arc<str>) -> Result<Collection, Diagnostic> {
    let reading = read(text);
    let is_error = |notice: &&Notice| notice.severity == Severity::Error;
    let (errors, warnings): (Vec<&Notice>, _) = reading.notices.iter().partition(is_error);
    let Some(source) = reading.source else {
        let first = errors.first().or(warnings.first());
        let mut said = match first {
            Some(first) => diagnostic(file, text, first),
            None => Diagnostic::error(file, None, "this game cannot be read", ""),
        };
        said.help = match errors.len() {
            0 | 1 => None,
            n => Some(format!("there are {} more: see `lint`", n - 1)),
        };
        return Err(said);
    };
    let levels = levels(file, text, Arc::new(source));
    if levels.is_empty() {
        let help = "draw one below LEVELS, a letter for each cell";
        return Err(Diagnostic::error(
            file,
            None,
            "this game has no level",
            help,
        ));
    }
    // Whoever wrote the game knows most of them: one is told, and where the others are.
    let mut told = warnings.first().map(|first| diagnostic(file, text, first));
    if let Some(told) = told.as_mut().filter(|_| warnings.len() > 1) {
        let others = counted(warnings.len() as u64 - 1, "more warning");
        told.help = Some(format!("{others} about this game: see `lint`"));
    }
    Ok(Collection {
        levels,
        comments: String::new(),
        warnings: told.into_iter().collect(),
    })
}

fn levels(file: &str, text: &Arc<str>, source: Arc<Source>) -> Vec<Level> {
    let first = source.stages.first().map_or(1, |stage| match stage {
        Stage::Message { line, .. } | Stage::Level { line, .. } => *line,
    });
    let has_luck = has_luck(text);
    let mut head = String::new();
    for line in text.lines().take(first.saturating_sub(1) as usize) {
        // It stands at the end of each level's text instead.
        let is_luck = line.trim() == LUCK;
        head.push_str(if is_luck { "" } else { line });
        head.push('\n');
    }
    let head: Arc<str> = head.into();
    let mut levels = Vec::new();
    for stage in &source.stages {
        let Stage::Level { line, rows, board } = stage else {
            continue;
        };
        levels.push(Level::of_words(PuzzleLevel {
            file: file.to_owned(),
            index: levels.len(),
            beginning: place(text, *line, 1),
            head: Arc::clone(&head),
            source: Arc::clone(&source),
            rows: as_written(text, *line, rows),
            grid: grid(file, text, *line, rows.len())
                .filter(|grid| (grid.width(), grid.height()) == (board.width, board.height)),
            board: board.clone(),
            has_luck,
        }));
    }
    levels
}

/// The rows with capitals as in the file, which mean nothing there.
fn as_written(text: &str, first: u32, rows: &[String]) -> Vec<String> {
    let from = (first as usize).saturating_sub(1);
    let written = text.lines().skip(from).take(rows.len());
    let written: Vec<String> = written.map(|row| row.trim().to_owned()).collect();
    let is_same = |(written, row): (&String, &String)| written.to_lowercase() == *row;
    match written.len() == rows.len() && written.iter().zip(rows).all(is_same) {
        true => written,
        false => rows.to_vec(),
    }
}

/// The drawing at these lines, if a drawing it is to every reader.
fn grid(file: &str, text: &Arc<str>, first: u32, n_rows: usize) -> Option<Grid> {
    let from = (first as usize).saturating_sub(1);
    let rows: Vec<_> = lines(text).skip(from).take(n_rows).collect();
    let is_row = |line: &str| !line.trim().is_empty() && !line.starts_with(';');
    if rows.is_empty() || !rows.iter().all(|row| is_row(row.of(text))) {
        return None;
    }
    drawing(file, text, rows).ok().map(|(grid, _)| grid)
}

pub(crate) fn place(text: &str, line: u32, column: u32) -> Place {
    let source = text.lines().nth((line as usize).saturating_sub(1));
    Place::new(line.max(1), column.max(1), source.unwrap_or_default())
}

fn diagnostic(file: &str, text: &str, notice: &Notice) -> Diagnostic {
    let place = notice
        .line
        .map(|line| place(text, line, notice.column.unwrap_or(1)));
    let said = Diagnostic {
        help: None,
        ..Diagnostic::error(file, place, &notice.message[..], "")
    };
    match notice.severity {
        Severity::Error => said,
        Severity::Warning => said.mild(),
    }
}
