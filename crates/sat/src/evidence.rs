//! From what a search found to evidence: the clauses that the checker will ask
//! about are refuted, whatever the search itself was made of.

use playproof_certify::{
    Budget, CheckError, Cnf, Evidence, Finding, Induction, Invariant, LratProof, Reason, StateSet,
    Stop, bounded_run, induction_step, invariant_safe, invariant_step,
};
use playproof_engines::run_through;
use playproof_model::{AtomId, Machine, Reach, Subject, Unsupported, Val};

use crate::refute::{NotRefuted, refute};

/// Why there is no evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoEvidence {
    /// A limit was hit.
    Stopped(Stop),
    /// What was to be refuted can be true.
    NotSo,
    /// It cannot be written down.
    Unwritten(&'static str),
}

impl NoEvidence {
    /// What an engine says then.
    pub fn reason(self) -> Reason {
        let why = match self {
            NoEvidence::Stopped(stop) => return Reason::Stopped(stop),
            NoEvidence::NotSo => "the search and the clauses of the checker disagree",
            NoEvidence::Unwritten(why) => why,
        };
        Reason::Unsupported(Unsupported(why.into()))
    }
}

/// No run of fewer than `length` steps reaches the target, and none of that
/// many or more.
pub(crate) fn induction(
    rules: &Machine,
    target: AtomId,
    length: u32,
    distinct: bool,
    budget: &mut dyn Budget,
) -> Result<Evidence, NoEvidence> {
    // The step first: it is the one that may not hold.
    let step = induction_step(rules, target, length, distinct, budget);
    let step = refuted(step, budget)?;
    let base = bounded_run(rules, target, length, budget).map(|(cnf, _)| cnf);
    let base = refuted(base, budget)?;
    Ok(Evidence::Induction(Induction {
        length,
        distinct,
        base,
        step,
    }))
}

/// Proves that no step leaves a set of states and that none of them has the
/// target; or says why there is no proof.
pub fn prove_invariant(
    rules: &Machine,
    target: AtomId,
    set: StateSet,
    budget: &mut dyn Budget,
) -> Result<Evidence, Reason> {
    invariant(rules, target, set, budget).map_err(NoEvidence::reason)
}

/// No step leaves these states, and none of them has the target.
pub(crate) fn invariant(
    rules: &Machine,
    target: AtomId,
    set: StateSet,
    budget: &mut dyn Budget,
) -> Result<Evidence, NoEvidence> {
    let step = invariant_step(rules, &set, budget);
    let step = refuted(step, budget)?;
    let safe = invariant_safe(rules, &set, target, budget);
    let safe = refuted(safe, budget)?;
    Ok(Evidence::Invariant(Invariant { set, step, safe }))
}

fn refuted(
    clauses: Result<Cnf, CheckError>,
    budget: &mut dyn Budget,
) -> Result<LratProof, NoEvidence> {
    let cnf = clauses.map_err(|why| match why {
        CheckError::Stopped(stop) => NoEvidence::Stopped(stop),
        CheckError::Rejected(_) => {
            NoEvidence::Unwritten("the rules are too large for the clauses of a proof")
        }
    })?;
    refute(&cnf, budget).map_err(|why| match why {
        NotRefuted::Satisfiable => NoEvidence::NotSo,
        NotRefuted::Stopped(stop) => NoEvidence::Stopped(stop),
        NotRefuted::OtherProof => {
            NoEvidence::Unwritten("the solver proved it in a way that the checker cannot read")
        }
    })
}

/// The verdict by a run through these states.
pub(crate) fn by_run(subject: &Subject, reach: Reach, states: &[Vec<Val>]) -> Finding {
    match run_through(subject, states) {
        Some(trace) => Finding::decided(reach.on_reach, Evidence::Trace(trace)),
        None => {
            let why = "the clauses have a step that the game does not have";
            Finding::Unknown(Reason::Unsupported(Unsupported(why.into())))
        }
    }
}

/// The verdict that there is no run.
pub(crate) fn by_proof(reach: Reach, evidence: Result<Evidence, NoEvidence>) -> Finding {
    match evidence {
        Ok(evidence) => Finding::decided(reach.on_reach.opposite(), evidence),
        Err(why) => Finding::Unknown(why.reason()),
    }
}
