//! What is wrong, where, the offending line with a caret below, and what was
//! expected: for files and for properties alike.

use anstyle::{AnsiColor, Style};
use playproof::{Diagnostic, PropertyError, Severity};
use serde_json::json;
use unicode_width::UnicodeWidthChar;

use crate::printable::printable;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const GUTTER: Style = AnsiColor::Blue.on_default().bold();

/// The longest property shown whole; of a longer one this many characters are.
const WINDOW: usize = 200;

/// A diagnostic of a file, as lines that are each ended.
pub fn diagnostic_text(diagnostic: &Diagnostic) -> String {
    let mut origin = printable(&diagnostic.file);
    let source = diagnostic.place.as_ref().map(|place| {
        origin.push_str(&format!(":{}:{}", place.line, place.column));
        Source {
            number: place.line.to_string(),
            line: place.text.clone(),
            caret: Some(place.column_in_text as usize - 1),
        }
    });
    let snippet = Snippet {
        severity: diagnostic.severity,
        message: &diagnostic.message,
        origin,
        source,
        help: diagnostic.help.as_deref(),
    };
    snippet.text()
}

/// A diagnostic of a file as an object, on a line.
pub fn diagnostic_json(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.place.as_ref();
    let object = json!({
        "file": diagnostic.file,
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "message": diagnostic.message,
        "help": diagnostic.help,
    });
    format!("{object}\n")
}

/// What is wrong with a property. `text` is what the user wrote, since the
/// error's column counts in it; `asked_of` is the level, if it takes one to
/// see the error.
pub fn property_error_text(text: &str, error: &PropertyError, asked_of: Option<&str>) -> String {
    let column = error
        .column
        .map_or(String::new(), |c| format!(", column {c}"));
    let asked_of = asked_of.map_or(String::new(), |l| format!(", asked of {}", printable(l)));
    let at = error.column.map(|c| c as usize - 1);
    let (line, caret) = window(&printable(text), at);
    let meant = property_meant(text).map(|name| match &error.help {
        Some(help) => format!("perhaps you mean `{name}`; {help}"),
        None => format!("perhaps you mean `{name}`"),
    });
    let snippet = Snippet {
        severity: Severity::Error,
        message: &error.message,
        origin: format!("property{column}{asked_of}"),
        source: Some(Source {
            number: String::new(),
            line,
            caret,
        }),
        help: meant.as_deref().or(error.help.as_deref()),
    };
    snippet.text()
}

/// The property that people mean who use an everyday word for it.
fn property_meant(word: &str) -> Option<&'static str> {
    match &word.trim().to_lowercase()[..] {
        "stuck" | "unstuck" | "deadlock" | "deadlock-free" | "safe" | "losable" | "trap"
        | "traps" => Some("unlosable"),
        "softlock" | "softlocks" => Some("softlock-free"),
        "playable" | "beatable" | "completable" | "possible" | "win" => Some("solvable"),
        "impossible" | "unwinnable" | "unbeatable" => Some("unsolvable"),
        _ => None,
    }
}

/// A message that has no place, as a line that is ended.
pub fn message_text(severity: Severity, message: &str) -> String {
    format!("{}: {}\n", word(severity), printable(message))
}

struct Snippet<'a> {
    severity: Severity,
    message: &'a str,
    /// File, line and column.
    origin: String,
    source: Option<Source>,
    help: Option<&'a str>,
}

/// A line of a text.
struct Source {
    /// Its number, or nothing if it is the only one.
    number: String,
    line: String,
    /// The character to point at, from 0.
    caret: Option<usize>,
}

impl Snippet<'_> {
    fn text(&self) -> String {
        let number = match &self.source {
            Some(source) => format!("{:1}", source.number),
            None => " ".to_owned(),
        };
        let margin = " ".repeat(number.len());
        let mut text = message_text(self.severity, self.message);
        text.push_str(&format!("{margin}{GUTTER}-->{GUTTER:#} {}\n", self.origin));
        if let Some(source) = &self.source {
            let bar = format!("{GUTTER}|{GUTTER:#}");
            text.push_str(&format!("{margin} {bar}\n"));
            text.push_str(&format!(
                "{GUTTER}{number}{GUTTER:#} {bar} {}\n",
                source.line
            ));
            if let Some(at) = source.caret {
                let style = style(self.severity);
                // A caret below the line's end stands after its last character.
                let before = source.line.chars().take(at);
                let n_columns: usize = before.map(|c| c.width().unwrap_or(1)).sum();
                let blanks = " ".repeat(n_columns);
                text.push_str(&format!("{margin} {bar} {blanks}{style}^{style:#}\n"));
            }
        }
        if let Some(help) = self.help {
            text.push_str(&format!(
                "{margin} {GUTTER}={GUTTER:#} help: {}\n",
                printable(help)
            ));
        }
        text
    }
}

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
    }
}

fn word(severity: Severity) -> String {
    let style = style(severity);
    let word = match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    format!("{style}{word}{style:#}")
}

/// The characters around one of them, and where it is then.
fn window(text: &str, at: Option<usize>) -> (String, Option<usize>) {
    let n_chars = text.chars().count();
    if n_chars <= WINDOW {
        return (text.to_owned(), at);
    }
    let n_cut = at.unwrap_or(0).saturating_sub(WINDOW / 2);
    let mut line = String::new();
    if n_cut > 0 {
        line.push('…');
    }
    line.extend(text.chars().skip(n_cut).take(WINDOW));
    if n_cut + WINDOW < n_chars {
        line.push('…');
    }
    (line, at.map(|at| at - n_cut + usize::from(n_cut > 0)))
}

#[cfg(test)]
mod tests {
    use super::property_meant;

    #[test]
    fn everyday_words_have_a_property() {
        assert_eq!(property_meant("stuck"), Some("unlosable"));
        assert_eq!(property_meant(" Beatable "), Some("solvable"));
        assert_eq!(property_meant("never stuck"), None);
    }
}
