//! What the engines here are asked: Rules, and a state that may be reachable.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Finding, Outcome, Reason, Task};
use playproof_engines::{TooLarge, reachability};
use playproof_model::{Machine, Reach, Subject, Unsupported};

use crate::evidence::by_run;
use crate::transition::{Stuck, Transition};
use crate::unrolling::Unrolling;

/// Rules with a question of reachability.
pub(crate) struct Asked<'a> {
    pub subject: &'a Subject,
    pub elaborated: &'a Subject,
    pub reach: Reach,
}

impl<'a> Asked<'a> {
    pub fn new(task: &Task<'a>) -> Result<Asked<'a>, Unsupported> {
        Ok(Asked {
            reach: reachability(task)?,
            subject: task.subject,
            elaborated: rules_of(task.subject)?,
        })
    }

    pub fn rules(&self) -> &'a Machine {
        self.elaborated.machine()
    }

    /// The steps of the Rules; the target is the first proposition.
    pub fn transition(&self) -> Result<Transition, Unsupported> {
        let transition = Transition::new(self.rules(), &[self.reach.target], Stuck::Ends);
        transition.map_err(too_large)
    }

    /// Whether a run of just this length reaches the target, when no shorter
    /// one does. If none does, goes on with what says that its end is a target,
    /// which the solver has just refused.
    pub fn no_run_of(
        &self,
        length: u32,
        runs: &mut Unrolling,
        budget: &mut dyn Budget,
    ) -> ControlFlow<Outcome, i32> {
        let target = runs.atom(length as usize, 0);
        match runs.satisfiable(&[target], budget) {
            Err(stop) => ControlFlow::Break(unknown(Reason::Stopped(stop), length)),
            Ok(true) => {
                let verdict = by_run(self.subject, self.reach, &runs.states());
                ControlFlow::Break(outcome(verdict, length))
            }
            Ok(false) => ControlFlow::Continue(target),
        }
    }
}

/// Only Rules can be written as clauses.
pub(crate) fn rules_of(subject: &Subject) -> Result<&Subject, Unsupported> {
    match subject.is_foreign() {
        false => Ok(subject),
        true => {
            let why = "an interpreted game has no rules that could be written as clauses";
            Err(Unsupported(why.into()))
        }
    }
}

pub(crate) fn too_large(what: TooLarge) -> Unsupported {
    Unsupported(format!("too large for clauses: {what}"))
}

/// What was learned when no run of fewer steps reaches the target.
pub(crate) fn outcome(finding: Finding, lower_bound: u32) -> Outcome {
    Outcome {
        finding,
        states: 0,
        lower_bound: Some(lower_bound),
    }
}

/// Nothing is decided for this reason.
pub(crate) fn unknown(reason: Reason, lower_bound: u32) -> Outcome {
    outcome(Finding::Unknown(reason), lower_bound)
}
