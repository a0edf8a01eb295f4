//! Bounded search: is there a run of 0 steps to the target, of 1, of 2? The
//! first that is found is a shortest one.

use std::ops::ControlFlow;

use playproof_certify::{Ability, Budget, Engine, Outcome, QuestionKind, Reason, Stop, Task};
use playproof_engines::StepCounter;
use playproof_model::{Question, Unsupported};

use crate::asked::{Asked, outcome, unknown};
use crate::evidence::{NoEvidence, by_proof, induction};
use crate::linear;
use crate::solver::Solver;
use crate::transition::Transition;
use crate::unrolling::Unrolling;

/// Runs of growing length, up to a bound.
#[derive(Clone, Copy, Debug)]
pub struct BmcEngine {
    /// The most steps of a run that are looked at.
    pub bound: u32,
}

impl Default for BmcEngine {
    fn default() -> Self {
        BmcEngine { bound: 100 }
    }
}

impl Engine for BmcEngine {
    fn name(&self) -> &'static str {
        "sat-bmc"
    }

    fn summary(&self) -> &'static str {
        "runs of growing length in a SAT solver, up to a bound"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[
            // That there is no run is shown only where moves are limited.
            Ability {
                question: QuestionKind::Reach,
                yes: &["trace"],
                no: &["induction"],
            },
            Ability {
                question: QuestionKind::Linear,
                yes: &["trace", "lasso"],
                no: &[],
            },
        ]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        match task.subject.question() {
            Question::Reach(_) => Asked::new(task).map(|_| ()),
            _ => linear::question(task).map(|_| ()),
        }
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        if let Ok(question) = linear::question(task) {
            return linear::search(task.subject, question, self.bound, budget);
        }
        let asked = Asked::new(task);
        match asked.and_then(|asked| Ok((asked.transition()?, asked))) {
            Ok((transition, asked)) => self.search(&asked, &transition, budget),
            Err(why) => Outcome::unsupported(why),
        }
    }
}

impl BmcEngine {
    fn search(&self, asked: &Asked, transition: &Transition, budget: &mut dyn Budget) -> Outcome {
        // Beyond the limit of moves no state is a target.
        let counter = StepCounter::of(asked.elaborated);
        let limit = counter.map(|counter| counter.limit.max(0) as u32);
        let mut runs = Unrolling::new(transition, Solver::for_runs());
        runs.start(asked.rules());
        for length in 0..=self.bound {
            let target = match asked.no_run_of(length, &mut runs, budget) {
                ControlFlow::Continue(target) => target,
                ControlFlow::Break(outcome) => return outcome,
            };
            // Where the target is not to blame there is no run so long.
            if limit == Some(length) || !runs.solver.failed(target) {
                return ended(asked, length + 1, budget);
            }
            runs.solver.add_clause(&[-target]);
            runs.extend();
        }
        unknown(Reason::Stopped(Stop::Bound), self.bound.saturating_add(1))
    }
}

/// No run of fewer steps reaches the target, and longer ones cannot.
fn ended(asked: &Asked, length: u32, budget: &mut dyn Budget) -> Outcome {
    let evidence = induction(asked.rules(), asked.reach.target, length, false, budget);
    match evidence {
        // That there is no longer run may be due to where runs begin, which
        // an induction does not know.
        Err(NoEvidence::NotSo) => unknown(Reason::Stopped(Stop::Incomplete), length),
        evidence => outcome(by_proof(asked.reach, evidence), length),
    }
}
