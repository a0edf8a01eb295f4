//! What there is to say about a game's text, and where it is gathered.

use std::collections::BTreeSet;

pub use crate::source::kind::NoticeKind;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The game can be played.
    Warning,
    /// It cannot.
    Error,
}

/// Something to be said about a place of a game's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub kind: NoticeKind,
    /// The line, from 1, if it is about one.
    pub line: Option<u32>,
    /// The column, from 1, if it is about one.
    pub column: Option<u32>,
    /// In words.
    pub message: String,
}

/// How many notices there may be before reading stops.
const MOST_NOTICES: usize = 100;

/// Gathers notices, each once.
#[derive(Debug, Default)]
pub(super) struct Log {
    notices: Vec<Notice>,
    said: BTreeSet<(Severity, Option<u32>, String)>,
    is_stopped: bool,
}

impl Log {
    /// An error.
    pub fn error(&mut self, kind: NoticeKind, at: impl Into<At>, message: impl Into<String>) {
        self.add(Severity::Error, kind, at.into(), message.into());
    }

    /// A warning.
    pub fn warn(&mut self, kind: NoticeKind, at: impl Into<At>, message: impl Into<String>) {
        self.add(Severity::Warning, kind, at.into(), message.into());
    }

    fn add(&mut self, severity: Severity, kind: NoticeKind, at: At, message: String) {
        let key = (severity, at.line, message);
        if self.is_stopped || self.said.contains(&key) {
            return;
        }
        self.notices.push(Notice {
            severity,
            kind,
            line: at.line,
            column: at.column,
            message: key.2.clone(),
        });
        self.said.insert(key);
        // Whoever has so much to say has lost the thread: what follows is not heard.
        self.is_stopped = self.notices.len() > MOST_NOTICES;
    }

    /// Nothing can be made of the rest: what follows is not heard.
    pub fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// Whether reading is to end.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// How many errors there are.
    pub fn n_errors(&self) -> usize {
        let errors = self.notices.iter();
        errors.filter(|n| n.severity == Severity::Error).count()
    }

    /// All that was said, in order. Where nothing could be made of the text, there is an
    /// error that says so.
    pub fn into_notices(mut self) -> Vec<Notice> {
        if self.is_stopped && self.n_errors() == 0 {
            self.notices.push(Notice {
                severity: Severity::Error,
                kind: NoticeKind::TooMuch,
                line: None,
                column: None,
                message: "This is too much, or too entangled, to be read.".to_owned(),
            });
        }
        self.notices
    }
}

/// A place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct At {
    line: Option<u32>,
    column: Option<u32>,
}

/// No place.
pub(super) const NOWHERE: At = At {
    line: None,
    column: None,
};

impl From<u32> for At {
    fn from(line: u32) -> At {
        At {
            line: Some(line),
            column: None,
        }
    }
}

impl From<Option<u32>> for At {
    fn from(line: Option<u32>) -> At {
        At { line, column: None }
    }
}

/// A line and a column, both from 1.
impl From<(u32, usize)> for At {
    fn from((line, column): (u32, usize)) -> At {
        At {
            line: Some(line),
            column: u32::try_from(column).ok(),
        }
    }
}
