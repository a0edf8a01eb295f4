//! Profiles of a designer's own: a line for each number that is not the default.
//!
//! ```text
//! ; comments begin with a semicolon
//! run = 1.4
//! gravity = 2.5
//! ```

use std::sync::Arc;

use playproof_level::source::{Line, lines};
use playproof_level::{Diagnostic, Place};

use super::kinds::Wrong;
use super::nearest::did_you_mean;
use crate::numbers::Numbers;
use crate::profile::Profile;
use crate::rounding::WrongNumber;

/// A number as a line gives it.
pub(super) struct NumberGiven {
    pub key: &'static str,
    pub value: f64,
    pub line: Line,
    /// Where in the line its value begins, in bytes.
    pub at: usize,
}

impl NumberGiven {
    /// Makes it a number of the profile.
    pub(super) fn set(&self, numbers: &mut Numbers) {
        let set = numbers.set(self.key, self.value);
        set.expect("a number that was accepted");
    }

    /// Adds it to others, which have it not yet.
    pub(super) fn add_to(self, others: &mut Vec<NumberGiven>) -> Result<(), Wrong> {
        if others.iter().any(|other| other.key == self.key) {
            return Err(Wrong {
                at: None,
                message: format!("a second `{}`", self.key),
                help: "a profile has each number once".to_owned(),
            });
        }
        others.push(self);
        Ok(())
    }
}

/// The numbers of a profile. `file` is the name used in messages.
pub(crate) fn read(file: &str, text: &Arc<str>) -> Result<Numbers, Diagnostic> {
    let mut given = Vec::new();
    for line in lines(text) {
        let source = line.of(text);
        if source.trim().is_empty() || source.trim_start().starts_with(';') {
            continue;
        }
        let read = entry(source, line).and_then(|number| number.add_to(&mut given));
        read.map_err(|wrong| wrong.in_line(file, text, line))?;
    }
    let help = "expected lines such as `run = 1.2`";
    if given.is_empty() {
        let message = "no number in this profile";
        return Err(Diagnostic::error(file, None, message, help));
    }
    let mut numbers = Numbers::default();
    given.iter().for_each(|number| number.set(&mut numbers));
    match wrong_number(&numbers, &given) {
        None => Ok(numbers),
        Some((message, place)) => {
            let place = place.map(|(line, at)| {
                let source = line.of(text);
                let column = source[..at].chars().count() as u32 + 1;
                Place::new(line.number, column, source)
            });
            Err(Diagnostic::error(file, place, message, WrongNumber::HELP))
        }
    }
}

/// Why the numbers are no game, if they are none, and where the one at fault is given, or
/// else the first.
pub(super) fn wrong_number(
    numbers: &Numbers,
    given: &[NumberGiven],
) -> Option<(String, Option<(Line, usize)>)> {
    let wrong = Profile::new(numbers).err()?;
    let at_fault = given.iter().find(|number| number.key == wrong.key);
    let place = at_fault.or(given.first()).map(|n| (n.line, n.at));
    Some((wrong.to_string(), place))
}

fn entry(source: &str, line: Line) -> Result<NumberGiven, Wrong> {
    let Some((name, value)) = source.split_once('=') else {
        return Err(Wrong {
            at: None,
            message: "this line gives no number".to_owned(),
            help: "expected a name, `=` and a number, such as `run = 1.2`".to_owned(),
        });
    };
    let key = name_of_number(name.trim())?;
    // A remark may follow.
    let value = value.split(';').next().unwrap_or(value);
    let at = name.len() + 1 + value.len() - value.trim_start().len();
    let value = number_of(key, value.trim()).map_err(|wrong| Wrong {
        at: Some(at),
        ..wrong
    })?;
    Ok(NumberGiven {
        key,
        value,
        line,
        at,
    })
}

/// The number of this name.
pub(super) fn name_of_number(name: &str) -> Result<&'static str, Wrong> {
    let found = Numbers::KEYS.into_iter().find(|key| *key == name);
    found.ok_or_else(|| {
        let all = format!("there are {}", Numbers::KEYS.join(", "));
        Wrong {
            at: None,
            message: format!("unknown number `{name}`"),
            help: did_you_mean(name, Numbers::KEYS.into_iter(), &all),
        }
    })
}

/// The value of the number of this name.
pub(super) fn number_of(key: &str, text: &str) -> Result<f64, Wrong> {
    let wrong = |message: String| Wrong {
        at: Some(0),
        message,
        help: "expected such as 7 or 1.2".to_owned(),
    };
    // Nothing but digits and a point: what else a computer takes for a number, people do not.
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let value = text
        .parse()
        .ok()
        .filter(|x: &f64| is_plain && x.is_finite());
    let value = value.ok_or_else(|| wrong(format!("`{text}` is no number")))?;
    Numbers::default().set(key, value).map_err(wrong)?;
    Ok(value)
}
