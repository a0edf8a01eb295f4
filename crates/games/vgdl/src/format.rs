//! Trusted: which files are games with levels, and levels of a game that is given beside
//! them.
//!
//! A game's text begins with `BasicGame`. Its levels, if it has any, stand in a last section,
//! `LevelSet`: each begins with a line `Level` or `Level: title`, and each of its rows stands
//! between two bars, so that blanks at its end are seen.

use std::sync::Arc;

use playproof_level::{Collection, Diagnostic, Format, Level, Place, clean_title};

use crate::level::{LEVEL_SET, VgdlLevel};
use crate::source::read;

/// Games with levels.
pub struct VgdlFormat;

/// Whether the text is a game.
fn is_game(text: &str) -> bool {
    let code = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or(""));
    let first = code.flat_map(str::split_whitespace).next();
    matches!(first, Some("BasicGame" | "GameSpace"))
}

impl Format for VgdlFormat {
    fn read(&self, file: &str, text: &Arc<str>) -> Option<Result<Collection, Diagnostic>> {
        is_game(text).then(|| collection(file, text))
    }

    fn endings(&self) -> &'static [&'static str] {
        &["vgdl"]
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        &[(
            "vgdl",
            "a whole game: BasicGame, SpriteSet and so on, its levels in LevelSet (.txt .vgdl)",
        )]
    }
}

/// The rules of a game's text, and the lines of its levels with their numbers from 1.
pub fn divide(text: &str) -> (Arc<str>, Vec<(u32, &str)>) {
    let mut rules = String::new();
    let mut lines = (1..).zip(text.lines());
    for (_, line) in lines.by_ref() {
        if line.trim() == LEVEL_SET {
            break;
        }
        rules.push_str(line);
        rules.push('\n');
    }
    (rules.into(), lines.collect())
}

fn collection(file: &str, text: &Arc<str>) -> Result<Collection, Diagnostic> {
    let (rules, lines) = divide(text);
    // What is wrong with the rules comes before what is wrong with levels.
    let source = read(file, &rules)?;
    let mut levels: Vec<VgdlLevel> = Vec::new();
    for (number, line) in lines {
        let words = line.trim();
        let indent = (line.len() - line.trim_start().len()) as u32;
        let wrong = |message: &str, help: &str| {
            let place = Place::new(number, indent + 1, line);
            Err(Diagnostic::error(file, Some(place), message, help))
        };
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        let title = words.strip_prefix("Level");
        let title = title.and_then(|rest| match rest.strip_prefix(':') {
            Some(title) => Some(clean_title(title)),
            None => rest.is_empty().then_some(None),
        });
        if let Some(title) = title {
            levels.push(VgdlLevel {
                file: file.to_owned(),
                index: levels.len(),
                title,
                rules_file: file.to_owned(),
                rules: Arc::clone(&rules),
                rows: Vec::new(),
                line: number + 1,
                indent: 0,
            });
            continue;
        }
        let row = words
            .strip_prefix('|')
            .and_then(|row| row.strip_suffix('|'));
        let (Some(row), Some(level)) = (row, levels.last_mut()) else {
            return wrong(
                "not a row of a level",
                "a level begins with a line `Level`, and each row stands between bars: `|wAw|`",
            );
        };
        if level.rows.is_empty() {
            (level.line, level.indent) = (number, indent + 1);
        } else if number != level.line + level.rows.len() as u32 {
            return wrong("a gap in a level", "rows of a level follow each other");
        }
        level.rows.push(row.to_owned());
    }
    if levels.is_empty() {
        let message = "this is a game without a level";
        let help =
            "give it as the option `rules` of a level, or add its levels as a section LevelSet";
        return Err(Diagnostic::error(file, None, message, help));
    }
    Ok(Collection {
        levels: levels.into_iter().map(Level::of_words).collect(),
        comments: String::new(),
        warnings: source.warnings,
    })
}

/// A level file, read as the Java engine does: every line is a row.
pub fn plain_level(
    file: &str,
    text: &str,
    rules_file: &str,
    rules_text: &str,
) -> Result<Collection, Diagnostic> {
    let (rules, _) = divide(rules_text);
    let source = read(rules_file, &rules)?;
    let level = VgdlLevel {
        file: file.to_owned(),
        index: 0,
        title: None,
        rules_file: rules_file.to_owned(),
        rules,
        rows: text.lines().map(str::to_owned).collect(),
        line: 1,
        indent: 0,
    };
    Ok(Collection {
        levels: vec![Level::of_words(level)],
        comments: String::new(),
        warnings: source.warnings,
    })
}
