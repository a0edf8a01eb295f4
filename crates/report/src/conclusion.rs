//! The answer, or why there is none, and what it rests on.

use std::fmt;

use playproof::{Accepted, Answer, Evidence, Phase, Reason, Stop};
use serde::Serialize;

/// The three answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// It holds.
    Holds,
    /// It is violated.
    Violated,
    /// Neither; why, once the work has ended.
    Unknown(Option<Why>),
}

impl Conclusion {
    /// Whether there is an answer.
    pub fn is_decided(&self) -> bool {
        !matches!(self, Conclusion::Unknown(_))
    }

    /// Whether nothing is known of the answer yet, not even why there is none.
    pub fn is_open(&self) -> bool {
        *self == Conclusion::default()
    }

    /// Why it is unknown.
    pub fn why(&self) -> Option<&Why> {
        match self {
            Conclusion::Unknown(why) => why.as_ref(),
            Conclusion::Holds | Conclusion::Violated => None,
        }
    }

    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Conclusion::Holds => "holds",
            Conclusion::Violated => "violated",
            Conclusion::Unknown(_) => "unknown",
        }
    }
}

impl Default for Conclusion {
    fn default() -> Self {
        Conclusion::Unknown(None)
    }
}

impl From<Answer> for Conclusion {
    fn from(answer: Answer) -> Conclusion {
        match answer {
            Answer::Holds => Conclusion::Holds,
            Answer::Violated => Conclusion::Violated,
        }
    }
}

impl From<Why> for Conclusion {
    fn from(why: Why) -> Conclusion {
        Conclusion::Unknown(Some(why))
    }
}

/// Why the answer is *unknown*. Its `Display` is the `reason` of the object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// A limit was hit, or the user wanted no more, during this phase.
    Stopped(Stop, Phase),
    /// No engine could treat it.
    Unsupported(String),
    /// The checker did not accept the evidence; a whole sentence.
    Rejected(String),
    /// The run that was given does not win, which proves nothing.
    NotWon(String),
}

impl Why {
    /// What an engine says, and what was going on then.
    pub fn of(reason: &Reason, phase: Phase) -> Why {
        match reason {
            Reason::Stopped(stop) => Why::Stopped(*stop, phase),
            Reason::Unsupported(why) => Why::Unsupported(why.to_string()),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Stopped(stop, Phase::Searching) => stop.fmt(f),
            Why::Stopped(stop, Phase::Checking) => {
                write!(f, "{stop} while the evidence was checked")
            }
            Why::Unsupported(why) | Why::Rejected(why) | Why::NotWon(why) => f.write_str(why),
        }
    }
}

/// Evidence that the checker accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The kind of evidence.
    pub evidence: Option<&'static str>,
    /// What the answer rests on that was admitted and not checked, by name.
    pub axioms: Vec<String>,
    /// The hash of the statement that was proved.
    pub statement: String,
}

impl Checked {
    pub(crate) fn new(accepted: &Accepted, evidence: Option<&Evidence>) -> Checked {
        Checked {
            evidence: evidence.map(Evidence::kind),
            axioms: accepted.axioms().to_vec(),
            statement: accepted.statement().to_string(),
        }
    }
}

/// A level among others, and how difficult it may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Graded {
    /// The level's file.
    pub level: String,
    /// The level's number in its file, from 0.
    pub index: usize,
    /// Its difficulty; none if it cannot be won.
    pub difficulty: Option<u64>,
    /// Whether the file holds other levels too.
    #[serde(skip)]
    pub one_of_many: bool,
}
