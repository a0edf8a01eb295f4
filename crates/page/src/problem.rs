//! What is wrong with a request, as an answer.

use playproof::{Diagnostic, Error, PropertyError, Severity};
use serde_json::{Value, json};

/// What is wrong with a request.
#[derive(Debug)]
pub struct Problem {
    message: String,
    place: Option<(u32, u32)>,
    column: Option<u32>,
    help: Option<String>,
    file: Option<String>,
}

impl Problem {
    /// Something that has no place.
    pub fn new(message: impl Into<String>) -> Problem {
        Problem {
            message: message.into(),
            place: None,
            column: None,
            help: None,
            file: None,
        }
    }

    /// The same, with what to do about it.
    pub fn help(self, help: impl Into<String>) -> Problem {
        Problem {
            help: Some(help.into()),
            ..self
        }
    }

    /// The answer.
    pub fn json(&self) -> Value {
        json!({ "error": self.inner() })
    }

    /// The same as a part of an answer.
    pub fn inner(&self) -> Value {
        json!({
            "message": self.message,
            "line": self.place.map(|(line, _)| line),
            "column": self.place.map(|(_, column)| column).or(self.column),
            "help": self.help,
            "file": self.file,
        })
    }
}

impl From<Diagnostic> for Problem {
    fn from(diagnostic: Diagnostic) -> Problem {
        Problem {
            place: diagnostic.place.map(|place| (place.line, place.column)),
            column: None,
            message: diagnostic.message,
            help: diagnostic.help,
            file: Some(diagnostic.file),
        }
    }
}

impl From<PropertyError> for Problem {
    fn from(error: PropertyError) -> Problem {
        Problem {
            column: error.column,
            help: error.help,
            ..Problem::new(error.message)
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        match error {
            Error::Level(diagnostic) => diagnostic.into(),
            Error::Property { error, .. } => error.into(),
            other => Problem::new(other.to_string()),
        }
    }
}

/// A diagnostic, with the line that it is about.
pub fn diagnostic(diagnostic: &Diagnostic) -> Value {
    let place = diagnostic.place.as_ref();
    json!({
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "message": diagnostic.message,
        "help": diagnostic.help,
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "text": place.map(|place| &place.text),
        "column_in_text": place.map(|place| place.column_in_text),
        "file": diagnostic.file,
    })
}

/// Several of them.
pub fn diagnostics<'a>(all: impl IntoIterator<Item = &'a Diagnostic>) -> Value {
    all.into_iter().map(diagnostic).collect()
}
