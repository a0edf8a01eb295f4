//! What was generated into a folder so far: `generated.jsonl`, a line for the
//! settings and then one for each level that was kept. With it an interrupted
//! run is gone on with, and nothing is tried twice.
//!
//! A line is written after the files that it names. A last line that is cut
//! off was never finished and does not count.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of the file.
pub const NAME: &str = "generated.jsonl";

/// All that decides which levels come out, but for their number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settings {
    pub schema: u32,
    /// The program's version: another one may make other levels of the same seed.
    #[serde(default)]
    pub version: String,
    pub game: String,
    pub seed: u64,
    pub requirements: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_states: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<u64>,
    /// What there should be most of, and out of how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximize: Option<(String, u64)>,
    /// How many of those are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// What the game's generator was asked for.
    #[serde(flatten)]
    pub design: BTreeMap<String, Value>,
}

/// What a design depends on, as it is written: numbers and truth values as such. What is
/// left open is left out.
pub fn design(settings: Vec<(&'static str, Option<String>)>) -> BTreeMap<String, Value> {
    let written = |text: String| match serde_json::from_str(&text) {
        Ok(value @ (Value::Bool(_) | Value::Number(_))) => value,
        _ => Value::String(text),
    };
    let named = settings.into_iter();
    named
        .filter_map(|(name, value)| Some((name.to_owned(), written(value?))))
        .collect()
}

/// How far things have come, and perhaps a level that was kept.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Entry {
    /// Proposals so far, counted from the first.
    pub proposed: u64,
    /// How many were rejected, by the reason.
    pub rejected: BTreeMap<String, u64>,
    /// The level that was kept, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
    /// The best proposals so far with their values, where the best are kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<Candidate>,
}

/// A level that was kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub proposal: u64,
    pub level: String,
    pub certificates: Vec<String>,
}

impl Kept {
    /// A name that leads out of the folder, or that no level has.
    fn outside(&self) -> Option<&str> {
        let names = self.certificates.iter().chain([&self.level]);
        let mut names = names.map(String::as_str);
        names.find(|name| {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
            // Games name their levels as their players do; `.jsonl` is this file's own ending.
            let is_ending =
                |end: &str| end.chars().all(|c| c.is_ascii_lowercase()) && end != "jsonl";
            let ending = name.rsplit_once('.').map(|(_, ending)| ending);
            let has_ending = ending.is_some_and(|end| !end.is_empty() && is_ending(end));
            name.starts_with('.') || !has_ending || !name.chars().all(is_plain)
        })
    }
}

/// A proposal with its value, a fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    pub proposal: u64,
    pub value: (u64, u64),
}

/// The journal of a folder.
pub struct Journal {
    file: File,
    settings: Settings,
    /// What is written already.
    pub entries: Vec<Entry>,
}

impl Journal {
    /// The journal of a folder for these settings, whether there is one or
    /// not; an error in words if it is about others or cannot be read.
    pub fn open(
        folder: &Path,
        settings: Settings,
        once: &[(&str, &str)],
    ) -> Result<Journal, String> {
        let path = folder.join(NAME);
        let shown = path.display();
        let mut file = open_alone(folder, &path)?;
        let mut bytes = Vec::new();
        let read = file.read_to_end(&mut bytes);
        read.map_err(|error| format!("cannot open {shown}: {error}"))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            damaged(&path, line, "this is no text")
        })?;
        let mut whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let mut entries = Vec::new();
        if let Some(first) = lines.next() {
            let mut there: Settings = serde_json::from_str(first)
                .map_err(|error| format!("{shown}: line 1: this is no journal: {error}"))?;
            for (name, value) in once {
                let meant = || Value::String((*value).to_owned());
                there.design.entry((*name).to_owned()).or_insert_with(meant);
            }
            entries = read_entries(&path, lines)?;
            let is_idle = |entry: &Entry| entry.kept.is_none() && entry.best.is_empty();
            match difference(&there, &settings) {
                // Nothing came of it that could be mixed up.
                Some(_) if entries.iter().all(is_idle) => {
                    entries.clear();
                    whole = 0;
                }
                Some(difference) => {
                    let folder = folder.display();
                    return Err(format!(
                        "{folder} holds levels made in another way: {difference}; choose another folder"
                    ));
                }
                None => {}
            }
        }
        // What was cut off would spoil the next line.
        if whole < text.len() {
            let cut = file.set_len(whole as u64);
            cut.map_err(|error| format!("cannot write {shown}: {error}"))?;
        }
        Ok(Journal {
            file,
            settings,
            entries,
        })
    }

    /// Writes a line. The first one brings the settings with it.
    pub fn write(&mut self, entry: Entry) -> io::Result<()> {
        if self.file.metadata()?.len() == 0 {
            write_line(&mut self.file, &self.settings)?;
        }
        write_line(&mut self.file, &entry)?;
        self.entries.push(entry);
        Ok(())
    }
}

