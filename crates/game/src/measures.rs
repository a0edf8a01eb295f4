//! What a game measures of its levels beyond what every game has. The game
//! says what its choices are and which figures it makes of them; finding a run
//! and going through states is done elsewhere, once for all games.

use playproof_model::{NativeModel, Subject, Unsupported, Val};

/// How a game measures a level.
pub trait Measures: Send + Sync {
    /// The level by choices: every edge is one, whatever lies between two of
    /// them is part of a state, nothing is left out, and play that is won has
    /// no choices. The subject asks whether the level can be won.
    fn choices(&self, subject: &Subject) -> Result<Box<dyn NativeModel>, Unsupported>;
    /// The figures, always the same ones in the same order.
    fn figures(&self, findings: &Findings) -> Vec<Figure>;
    /// How difficult a level that can be won may be, as far as that is known.
    fn difficulty(&self, findings: &Findings) -> Option<u64>;
}

/// What was found out about a level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings<'a> {
    /// The states of the measured run, from the first to the last; `None` if
    /// there is no run, or none was found.
    pub run: Option<&'a [Vec<Val>]>,
    /// Whether that run is proved to be a cheapest one.
    pub is_cheapest: bool,
    /// What could be chosen along the run, choice by choice.
    pub choices: Option<&'a [Choice]>,
    /// How many states there are, if all of them were seen.
    pub states: Option<StateCounts>,
}

/// A choice of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// What could be chosen, the run's own choice included.
    pub possible: u64,
    /// After how many of these choices the level cannot be won.
    pub killing: u64,
    /// For how many of them that is not known.
    pub undecided: u64,
}

impl Choice {
    /// Whether exactly one choice keeps the level winnable, which then is the
    /// run's own; `None` if that is not known.
    pub fn is_key(&self) -> Option<bool> {
        match self.possible - self.killing - self.undecided {
            1 if self.undecided > 0 => None,
            n_kept => Some(n_kept == 1),
        }
    }
}

/// How many states there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateCounts {
    /// All that play can reach.
    pub all: u64,
    /// Those from which it cannot be won.
    pub dead: u64,
}

/// A figure of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Its name for programs.
    pub name: &'static str,
    /// The head of its column in a table for people, if it has one.
    pub head: Option<&'static str>,
    /// What it is.
    pub value: Value,
}

impl Figure {
    /// One that people are shown under a head.
    pub fn shown(name: &'static str, head: &'static str, value: Value) -> Figure {
        Figure {
            name,
            head: Some(head),
            value,
        }
    }

    /// One for programs alone.
    pub fn exact(name: &'static str, value: Value) -> Figure {
        Figure {
            name,
            head: None,
            value,
        }
    }
}

/// The value of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Not known, or not defined.
    Unknown,
    /// Yes or no.
    Is(bool),
    /// So many.
    Count(u64),
    /// So many, and perhaps more.
    AtLeast(u64),
    /// The first over the second, which is not 0.
    Ratio(u64, u64),
}

impl Value {
    /// A count, if it is known.
    pub fn count(n: Option<u64>) -> Value {
        n.map_or(Value::Unknown, Value::Count)
    }

    /// A ratio, if both sides are known and it is defined.
    pub fn ratio(over: Option<u64>, under: Option<u64>) -> Value {
        match (over, under) {
            (Some(over), Some(under)) if under > 0 => Value::Ratio(over, under),
            _ => Value::Unknown,
        }
    }
}
