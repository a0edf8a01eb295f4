//! What there is to say about a game's text.

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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

impl Notice {
    /// An error.
    pub fn error(kind: NoticeKind, line: Option<u32>, message: String) -> Notice {
        Notice {
            severity: Severity::Error,
            kind,
            line,
            column: None,
            message,
        }
    }
}

/// What a notice is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NoticeKind {
    /// Nothing is the background.
    NoBackground,
}
