//! Tasks, findings, and what an engine is.

use std::fmt;
use std::sync::OnceLock;

use playproof_kernel::{Budget, Evidence, Stop};
use playproof_model::{
    Answer, NativeFactory, NativeModel, Property, Question, Subject, Unsupported,
};

/// What an engine is asked to decide.
pub struct Task<'a> {
    /// The level's meaning with the question.
    pub subject: &'a Subject,
    /// The property that the question comes from.
    pub property: &'a Property,
    /// Other state spaces of the same level, where the game has any.
    pub natives: &'a [Box<dyn NativeFactory>],
    native: OnceLock<Result<Box<dyn NativeModel>, Unsupported>>,
}

impl<'a> Task<'a> {
    /// A task about a level that has these other state spaces.
    pub fn new(
        subject: &'a Subject,
        property: &'a Property,
        natives: &'a [Box<dyn NativeFactory>],
    ) -> Task<'a> {
        Task {
            subject,
            property,
            natives,
            native: OnceLock::new(),
        }
    }

    /// The native model for this task, or why there is none. Making one may
    /// take long, so that whoever asks first makes it for all: engines ask
    /// both for whether they can treat the task and to treat it.
    pub fn native(
        &self,
        make: impl FnOnce() -> Result<Box<dyn NativeModel>, Unsupported>,
    ) -> Result<&dyn NativeModel, Unsupported> {
        match self.native.get_or_init(make) {
            Ok(model) => Ok(&**model),
            Err(why) => Err(why.clone()),
        }
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

/// What an engine says. It counts only once the kernel accepted it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// The property holds.
    Holds(Evidence),
    /// The property is violated.
    Violated(Evidence),
    /// Not decided.
    Unknown(Reason),
}

impl Finding {
    /// A decided one.
    pub fn decided(answer: Answer, evidence: Evidence) -> Finding {
        match answer {
            Answer::Holds => Finding::Holds(evidence),
            Answer::Violated => Finding::Violated(evidence),
        }
    }
}

/// A finding with what was learned on the way, decided or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What was found.
    pub finding: Finding,
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
            finding: Finding::Unknown(reason),
            states,
            lower_bound: None,
        }
    }

    /// Decided after so many states.
    pub fn decided(answer: Answer, evidence: Evidence, states: u64) -> Outcome {
        Outcome {
            finding: Finding::decided(answer, evidence),
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
    /// Whether it looks for one answer only and soon gives up, so that it is asked before
    /// the favourite, which is asked where it finds nothing.
    fn is_scout(&self, _task: &Task) -> bool {
        false
    }
    /// Whether others may come to an answer first, so that it is worth a race.
    fn has_rivals(&self, _task: &Task) -> bool {
        true
    }
    /// Whether it argues by theorems and looks at no states.
    fn argues(&self) -> bool {
        false
    }
    /// Decides the task, or says how far it came.
    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome;
}