/// Opens the journal for this program alone.
fn open_alone(folder: &Path, path: &Path) -> Result<File, String> {
    let mut options = OpenOptions::new();
    let file = options.create(true).append(true).read(true).open(path);
    let file = file.map_err(|error| format!("cannot open {}: {error}", path.display()))?;
    // Two at once would write the same levels twice over. The lock goes with
    // the program, however it ends; where there are no locks, there is none.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let folder = folder.display();
        return Err(format!(
            "another playproof is already generating levels into {folder}"
        ));
    }
    Ok(file)
}

/// The entries, which follow the first line.
fn read_entries<'a>(
    path: &Path,
    lines: impl Iterator<Item = &'a str>,
) -> Result<Vec<Entry>, String> {
    let entry = |(number, line)| {
        let entry: Entry = serde_json::from_str(line)
            .map_err(|_| damaged(path, number, "it says nothing about a level"))?;
        match entry.kept.as_ref().and_then(Kept::outside) {
            Some(name) => {
                let why = format!("`{name}` is no name of a file here");
                Err(damaged(path, number, &why))
            }
            None => Ok(entry),
        }
    };
    (2..).zip(lines).map(entry).collect()
}

fn damaged(path: &Path, line: usize, why: &str) -> String {
    format!(
        "{}: line {line} is damaged: {why}; without the journal this folder cannot be resumed: \
         choose another folder",
        path.display()
    )
}

fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string(line).expect("numbers and strings only");
    let length = file.metadata()?.len();
    let written = file.write_all((text + "\n").as_bytes());
    if written.is_err() {
        // Half a line is worse than none; if that fails too, it is cut off
        // when the journal is read.
        let _ = file.set_len(length);
    }
    written
}

/// In which settings two differ, in words.
fn difference(there: &Settings, here: &Settings) -> Option<String> {
    let fields = |settings: &Settings| serde_json::to_value(settings).ok();
    let (Some(there), Some(here)) = (fields(there), fields(here)) else {
        return None;
    };
    // What this generator does not ask for is of no account.
    let here = here.as_object()?.iter();
    let different = here.filter_map(|(name, value)| {
        let there = there.get(name.as_str()).unwrap_or(&Value::Null);
        (there != value).then(|| (name.replace('_', "-"), in_words(there)))
    });
    let mut different: Vec<(String, String)> = different.collect();
    // How many are kept is written down only where the best are.
    if different.len() > 1 {
        different.retain(|(name, _)| name != "count");
    }
    let different = different
        .iter()
        .map(|(name, value)| format!("{name} is {value}"));
    let different: Vec<String> = different.collect();
    (!different.is_empty()).then(|| format!("there, {}", different.join(" and ")))
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "not given".to_owned(),
        Value::String(text) => format!("`{text}`"),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(in_words).collect();
            values.join(", ")
        }
        other => other.to_string(),
    }
}
