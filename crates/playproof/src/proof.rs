//! What the road leads to: answers that were checked.

use playproof_certify::{Accepted, Certificate, Reason, Rejection};
use playproof_engines::Contender;
use playproof_level::{Diagnostic, Level};
use playproof_model::Answer;

/// A checked answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Decided: the kernel accepted the evidence.
    Decided(Accepted),
    /// Not decided.
    Unknown(Reason),
    /// An engine's evidence was wrong: a bug, and no answer.
    Rejected(Rejection),
}

/// An answer with what it rests on and what was learned on the way.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The game.
    pub game: &'static str,
    /// The answer.
    pub verdict: Verdict,
    /// The engine that gave it.
    pub engine: &'static str,
    /// Those that raced for it, the favourite first; none where one engine
    /// worked alone.
    pub contenders: Vec<Contender>,
    /// States seen.
    pub states: u64,
    /// No run shorter than this reaches what was asked for.
    pub lower_bound: Option<u32>,
    /// The length of the run, where there is one.
    pub length: Option<u64>,
    /// The run's actions.
    pub solution: Option<Vec<String>>,
    /// Where a run that goes on for ever begins to repeat: after so many
    /// actions, and from then on the rest of them again and again.
    pub repeats_from: Option<u64>,
    /// How many runs the evidence holds, where it is about their number.
    pub n_runs: Option<u64>,
    /// What was odd about the level.
    pub warnings: Vec<Diagnostic>,
    /// What is odd about the question.
    pub notes: Vec<String>,
    /// Everything a checker needs, if the answer is decided.
    pub certificate: Option<Certificate>,
}

impl Proof {
    /// Whether the property is proved to hold.
    pub fn holds(&self) -> bool {
        self.answer() == Some(Answer::Holds)
    }

    /// Whether the property is proved to be violated.
    pub fn violated(&self) -> bool {
        self.answer() == Some(Answer::Violated)
    }

    /// The answer, if there is one.
    pub fn answer(&self) -> Option<Answer> {
        self.verdict.answer()
    }
}

impl Verdict {
    /// The answer, if there is one.
    pub fn answer(&self) -> Option<Answer> {
        match self {
            Verdict::Decided(accepted) => Some(accepted.answer()),
            Verdict::Unknown(_) | Verdict::Rejected(_) => None,
        }
    }

    /// What the answer rests on that was admitted and not checked.
    pub fn axioms(&self) -> &[String] {
        match self {
            Verdict::Decided(accepted) => accepted.axioms(),
            Verdict::Unknown(_) | Verdict::Rejected(_) => &[],
        }
    }
}

/// A certificate that the checker accepted.
#[derive(Clone, Debug)]
pub struct AcceptedCertificate {
    /// The certificate.
    pub certificate: Certificate,
    /// The kernel's word.
    pub accepted: Accepted,
    /// The level it is about.
    pub level: Level,
    /// The run's actions, where the evidence is one.
    pub solution: Option<Vec<String>>,
    /// Where the run begins to repeat, as in [`Proof`].
    pub repeats_from: Option<u64>,
    /// How many runs the evidence holds, as in [`Proof`].
    pub n_runs: Option<u64>,
}
