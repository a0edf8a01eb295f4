//! What the letters of a drawing mean: lines such as `a: Lamp`, `B: Lamp & Rope` and
//! `1: Hall`. A letter without such a line is its own name, and a door needs the thing
//! with the same letter.

use std::collections::BTreeMap;

use super::drawing::{is_door, is_thing};
use super::scanner::Scanner;
use crate::canonical::{Cost, Mark, Need};
use playproof_level::Diagnostic;

/// The lines of the legend by their letters.
pub(crate) type Legend<'a> = BTreeMap<u8, Entry<'a>>;

/// A line of the legend.
#[derive(Clone)]
pub(crate) struct Entry<'a> {
    pub means: Means<'a>,
    pub cost: Cost,
    pub experience: u32,
    /// Where the line is.
    pub mark: Mark,
}

/// What a letter means.
#[derive(Clone)]
pub(crate) enum Means<'a> {
    /// The thing or the room of this name.
    Name(&'a str),
    /// A door that needs all of this.
    Needs(Vec<Need>),
}

/// The letter whose meaning a key gives, if it is one.
pub(crate) fn letter(key: &str) -> Option<u8> {
    match key.as_bytes() {
        [letter] if letter.is_ascii_alphanumeric() => Some(*letter),
        _ => None,
    }
}

/// Refuses letters that mean something of their own.
pub(crate) fn refuse_fixed(scan: &Scanner<'_>, letter: u8, mark: Mark) -> Result<(), Diagnostic> {
    let message = match letter {
        b'G' => "`G` is the goal in every drawing",
        b'v' => "`v` is an arrow in every drawing",
        _ => return Ok(()),
    };
    Err(scan.error(mark, message, "choose another letter"))
}

/// What a letter is called that no line names.
pub(crate) fn own_name(letter: u8) -> &'static str {
    const NAMES: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
    let at = NAMES.bytes().position(|name| name == letter);
    let at = at.expect("a thing's letter or a digit");
    &NAMES[at..=at]
}

/// The name of a thing or a room.
pub(crate) fn name_of<'a>(legend: &Legend<'a>, letter: u8) -> &'a str {
    match legend.get(&letter).map(|entry| &entry.means) {
        Some(Means::Name(name)) => name,
        _ => own_name(letter),
    }
}

/// What a letter stands for, in messages.
pub(crate) fn what(letter: u8) -> &'static str {
    match letter {
        letter if is_door(letter) => "door",
        letter if is_thing(letter) => "thing",
        _ => "room",
    }
}
