//! Limits: whoever calls decides when enough is enough.

use std::fmt;
use std::ops::ControlFlow;

/// Which part of the work a budget is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// An engine looks for an answer.
    #[default]
    Searching,
    /// The kernel goes through the evidence.
    Checking,
}

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Which part of it.
    pub phase: Phase,
    /// States seen, or cubes checked, so far.
    pub states: u64,
    /// Memory in use for them.
    pub bytes: u64,
    /// The length of the runs looked at.
    pub depth: u32,
}

/// A limit that was hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// No time is left.
    Time,
    /// No memory is left.
    Memory,
    /// The number of states is reached.
    States,
    /// The user, or the program around, wants it stopped.
    Cancelled,
    /// The search forgets states, so that its end shows nothing.
    Incomplete,
    /// The search looks at runs up to a length, and nothing was decided by
    /// those.
    Bound,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "the time limit was reached",
            Stop::Memory => "the memory limit was reached",
            Stop::States => "the limit on states was reached",
            Stop::Cancelled => "cancelled",
            Stop::Incomplete => "the search ended but may have missed states",
            Stop::Bound => "the bound on the length of runs was reached",
        })
    }
}

/// Decides whether work goes on. Asked once a batch, so every few
/// milliseconds; the kernel reads no clock, whoever implements this may.
pub trait Budget {
    /// Goes on, or says which limit was hit.
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop>;
}

/// No limits.
pub struct Unlimited;

impl Budget for Unlimited {
    fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
        ControlFlow::Continue(())
    }
}

/// Why evidence was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckError {
    /// It is wrong.
    Rejected(Rejection),
    /// It was not read to its end.
    Stopped(Stop),
}

/// What was checked, or why it was not accepted.
pub(crate) type Checked<T = ()> = Result<T, CheckError>;

/// What is wrong with evidence, a file or a text, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection(pub String);

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Rejected(why) => write!(f, "evidence rejected: {why}"),
            CheckError::Stopped(stop) => write!(f, "not checked: {stop}"),
        }
    }
}

impl std::error::Error for Rejection {}
impl std::error::Error for CheckError {}

/// Rejects, for this reason, what is not as it should be.
pub(crate) fn ensure(is_right: bool, why: impl fmt::Display) -> Checked {
    if is_right { Ok(()) } else { reject(why.to_string()) }
}

/// What is there, as it should be.
pub(crate) fn known<T>(found: Option<T>, why: impl fmt::Display) -> Checked<T> {
    found.map_or_else(|| reject(why.to_string()), Ok)
}

pub(crate) fn reject<T>(why: impl Into<String>) -> Checked<T> {
    Err(CheckError::Rejected(Rejection(why.into())))
}

/// Asks the budget while evidence is checked.
pub(crate) fn poll(budget: &mut dyn Budget, states: u64, bytes: u64) -> Checked {
    let progress = Progress { phase: Phase::Checking, states, bytes, depth: 0 };
    let stop = budget.spend(&progress).break_value();
    stop.map_or(Ok(()), |stop| Err(CheckError::Stopped(stop)))
}
