//! Certificates as they are made: an answer, what it rests on, and the level
//! and property that it came from.

use playproof_kernel::{Accepted, Budget, CheckError, Evidence, Statement};
use playproof_model::{Answer, Fingerprint, Subject};

use crate::writer::CertificateParts;

/// A certificate carries its statement up to this many bytes.
pub const MAX_CARRIED: usize = 64 << 10;

/// Lets the kernel check evidence about a subject.
pub fn check(
    subject: &Subject,
    answer: Answer,
    evidence: &Evidence,
    budget: &mut dyn Budget,
) -> Result<Accepted, CheckError> {
    playproof_kernel::check(subject.statement(), answer, evidence, subject, budget)
}

/// Everything a checker needs.
#[derive(Clone)]
pub struct Certificate {
    /// The game's name.
    pub game: String,
    /// The property, as it was asked.
    pub property: String,
    /// The property in core form.
    pub core: String,
    /// What is claimed of it.
    pub answer: Answer,
    /// What is proved.
    pub statement: Statement,
    /// The level, as text.
    pub level: String,
    /// What the claim rests on.
    pub evidence: Evidence,
}

impl Certificate {
    /// The hash of the statement.
    pub fn rules(&self) -> Fingerprint {
        self.statement.fingerprint()
    }

    /// The file's bytes; with the statement if that is short, or wanted.
    pub fn to_bytes(&self, self_contained: bool) -> Vec<u8> {
        let text = self.statement.text();
        let is_carried = self_contained || text.len() <= MAX_CARRIED;
        let parts = CertificateParts {
            game: &self.game,
            property: &self.property,
            core: &self.core,
            answer: self.answer,
            rules: self.rules().0,
            level: &self.level,
            statement: is_carried.then_some(&text[..]),
            evidence: &self.evidence,
        };
        parts.to_bytes()
    }
}

impl std::fmt::Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Certificate {
            property, answer, ..
        } = self;
        write!(
            f,
            "Certificate({property}: {answer}, {})",
            self.evidence.kind()
        )
    }
}
