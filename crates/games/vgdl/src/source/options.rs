//! The values of options, as the Java engine reads them: what is none of these is passed
//! over.
//!
//! Trusted for `--as-rules`: a statement then holds the Rules instead of the game as it was
//! understood.

use playproof_level::Diagnostic;

use super::lines::{Given, Line};
use super::notes::Notes;
use crate::compiled::Facing;

/// A whole number.
pub(super) fn integer(text: &str) -> Option<i32> {
    text.parse().ok()
}

/// A number.
pub(super) fn number(text: &str) -> Option<f64> {
    text.parse()
        .ok()
        .filter(|number: &f64| number.is_finite() && number.abs() < 1e6)
}

/// True or false.
pub(super) fn boolean(text: &str) -> Option<bool> {
    text.to_ascii_lowercase().parse().ok()
}

/// A direction.
pub(super) fn facing(text: &str) -> Option<Facing> {
    Some(match text {
        "UP" => Facing::UP,
        "DOWN" => Facing::DOWN,
        "LEFT" => Facing::LEFT,
        "RIGHT" => Facing::RIGHT,
        "NONE" => Facing::NONE,
        _ => return None,
    })
}

/// A change of the score; of several with commas that of the first player.
pub(super) fn score_of(text: &str) -> Option<i64> {
    let first = text.split(',').next().unwrap_or("");
    first.parse::<i32>().ok().map(i64::from)
}

/// The value of an option, or what holds without it. What cannot be read is passed over
/// with a warning.
pub(super) fn value_or<T>(
    notes: &mut Notes,
    line: &Line,
    given: Option<&Given>,
    read: impl Fn(&str) -> Option<T>,
    otherwise: T,
) -> T {
    let Some(given) = given else {
        return otherwise;
    };
    read(&given.value.text).unwrap_or_else(|| {
        let message = format!("`{}` is no value of `{}`", given.value.text, given.key);
        notes.warn(
            line,
            given.value.column,
            message,
            "the option is passed over",
        );
        otherwise
    })
}

/// What the first line says: how many pixels a cell is wide.
pub(super) fn of_game(notes: &mut Notes, line: &Line) -> Result<Option<i32>, Diagnostic> {
    let mut size = None;
    for given in &line.given {
        match &given.key[..] {
            "square_size" => {
                size = integer(&given.value.text).filter(|size| (2..=1000).contains(size));
                if size.is_none() {
                    let help = "a cell is 2 to 1000 pixels wide";
                    return Err(notes.at(line, &given.value, "no size of a cell", help));
                }
            }
            "no_players" if given.value.text != "1" => {
                let help = "games of one player are played";
                return Err(notes.error(line, given.column, "a game of several players", help));
            }
            _ => {}
        }
    }
    Ok(size)
}
