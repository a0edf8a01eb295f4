//! The section TerminationSet: when play ends.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood.

use playproof_level::Diagnostic;

use super::lines::{Given, Line, Word};
use super::notes::{Notes, suggestion};
use super::options::{boolean, integer, value_or};
use super::{Lines, Source};
use crate::compiled::{Ending, KindId, When};

pub(super) const PLAYED: [&str; 4] = [
    "SpriteCounter",
    "SpriteCounterMore",
    "MultiSpriteCounter",
    "Timeout",
];

pub(super) const REFUSED: [&str; 6] = [
    "MultiSpriteCounterSubTypes",
    "StopCounter",
    "TimeoutMultiScore",
    "TimeoutScoreCount",
    "ScoreCounter",
    "ResourceCounter",
];

/// Options of endings that are not played.
pub(super) const REFUSED_OPTIONS: [&str; 3] = ["count_score", "use_counter", "canEnd"];

/// Reads the section.
pub(super) fn read(
    notes: &mut Notes,
    section: Lines,
    source: &mut Source,
) -> Result<(), Diagnostic> {
    for line in section {
        let Some(name) = line.before.first() else {
            return Err(notes.error(line, 1, "an ending without a name", "begin it with one"));
        };
        for key in REFUSED_OPTIONS {
            if let Some(given) = line.option(key) {
                let message = format!("the option `{key}` is not played");
                return Err(notes.error(line, given.column, message, "leave it out"));
            }
        }
        let limit = value_or(notes, line, line.option("limit"), integer, 0);
        let when = match &name.text[..] {
            "SpriteCounter" => When::AtMost(vec![needed(notes, source, line, "stype")?], limit),
            "SpriteCounterMore" => {
                When::AtLeast(vec![needed(notes, source, line, "stype")?], limit)
            }
            "MultiSpriteCounter" => {
                let kinds = ["stype1", "stype2", "stype3"].iter();
                let kinds = kinds.filter_map(|key| line.option(key));
                let kinds = kinds.map(|given| known(notes, source, line, given));
                let kinds = kinds.collect::<Result<_, _>>()?;
                match value_or(notes, line, line.option("min"), boolean, false) {
                    true => When::AtLeast(kinds, limit),
                    false => When::Exactly(kinds, limit),
                }
            }
            "Timeout" => When::Timeout(limit),
            name_text if REFUSED.contains(&name_text) => {
                let message = format!("`{name_text}` is not played");
                let help = format!("played are {}", PLAYED.join(", "));
                return Err(notes.at(line, name, message, help));
            }
            wrong => {
                let message = format!("unknown ending `{wrong}`");
                return Err(notes.at(line, name, message, suggestion(wrong, &PLAYED)));
            }
        };
        // Of several values with commas the first is the player's.
        let first = |text: &str| Some(text.split(',').next()?.eq_ignore_ascii_case("true"));
        let wins = value_or(notes, line, line.option("win"), first, false);
        if let (When::Timeout(limit), false) = (&when, wins) {
            let message = format!("play is lost after {} ticks", i64::from(*limit) + 1);
            let help = "verdicts are about play without this limit: \
                        ask with `moves <=` for what must happen in time";
            notes.warn(line, name.column, message, help);
        }
        source.game.endings.push(Ending { when, wins });
        source.ending_lines.push(line.number);
    }
    Ok(())
}

fn needed(notes: &Notes, source: &Source, line: &Line, key: &str) -> Result<KindId, Diagnostic> {
    let Some(given) = line.option(key) else {
        let message = format!("the option `{key}` is missing");
        let help = format!("say which sprites are counted with `{key}=NAME`");
        return Err(notes.error(line, 1, message, help));
    };
    known(notes, source, line, given)
}

fn known(notes: &Notes, source: &Source, line: &Line, given: &Given) -> Result<KindId, Diagnostic> {
    let word: &Word = &given.value;
    source.known(notes, line, word)
}
