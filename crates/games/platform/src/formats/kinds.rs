//! Kinds of things in words: `solid, breaks from below`.

use playproof_level::source::Line;
use playproof_level::{Diagnostic, Place};

use super::legends::REFUSED;
use super::nearest::did_you_mean;
use crate::canonical::{PROPERTIES, Tile, WALKER};

/// What is wrong with a line.
pub(crate) struct Wrong {
    /// Where in what the line says, in bytes; none if what is told of is at fault.
    pub at: Option<usize>,
    pub message: String,
    pub help: String,
}

impl Wrong {
    /// The same as an error of a line of a file.
    pub(super) fn in_line(self, file: &str, text: &str, line: Line) -> Diagnostic {
        let source = line.of(text);
        let at = self.at.unwrap_or(source.len() - source.trim_start().len());
        let column = source[..at].chars().count() as u32 + 1;
        let place = Place::new(line.number, column, source);
        Diagnostic::error(file, Some(place), self.message, self.help)
    }
}

/// Kinds that have a name beside the properties.
const KINDS: [(&str, Tile); 3] = [("air", Tile::AIR), ("coin", Tile::COIN), ("walker", WALKER)];

/// What words with commas between them stand for; `named` are kinds that the file has
/// defined before.
pub(crate) fn kind(words: &str, named: &[(String, Tile)]) -> Result<Tile, Wrong> {
    let (mut all, mut at) = (Tile::AIR, 0);
    for part in words.split(',') {
        let word = part.trim();
        let begins = at + part.len() - part.trim_start().len();
        all = all.with(one(word, named).map_err(|(message, help)| Wrong {
            at: Some(begins),
            message,
            help,
        })?);
        at += part.len() + 1;
    }
    match all.contradiction() {
        None => Ok(all),
        Some(why) => Err(Wrong {
            at: Some(words.len() - words.trim_start().len()),
            message: format!("nothing is all of this: {}", all.words()),
            help: why.to_owned(),
        }),
    }
}

fn one(word: &str, named: &[(String, Tile)]) -> Result<Tile, (String, String)> {
    let own = named.iter().map(|(name, tile)| (&name[..], *tile));
    let mut known = own.chain(KINDS).chain(PROPERTIES);
    if let Some((_, tile)) = known.find(|(name, _)| *name == word) {
        return Ok(tile);
    }
    if let Some(refused) = refused(word) {
        return Err(refused);
    }
    let names: Vec<&str> = KINDS.iter().chain(&PROPERTIES).map(|(n, _)| *n).collect();
    let all = format!("there are {}", names.join("; "));
    let own = named.iter().map(|(name, _)| &name[..]);
    let help = did_you_mean(word, own.chain(names.iter().copied()), &all);
    let message = match word {
        "" => "a property is missing".to_owned(),
        word => format!("unknown property `{word}`"),
    };
    Err((message, help))
}

/// Why a word cannot be used, if it names what is not modelled.
pub(crate) fn refused(word: &str) -> Option<(String, String)> {
    let lower = word.to_lowercase();
    let name = REFUSED.iter().find(|name| lower.contains(*name))?;
    let help = "turtles, shells, bullets, flowers and what has wings are left out";
    Some((format!("`{word}`: no {name} is modelled here"), help.into()))
}
