//! The settings above a drawing, a line each: `time: 300`.

use std::sync::Arc;

use playproof_level::source::Line;
use playproof_level::{Diagnostic, Grid, Place};

use super::kinds::{Wrong, kind};
use super::nearest::did_you_mean;
use super::profile_file::{NumberGiven, name_of_number, number_of, wrong_number};
use crate::canonical::{ExitRule, LegendName, PlayerStyle, Settings, Tile};
use crate::numbers::Numbers;
use crate::rounding::WrongNumber;

/// Settings as far as they were read.
pub(crate) struct Header<'a> {
    file: &'a str,
    text: &'a Arc<str>,
    settings: Settings,
    /// The keys that were there, with the lines and the columns of what they say.
    seen: Vec<(&'static str, Line, usize)>,
    /// The numbers of the profile that are told, which go before those of a named one.
    numbers: Vec<NumberGiven>,
    /// Whether the drawing comes next.
    is_over: bool,
}

impl<'a> Header<'a> {
    /// No settings yet.
    pub(crate) fn new(file: &'a str, text: &'a Arc<str>) -> Header<'a> {
        Header {
            file,
            text,
            settings: Settings::default(),
            seen: Vec::new(),
            numbers: Vec::new(),
            is_over: false,
        }
    }

    /// Whether the line is the first of the drawing.
    pub(crate) fn is_row(&self, line: Line) -> bool {
        let source = line.of(self.text);
        let is_pause = source.trim().is_empty() || source.starts_with(';');
        self.is_over || !is_pause && parts(source).is_none()
    }

    /// Reads a line.
    pub(crate) fn line(&mut self, line: Line) -> Result<(), Diagnostic> {
        let source = line.of(self.text);
        let Some((key, value)) = parts(source) else {
            return Ok(());
        };
        let at = source.len() - value.len();
        let value = value.trim_end();
        if key == "map" && value.is_empty() {
            self.is_over = true;
            return Ok(());
        }
        let begins = source.len() - source.trim_start().len();
        if key == "letter" {
            let help = "expected such as `letter X: solid`";
            return Err(self.error(line, begins, "no letter is named", help));
        }
        if let Some(name) = key.strip_prefix("profile ") {
            let before = begins + key.len() - name.trim_start().len();
            let given = self.number(name.trim_start(), value, line, at);
            return given.map_err(|wrong| {
                let at = wrong.at.map_or(before, |n| at + n);
                self.error(line, at, wrong.message, wrong.help)
            });
        }
        let mut keys = Settings::KEYS.into_iter();
        let Some(known) = keys.find(|k| *k == key || is_letter(k, key)) else {
            let all = format!(
                "there are {}; a drawing with a `:` comes below a line `map:`",
                Settings::KEYS.join(", ")
            );
            let help = did_you_mean(key, Settings::KEYS.into_iter(), &all);
            return Err(self.error(line, begins, format!("unknown setting `{key}`"), help));
        };
        let is_again = known != "letter" && self.seen.iter().any(|(seen, ..)| *seen == known);
        if is_again {
            let help = "a level has each setting once";
            return Err(self.error(line, begins, format!("a second `{known}`"), help));
        }
        self.seen.push((known, line, at));
        let set = self.set(known, key, value);
        set.map_err(|wrong| {
            let at = wrong.at.map_or(begins, |n| at + n);
            self.error(line, at, wrong.message, wrong.help)
        })
    }

    /// The settings, for this drawing.
    pub(crate) fn settings(self, grid: &Grid) -> Result<Settings, Diagnostic> {
        let (width, height) = (grid.width(), grid.height());
        let is_beyond = |key: &str| match key {
            "start" => self
                .settings
                .start
                .is_some_and(|(x, y)| x >= width || y >= height),
            "exit-column" => self.settings.exit_column.is_some_and(|x| x >= width),
            _ => false,
        };
        if let Some(&(key, line, at)) = self.seen.iter().find(|(key, ..)| is_beyond(key)) {
            let what = key.split('-').next().unwrap_or(key);
            let message = format!("the {what} is beyond the map");
            let help = format!("the map has {width} columns and {height} rows, counted from 1");
            return Err(self.error(line, at, message, help));
        }
        let mut settings = self.settings.clone();
        for given in &self.numbers {
            given.set(&mut settings.profile);
        }
        let told = self.seen.iter().find(|(key, ..)| *key == "profile");
        let told = told.map(|&(_, line, at)| (line, at));
        match wrong_number(&settings.profile, &self.numbers) {
            None => Ok(settings),
            Some((message, place)) => {
                let (line, at) = place.or(told).expect("the default profile is a game");
                Err(self.error(line, at, message, WrongNumber::HELP))
            }
        }
    }

    /// Reads a number of the profile.
    fn number(&mut self, name: &str, value: &str, line: Line, at: usize) -> Result<(), Wrong> {
        let key = name_of_number(name)?;
        let value = number_of(key, value)?;
        let given = NumberGiven {
            key,
            value,
            line,
            at,
        };
        given.add_to(&mut self.numbers)
    }

    fn set(&mut self, known: &str, key: &str, value: &str) -> Result<(), Wrong> {
        let wrong = |message: String, help: &str| Wrong {
            at: Some(0),
            message,
            help: help.to_owned(),
        };
        let settings = &mut self.settings;
        match known {
            "letter" => {
                let letter = key.chars().last().expect("a letter is named");
                let tile = kind(value, &[])?;
                add_letter(&mut settings.letters, letter, tile)?;
            }
            "legend" => {
                let all = LegendName::ALL;
                settings.legend = Some(named("legend", value, &all, LegendName::name)?);
            }
            "exit" => settings.exit = named("exit", value, &ExitRule::ALL, ExitRule::name)?,
            "lenient" => {
                settings.is_lenient = yes_or_no(value).map_err(|m| wrong(m, "yes or no?"))?
            }
            "walkers" => {
                settings.has_walkers = yes_or_no(value).map_err(|m| wrong(m, "yes or no?"))?
            }
            "style" => settings.style = style(value)?,
            "profile" => {
                let name = named("profile", value, &Numbers::NAMES, |name| name)?;
                settings.profile = Numbers::named(name).expect("a name that there is");
            }
            "time" => {
                let help = "expected a whole number above 0: how long play may take";
                let time = value
                    .parse()
                    .ok()
                    .filter(|time| (1..=i32::MAX as u32).contains(time));
                let time =
                    time.ok_or_else(|| wrong(format!("`{value}` is no time limit"), help))?;
                settings.time = Some(time);
            }
            "exit-column" => {
                let help = "expected the number of a column, counted from 1";
                let column = number(value);
                let column =
                    column.ok_or_else(|| wrong(format!("`{value}` is no column"), help))?;
                settings.exit_column = Some(column);
            }
            _ => {
                let help = "expected a column and a row, counted from 1, such as `3 12`";
                let mut parts = value.split_whitespace().map(number);
                let place = match (parts.next().flatten(), parts.next().flatten(), parts.next()) {
                    (Some(column), Some(row), None) => Some((column, row)),
                    _ => None,
                };
                let place = place.ok_or_else(|| wrong(format!("`{value}` is no place"), help))?;
                settings.start = Some(place);
            }
        }
        Ok(())
    }

    fn error(
        &self,
        line: Line,
        at: usize,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        let source = line.of(self.text);
        let column = source[..at].chars().count() as u32 + 1;
        let place = Place::new(line.number, column, source);
        Diagnostic::error(self.file, Some(place), message, help)
    }
}

