//! Tasks, budgets, verdicts, and what an engine is.

use std::fmt;
use std::ops::ControlFlow;

use playproof_model::{Answer, NativeFactory, Property, Question, Subject, Unsupported};

use crate::evidence::Evidence;

/// What an engine is asked to decide.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The level's meaning with the question.
    pub subject: &'a Subject,
    /// The property that the question comes from.
    pub property: &'a Property,
    /// Other state spaces of the same level, where the game has any.
    pub natives: &'a [Box<dyn NativeFactory>],
}

/// Which part of the work a budget is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// An engine looks for an answer.
    #[default]
    Searching,
    /// The checker goes through the evidence.
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
/// milliseconds; libraries read no clock, whoever implements this may.
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

/// Why nothing was decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A limit was hit.
    Stopped(Stop),
    /// The engine cannot treat such a task.
    Unsupported(Unsupported),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Stopped(stop) => stop.fmt(f),
            Reason::Unsupported(why) => why.fmt(f),
        }
    }
}

/// What an engine says. It counts only once the checker accepted it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The property holds.
    Holds(Evidence),
    /// The property is violated.
    Violated(Evidence),
    /// Not decided.
    Unknown(Reason),
}

impl Verdict {
    /// A decided verdict.
    pub fn decided(answer: Answer, evidence: Evidence) -> Verdict {
        match answer {
            Answer::Holds => Verdict::Holds(evidence),
            Answer::Violated => Verdict::Violated(evidence),
        }
    }
}

/// A verdict with what was learned on the way, decided or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// States seen.
    pub states: u64,
    /// No run shorter than this reaches the target.
    pub lower_bound: Option<u32>,
}

impl Outcome {
    /// Nothing was tried.
    pub fn unsupported(why: Unsupported) -> Outcome {
        Outcome::unknown(Reason::Unsupported(why), 0)
    }

    /// Nothing was decided after so many states.
    pub fn unknown(reason: Reason, states: u64) -> Outcome {
        Outcome {
            verdict: Verdict::Unknown(reason),
            states,
            lower_bound: None,
        }
    }

    /// Decided after so many states.
    pub fn decided(answer: Answer, evidence: Evidence, states: u64) -> Outcome {
        Outcome {
            verdict: Verdict::decided(answer, evidence),
            states,
            lower_bound: None,
        }
    }
}

/// The four kinds of [`Question`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuestionKind {
    /// Is a state with a proposition reachable?
    Reach,
    /// Is there a run that satisfies a formula?
    Linear,
    /// Do the initial states satisfy a formula about all that can follow?
    Branching,
    /// Are there so many runs?
    Paths,
}

impl QuestionKind {
    /// The kind of a question.
    pub fn of(question: &Question) -> QuestionKind {
        match question {
            Question::Reach(_) => QuestionKind::Reach,
            Question::Linear(_) => QuestionKind::Linear,
            Question::Branching(_) => QuestionKind::Branching,
            Question::Paths(_) => QuestionKind::Paths,
        }
    }

    /// Its name in lists.
    pub fn name(self) -> &'static str {
        match self {
            QuestionKind::Reach => "reach",
            QuestionKind::Linear => "linear",
            QuestionKind::Branching => "branching",
            QuestionKind::Paths => "paths",
        }
    }
}

/// What an engine says to questions of a kind, and by which evidence; the
/// words are those of [`Evidence::kind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ability {
    /// The kind of question.
    pub question: QuestionKind,
    /// The evidence of *yes*; none if that is never its answer.
    pub yes: &'static [&'static str],
    /// The evidence of *no*; none if that is never its answer.
    pub no: &'static [&'static str],
}

/// A way to decide tasks. Not trusted.
pub trait Engine: Send + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;
    /// One line about it: how it works.
    fn summary(&self) -> &'static str;
    /// What it decides, for lists; that counts nowhere else.
    fn abilities(&self) -> &'static [Ability] {
        &[]
    }
    /// Whether it can treat such a task, or why not.
    fn supports(&self, task: &Task) -> Result<(), Unsupported>;
    /// Whether others that can treat the task too had better be asked.
    fn gives_way(&self, _task: &Task) -> bool {
        false
    }
    /// Decides the task, or says how far it came.
    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome;
}
