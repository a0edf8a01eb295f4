//! What is asked about a machine.

use std::fmt;

use crate::{AtomId, Branching, Linear};

/// What is said of a property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// The property holds.
    Holds,
    /// The property is violated.
    Violated,
}

impl Answer {
    /// The other one.
    pub fn opposite(self) -> Answer {
        if self == Answer::Holds { Answer::Violated } else { Answer::Holds }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Answer::Holds { "holds" } else { "violated" })
    }
}

/// One question. Runs begin in an initial state and go on for ever: where
/// nothing is enabled, the state repeats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Is a state with this proposition reachable?
    Reach(Reach),
    /// Is there a run that satisfies a formula?
    Linear(LinearQuestion),
    /// Do the initial states satisfy a formula about all that can follow?
    Branching(BranchingQuestion),
    /// How many runs are there to a proposition?
    Paths(PathsQuestion),
}

/// Whether a state with this proposition is reachable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The proposition.
    pub target: AtomId,
    /// What it says about the property if such a state is reachable.
    pub on_reach: Answer,
}

/// Whether a run satisfies a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearQuestion {
    /// The formula that a run is looked for.
    pub formula: Linear,
    /// What it says about the property if there is one.
    pub on_run: Answer,
}

/// Whether the initial states satisfy a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchingQuestion {
    /// The formula; the property holds if all initial states satisfy it.
    pub formula: Branching,
    /// Its dual: the property is violated if some initial state satisfies it.
    pub negation: Branching,
}

impl BranchingQuestion {
    /// The question whether all initial states satisfy a formula.
    pub fn new(formula: Branching) -> BranchingQuestion {
        BranchingQuestion { negation: formula.dual(), formula }
    }
}

/// How many runs there are from an initial state to the first state with a
/// proposition. Runs are different if their states are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathsQuestion {
    /// The proposition, `win`.
    pub target: AtomId,
    /// What is asked about their number.
    pub count: PathCount,
}

/// What is asked about the number of runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathCount {
    /// At least this many that repeat no state.
    Alternatives(u32),
    /// At least this many that share no state but the first and the last.
    Routes(u32),
    /// Exactly one that repeats no state.
    Unique,
}

impl Question {
    /// The question, if it is about reaching one proposition.
    pub fn reach(&self) -> Option<Reach> {
        if let Question::Reach(reach) = self { Some(*reach) } else { None }
    }
}

/// Questions that are answered together: a group holds if one of them does, and
/// is violated if all of them are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// What it is about, for people; empty where there is one group only.
    pub name: String,
    /// At least one.
    pub questions: Vec<Question>,
}
