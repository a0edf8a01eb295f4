//! Legends of a designer's own: a line for each letter.
//!
//! ```text
//! ; comments begin with a semicolon
//! spike = deadly from the side, deadly from above
//! X = solid
//! - = air
//! ^ = spike
//! ```
//!
//! What stands before `=` is a letter, or the name of a kind for the lines below.

use std::sync::Arc;

use playproof_level::Diagnostic;
use playproof_level::source::lines;

use super::header::add_letter;
use super::kinds::{Wrong, kind, refused};
use crate::canonical::Tile;

/// The letters of a legend. `file` is the name used in messages.
pub(crate) fn read(file: &str, text: &Arc<str>) -> Result<Vec<(char, Tile)>, Diagnostic> {
    let (mut letters, mut kinds) = (Vec::new(), Vec::new());
    for line in lines(text) {
        let source = line.of(text);
        if source.trim().is_empty() || source.starts_with(';') {
            continue;
        }
        let read = entry(source, &mut letters, &mut kinds);
        read.map_err(|wrong| wrong.in_line(file, text, line))?;
    }
    if letters.is_empty() {
        let help = "expected lines such as `X = solid`";
        return Err(Diagnostic::error(
            file,
            None,
            "no letter in this legend",
            help,
        ));
    }
    Ok(letters)
}

fn entry(
    source: &str,
    letters: &mut Vec<(char, Tile)>,
    kinds: &mut Vec<(String, Tile)>,
) -> Result<(), Wrong> {
    let begins = source.len() - source.trim_start().len();
    let wrong = |message: String, help: &str| Wrong {
        at: None,
        message,
        help: help.to_owned(),
    };
    let told = &source[begins..];
    // The letter may be `=` itself.
    let n_first = told.chars().next().map_or(0, char::len_utf8);
    let Some(n_name) = told[n_first..].find('=').map(|n| n + n_first) else {
        let help = "expected a letter, `=` and what it stands for, such as `X = solid`";
        return Err(wrong("this line says nothing of a letter".to_owned(), help));
    };
    let (name, words) = (told[..n_name].trim_end(), &told[n_name + 1..]);
    let n_before = source.len() - words.len();
    let tile = kind(words.trim_end(), kinds).map_err(|wrong| Wrong {
        at: wrong.at.map(|at| n_before + at),
        ..wrong
    })?;
    let mut chars = name.chars();
    if let (Some(letter), None) = (chars.next(), chars.next()) {
        return add_letter(letters, letter, tile);
    }
    if let Some((message, help)) = refused(name) {
        return Err(wrong(message, &help));
    }
    if kinds.iter().any(|(known, _)| known == name) {
        return Err(wrong(
            format!("a second kind `{name}`"),
            "each kind has a name of its own",
        ));
    }
    kinds.push((name.to_owned(), tile));
    Ok(())
}
