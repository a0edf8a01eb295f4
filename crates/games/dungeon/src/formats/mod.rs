//! How dungeons are written: maps in words or drawn, Horn rules, graphs of others.

mod dot;
pub(crate) mod drawing;
mod drawn_map;
mod findings;
mod horn_reader;
mod legend;
mod map_reader;
mod nearest;
pub(crate) mod recognise;
pub(crate) mod scanner;
mod vglc;

use std::sync::Arc;

use playproof_level::source::lines;
use playproof_level::{Collection, Diagnostic, Format, Level, Place};

use findings::{findings, warnings};
use recognise::{Written, recognise};

/// Files of dungeons are known by their first words, and rules by `=>`.
pub struct DungeonFormats;

impl Format for DungeonFormats {
    fn read(&self, file: &str, text: &Arc<str>) -> Option<Result<Collection, Diagnostic>> {
        // A line `goal: Vault` begins rules as well as it belongs to a map.
        let is_rules = text.contains("=>") || text.contains('⇒');
        let found = recognise(text).filter(|written| match written {
            Written::Rules => is_rules || ending(file) != "dungeon",
            Written::Dot | Written::Map => true,
        });
        match found {
            Some(written) => Some(read_dungeons(file, text, written)),
            // What the file is called tells as well as a first line.
            None if ending(file) == "dungeon" => {
                let read = read_dungeons(file, text, Written::Map);
                match read {
                    Ok(read) if read.levels.is_empty() => without_map(file, text).map(Err),
                    read => Some(read),
                }
            }
            None => None,
        }
    }

    fn endings(&self) -> &'static [&'static str] {
        &["dungeon", "horn", "dot"]
    }

    fn forms(&self) -> &'static [(&'static str, &'static str)] {
        &[
            (
                "dungeon",
                "rooms, things, locks and passages in words, or drawn below `map:`; begins with `dungeon: Title` (.dungeon)",
            ),
            (
                "rules",
                "`Door_A & Key_D => Door_D2`, `init: Key_A`, `goal: Door_Finish` (.horn)",
            ),
            (
                "dot",
                "dungeon graphs with the labels of the Video Game Level Corpus (.dot)",
            ),
        ]
    }

    fn help_by_name(&self, file: &str) -> Option<&'static str> {
        help_by_name(file)
    }
}

/// Reads every dungeon of a file, or its drawings if it holds none. `file` is the name
/// used in messages.
pub fn read(file: &str, bytes: &[u8]) -> Result<Collection, Diagnostic> {
    playproof_level::read_with(file, bytes, &[&DungeonFormats])
}

/// What comes after the last dot of a file's name, in small letters.
fn ending(file: &str) -> String {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.to_ascii_lowercase()
}

/// What was expected in a file without a level, if its name says that there should be
/// dungeons.
fn help_by_name(file: &str) -> Option<&'static str> {
    Some(match ending(file).as_str() {
        "dungeon" => {
            "expected a line `dungeon` and below it rooms and passages, or a line `map:` and a \
             drawing such as `#@.A.G#`"
        }
        "horn" => "expected rules such as `Door_A & Key_B => Door_B`, and a line `goal: Door_B`",
        "dot" => "expected a graph, which begins with `digraph`",
        _ => return None,
    })
}

/// What is wrong with a file in which every line begins with `#`: rows of a drawing without
/// the line above them, whatever their letters.
fn without_map(file: &str, text: &Arc<str>) -> Option<Diagnostic> {
    let row = lines(text).find(|line| line.of(text).trim_start().starts_with('#'))?;
    let place = Place::new(row.number, 1, row.of(text));
    let [message, help] = map_reader::WITHOUT_MAP;
    Some(Diagnostic::error(file, Some(place), message, help))
}

/// Reads every dungeon of a file that is written in this format.
fn read_dungeons(file: &str, text: &Arc<str>, written: Written) -> Result<Collection, Diagnostic> {
    let (levels, odd) = match written {
        Written::Dot => {
            let (level, odd) = vglc::read_graph(file, text)?;
            (vec![level], odd)
        }
        Written::Map => (map_reader::read_maps(file, text)?, Vec::new()),
        Written::Rules => (horn_reader::read_rules(file, text)?, Vec::new()),
    };
    let odd = odd
        .into_iter()
        .chain(levels.iter().flat_map(|level| findings(&level.plan)));
    let warnings = warnings(file, text, odd);
    Ok(Collection {
        levels: levels.into_iter().map(Level::of_words).collect(),
        comments: String::new(),
        warnings,
    })
}