/// The key and the value of a line that is a setting.
fn parts(line: &str) -> Option<(&str, &str)> {
    let told = line.trim_start();
    if let Some(rest) = told.strip_prefix("letter ") {
        let rest = rest.trim_start();
        let letter = rest.chars().next()?;
        let after = rest[letter.len_utf8()..].trim_start();
        if let Some(value) = after.strip_prefix(':') {
            let n_key = told.len() - rest.len() + letter.len_utf8();
            return Some((&told[..n_key], value.trim_start()));
        }
    }
    let (key, value) = told.split_once(':')?;
    let is_word = |c: char| c.is_ascii_alphabetic() || c == ' ' || c == '-';
    let is_key = key.starts_with(|c: char| c.is_ascii_alphabetic()) && key.chars().all(is_word);
    is_key.then(|| (key.trim_end(), value.trim_start()))
}

/// Whether the key is the one that names a letter.
fn is_letter(known: &str, key: &str) -> bool {
    let named = key.strip_prefix("letter ").map(str::trim_start);
    known == "letter" && named.is_some_and(|letter| letter.chars().count() == 1)
}

/// Adds a letter to those of a level, which are sorted.
pub(crate) fn add_letter(
    letters: &mut Vec<(char, Tile)>,
    letter: char,
    tile: Tile,
) -> Result<(), Wrong> {
    let wrong = |message: String, help: &str| Wrong {
        at: None,
        message,
        help: help.to_owned(),
    };
    if letter == ';' {
        let help = "a line that begins with it is a remark; choose another letter";
        return Err(wrong("`;` cannot be a letter".to_owned(), help));
    }
    // A level's text could not have such a letter.
    if letter.is_whitespace() || letter.is_control() || letter == '\u{FEFF}' {
        let help = "choose one that can be seen";
        return Err(wrong("this cannot be a letter".to_owned(), help));
    }
    match letters.binary_search_by_key(&letter, |(c, _)| *c) {
        Ok(_) => {
            let help = "each letter stands for one kind";
            Err(wrong(format!("a second meaning of `{letter}`"), help))
        }
        Err(at) => {
            letters.insert(at, (letter, tile));
            Ok(())
        }
    }
}

/// The one with this name.
fn named<T: Copy>(
    what: &str,
    value: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<T, Wrong> {
    let found = all.iter().find(|one| name(**one) == value);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|one| name(*one)).collect();
        let list = format!("there are {}", names.join(", "));
        Wrong {
            at: Some(0),
            message: format!("unknown {what} `{value}`"),
            help: did_you_mean(value, names.into_iter(), &list),
        }
    })
}

/// A number from 1 on, as one from 0 on.
fn number(text: &str) -> Option<usize> {
    text.parse::<u32>().ok()?.checked_sub(1).map(|n| n as usize)
}

/// Whether a value says yes.
pub(crate) fn yes_or_no(value: &str) -> Result<bool, String> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("`{value}` is neither yes nor no")),
    }
}

/// What names of styles with commas between them stand for.
pub(crate) fn style(value: &str) -> Result<PlayerStyle, Wrong> {
    let (mut all, mut at) = (PlayerStyle::EXPERT, 0);
    for part in value.split(',') {
        let names = PlayerStyle::NAMED.map(|(name, _)| name);
        let indices: Vec<usize> = (0..names.len()).collect();
        let found = named("style", part.trim(), &indices, |i| names[i]);
        let found = found.map_err(|wrong| Wrong {
            at: Some(at + part.len() - part.trim_start().len()),
            ..wrong
        })?;
        all = all.and(PlayerStyle::NAMED[found].1);
        at += part.len() + 1;
    }
    Ok(all)
}
