//! Which files are games with levels, and levels of a game that is given beside them.
//!
//! Not trusted: a statement holds the whole game and level as they were understood
//! (`canonical.rs`), whoever read them.
//!
//! A game's text begins with `BasicGame`. Its levels, if it has any, stand in a last section,
//! `LevelSet`: each begins with a line `Level` or `Level: title`, and each of its rows stands
//! between two bars, so that blanks at its end are seen.

use std::sync::Arc;

use playproof_level::{Collection, Diagnostic, Format, Level, Place, clean_title};

use crate::level::{AS_RULES, LEVEL_SET, PY_VGDL, VgdlLevel, WITH_SCORE};
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

/// What a game's text consists of.
struct Parts<'a> {
    rules: Arc<str>,
    /// The lines of its levels, with their numbers from 1.
    levels: Vec<(u32, &'a str)>,
    /// Whether the levels' meaning is said as Rules.
    is_in_rules: bool,
    /// Whether the score is part of their states.
    counts_score: bool,
    /// Whether they are played as py-vgdl plays them.
    is_py: bool,
}

fn divide<'a>(file: &str, text: &'a str) -> Result<Parts<'a>, Diagnostic> {
    let (mut is_in_rules, mut counts_score, mut is_py) = (false, false, false);
    let mut rules = String::new();
    let mut lines = (1..).zip(text.lines());
    for (number, line) in lines.by_ref() {
        let mut words = line.split('#').next().unwrap_or("").split_whitespace();
        if words.next() == Some(LEVEL_SET) {
            for word in words {
                match word {
                    AS_RULES => is_in_rules = true,
                    WITH_SCORE => counts_score = true,
                    PY_VGDL => is_py = true,
                    _ => {
                        let place = Place::new(number, 1, line);
                        let message = format!("unknown word after {LEVEL_SET}: `{word}`");
                        let help = format!("there is {AS_RULES}, {WITH_SCORE}, {PY_VGDL}");
                        return Err(Diagnostic::error(file, Some(place), message, help));
                    }
                }
            }
            break;
        }
        rules.push_str(line);
        rules.push('\n');
    }
    Ok(Parts {
        rules: rules.into(),
        levels: lines.collect(),
        is_in_rules,
        counts_score,
        is_py,
    })
}

/// The rules of a game's text, without its levels.
pub fn rules_of(file: &str, text: &str) -> Result<Arc<str>, Diagnostic> {
    divide(file, text).map(|parts| parts.rules)
}

fn collection(file: &str, text: &Arc<str>) -> Result<Collection, Diagnostic> {
    let Parts {
        rules,
        levels: lines,
        is_in_rules,
        counts_score,
        is_py,
    } = divide(file, text)?;
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
                is_in_rules,
                counts_score,
                is_py,
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
    let Parts { rules, .. } = divide(rules_file, rules_text)?;
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
        is_in_rules: false,
        counts_score: false,
        is_py: false,
    };
    Ok(Collection {
        levels: vec![Level::of_words(level)],
        comments: String::new(),
        warnings: source.warnings,
    })
}
