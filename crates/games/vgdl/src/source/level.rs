//! The section LevelMapping, and levels drawn with its letters.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood.

use std::collections::BTreeMap;

use playproof_level::{Diagnostic, Place};

use super::notes::Notes;
use super::{Lines, Source};
use crate::compiled::{Class, Kind, KindId, Level};

/// The widest and highest level, in cells.
const MOST_CELLS: usize = 1024;

/// The most sprites of a level.
const MOST_SPRITES: usize = 10_000;

/// The width of the Java engine's window, which a cell is a part of.
const WINDOW: usize = 800;

/// Reads the section. `w` is a wall and `A` the avatar unless it says otherwise.
pub(super) fn read_mapping(
    notes: &mut Notes,
    section: Lines,
    source: &mut Source,
) -> Result<(), Diagnostic> {
    source.letters = BTreeMap::from([('w', vec![0]), ('A', vec![1])]);
    for line in section {
        let help = "a letter is written as `letter > sprite sprite`";
        let [letter] = &line.before[..] else {
            let column = line.before.get(1).map_or(1, |word| word.column);
            return Err(notes.error(line, column, "not a letter", help));
        };
        if !line.has_arrow {
            return Err(notes.at(line, letter, "a letter without `>`", help));
        }
        let mut letters = letter.text.chars();
        let Some(first) = letters.next() else {
            continue;
        };
        if letters.next().is_some() {
            let message = format!("`{}` is more than a letter", letter.text);
            notes.warn(line, letter.column, message, format!("`{first}` is meant"));
        }
        source.strays.remove(&first);
        let mut kinds = Vec::new();
        for word in &line.after {
            match source.known(notes, line, word) {
                Ok(kind) => kinds.push(kind),
                // It matters only where a level has the letter.
                Err(unknown) => {
                    let message = format!("unknown sprite `{}`", word.text);
                    let help = format!("levels without `{first}` can be played");
                    notes.warn(line, word.column, message, help);
                    source.strays.entry(first).or_insert(unknown);
                }
            }
        }
        source.letters.insert(first, kinds);
        source.letter_lines.insert(first, line.number);
    }
    Ok(())
}

/// The letters that a level can be drawn with, in words.
pub fn letters(source: &Source) -> String {
    let name = |kind: &KindId| &source.game.kinds[*kind].name[..];
    let letters = source.letters.iter().map(|(letter, kinds)| {
        let names: Vec<&str> = kinds.iter().map(name).collect();
        format!("{letter} ({})", names.join(", "))
    });
    letters.collect::<Vec<_>>().join(", ")
}

/// A level of a game, drawn on these lines of a file: the width is that of the first line.
/// The first line of the drawing has this number in the file.
pub fn draw(
    source: &Source,
    file: &str,
    rows: &[String],
    first_line: u32,
) -> Result<(Level, Vec<Diagnostic>), Diagnostic> {
    let place = |row: usize, column: usize| {
        Place::new(first_line + row as u32, column as u32 + 1, &rows[row])
    };
    let width = rows.first().map_or(0, |row| row.chars().count());
    let height = rows.len();
    if width == 0 {
        let help = "the first line says how wide the level is";
        return Err(Diagnostic::error(file, None, "the level is empty", help));
    }
    if width > MOST_CELLS || height > MOST_CELLS {
        let help = format!("it has at most {MOST_CELLS} columns and rows");
        return Err(Diagnostic::error(
            file,
            None,
            "the level is too large",
            help,
        ));
    }
    let mut warnings = Vec::new();
    let mut sprites = Vec::new();
    let mut player: Option<Place> = None;
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            if x == width {
                let message = "this line is longer than the first";
                let help = "what is beyond is left out";
                warnings.push(Diagnostic::error(file, Some(place(y, x)), message, help).mild());
                break;
            }
            let Some(kinds) = source.letters.get(&letter) else {
                match letter {
                    ' ' => continue,
                    '.' => {
                        let help = "nothing is there; say what it is in LevelMapping";
                        let message = "`.` stands for nothing";
                        let warning = Diagnostic::error(file, Some(place(y, x)), message, help);
                        if warnings.len() < 5 {
                            warnings.push(warning.mild());
                        }
                        continue;
                    }
                    _ => {
                        let message = format!("the letter `{letter}` stands for nothing");
                        let help = format!("LevelMapping has {}", letters(source));
                        return Err(Diagnostic::error(file, Some(place(y, x)), message, help));
                    }
                }
            };
            if let Some(unknown) = source.strays.get(&letter) {
                return Err(unknown.clone());
            }
            for &kind in kinds {
                if is_avatar(&source.game.kinds[kind]) && player.is_none() {
                    player = Some(place(y, x));
                }
                sprites.push((kind, x as i32, y as i32));
            }
        }
    }
    if player.is_none() {
        let all = source.letters.iter();
        let is_one = |kinds: &[KindId]| {
            kinds
                .iter()
                .any(|&kind| is_avatar(&source.game.kinds[kind]))
        };
        let marks = all
            .filter(|(_, kinds)| is_one(kinds))
            .map(|(letter, _)| letter.to_string());
        let help = match &marks.collect::<Vec<_>>()[..] {
            [] => "give one of the letters an avatar".to_owned(),
            marks => format!("mark where it begins with {}", marks.join(" or ")),
        };
        return Err(Diagnostic::error(
            file,
            Some(place(0, 0)),
            "there is no avatar",
            help,
        ));
    }
    if sprites.len() > MOST_SPRITES {
        let help = format!("a level has at most {MOST_SPRITES}");
        return Err(Diagnostic::error(file, None, "too many sprites", help));
    }
    let block = source
        .square_size
        .unwrap_or((WINDOW / width.max(height)).max(2) as i32);
    let level = Level {
        width: width as i32,
        height: height as i32,
        block,
        sprites,
    };
    Ok((level, warnings))
}

fn is_avatar(kind: &Kind) -> bool {
    kind.class.as_ref().is_some_and(Class::is_avatar)
}
