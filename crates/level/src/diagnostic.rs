//! What is wrong in a file, where, and what was expected instead.
//!
//! A diagnostic owns all it shows: it can outlive the file, cross threads and be
//! printed by anyone. How it is drawn (colour, caret) is for the caller to decide.

use std::fmt;

/// The longest source line shown whole; of a longer one this many characters are.
const WINDOW: usize = 200;

/// Where in a text: line, column, and the line itself for display.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1 in characters (Unicode scalar values) of the file.
    pub column: u32,
    /// The source line, safe to print: each tab is one space and each other control
    /// or invisible character is `U+FFFD`. Of a long line only the characters around
    /// the column, with `…` where it was cut.
    pub text: String,
    /// The column in `text`, counted from 1: where a caret goes. It differs from
    /// `column` only where the beginning of the line was cut off.
    pub column_in_text: u32,
}

impl Place {
    /// The place at `column` (from 1) of the line numbered `line`, which reads `source`.
    pub fn new(line: u32, column: u32, source: &str) -> Place {
        let is_long = source.chars().nth(WINDOW).is_some();
        let n_cut = if is_long {
            (column - 1).saturating_sub(WINDOW as u32 / 2)
        } else {
            0
        };
        let mut text = String::new();
        if n_cut > 0 {
            text.push('…');
        }
        let mut rest = source.chars().skip(n_cut as usize);
        text.extend(rest.by_ref().take(WINDOW).map(printable));
        if rest.next().is_some() {
            text.push('…');
        }
        Place {
            line,
            column,
            text,
            column_in_text: column - n_cut + u32::from(n_cut > 0),
        }
    }
}

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file was read, perhaps not as its author meant it.
    Warning,
}

/// What a level leaves open and its reader would have to be told: whoever has a command
/// line knows how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Which legend its letters are of.
    Legend,
}

/// One thing wrong (or odd) in a file.
///
/// Its `Display` is a single line, `name:3:5: message; help`, without the severity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The file's name, as the caller of [`read`](crate::read) gave it.
    pub file: String,
    /// Where it is, unless it concerns the file as a whole.
    pub place: Option<Place>,
    /// What is wrong.
    pub message: String,
    /// What was expected, or what to do about it.
    pub help: Option<String>,
    /// What the reader would have to be told, if that would help.
    pub wanted: Option<Wanted>,
}

impl Diagnostic {
    /// An error; `help` says what was expected.
    pub fn error(
        file: &str,
        place: Option<Place>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            file: file.to_owned(),
            place,
            message: message.into(),
            help: Some(help.into()),
            wanted: None,
        }
    }

    /// The same as a warning.
    pub fn mild(self) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..self
        }
    }

    /// The same, where the reader would have to be told this.
    pub fn wanting(self, wanted: Wanted) -> Diagnostic {
        Diagnostic {
            wanted: Some(wanted),
            ..self
        }
    }

    /// Something odd that is read all the same.
    pub fn warning(
        file: &str,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(file, Some(place), message, help)
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        if let Some(place) = &self.place {
            write!(f, "{}:{}:", place.line, place.column)?;
        }
        write!(f, " {}", self.message)?;
        if let Some(help) = &self.help {
            write!(f, "; {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// `c`, or what stands for it on a terminal. One character stays one character,
/// so that the caret below the line still meets its column.
fn printable(c: char) -> char {
    // Zero-width and bidirectional controls would move the rest of the line.
    let is_invisible = matches!(c,
        '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}');
    match c {
        '\t' => ' ',
        _ if c.is_control() || is_invisible => '\u{FFFD}',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn char_at_caret(place: &Place) -> Option<char> {
        place.text.chars().nth(place.column_in_text as usize - 1)
    }

    #[test]
    fn a_line_of_window_length_is_shown_whole() {
        let source = "x".repeat(WINDOW);
        let place = Place::new(1, 150, &source);
        assert_eq!((place.text, place.column_in_text), (source, 150));
    }

    #[test]
    fn a_long_line_is_cut_around_the_column() {
        let source = format!("{}!{}", "a".repeat(500), "b".repeat(500));
        let place = Place::new(1, 501, &source);
        assert_eq!(place.column, 501);
        assert_eq!(char_at_caret(&place), Some('!'));
        assert_eq!(place.text.chars().count(), WINDOW + 2);
        assert!(place.text.starts_with("…a") && place.text.ends_with("b…"));
    }

    #[test]
    fn a_long_line_is_cut_on_one_side_near_its_ends() {
        let source = format!("!{}?", "a".repeat(998));
        let first = Place::new(1, 1, &source);
        assert!(first.text.starts_with('!') && first.text.ends_with('…'));
        assert_eq!(char_at_caret(&first), Some('!'));
        let last = Place::new(1, 1000, &source);
        assert!(last.text.starts_with('…') && last.text.ends_with('?'));
        assert_eq!(char_at_caret(&last), Some('?'));
        let past_end = Place::new(1, 1001, &source);
        assert_eq!(char_at_caret(&past_end), None);
    }

    #[test]
    fn unprintable_characters_are_replaced_one_for_one() {
        let place = Place::new(1, 5, "\t\0\u{1b}\u{202e}x");
        assert_eq!(place.text, " \u{FFFD}\u{FFFD}\u{FFFD}x");
        assert_eq!(char_at_caret(&place), Some('x'));
    }

    #[test]
    fn display_is_one_line_with_only_what_is_known() {
        let mut diagnostic = Diagnostic::error("a.txt", None, "bad", "be good");
        assert_eq!(diagnostic.to_string(), "a.txt: bad; be good");
        diagnostic.place = Some(Place::new(3, 5, "#####"));
        assert_eq!(diagnostic.to_string(), "a.txt:3:5: bad; be good");
        diagnostic.help = None;
        assert_eq!(diagnostic.to_string(), "a.txt:3:5: bad");
    }
}
