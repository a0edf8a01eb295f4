//! Bounded search: is there a run of 0 steps to the target, of 1, of 2? The
//! first that is found is a shortest one.

use playproof_certify::{Budget, Engine, Evidence, Outcome, Reason, Stop, Task, Verdict};
use playproof_engines::{reachability, run_through};
use playproof_model::{Elaborated, Reach, Subject, Unsupported};

use crate::solver::Solver;
use crate::transition::{Stuck, Transition};
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
        "runs of growing length in a SAT solver, up to a bound: finds a shortest run, or shows that none is that short"
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        asked(task).map(|_| ())
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let (rules, reach) = match asked(task) {
            Ok(asked) => asked,
            Err(why) => return Outcome::unsupported(why),
        };
        let transition = match Transition::new(rules.rules(), &[reach.target], Stuck::Ends) {
            Ok(transition) => transition,
            Err(large) => return too_large(&large.to_string()),
        };
        let mut runs = Unrolling::new(&transition, Solver::default());
        runs.start(rules.rules());
        self.search(task.subject, reach, &mut runs, budget)
    }
}

impl BmcEngine {
    fn search(
        &self,
        subject: &Subject,
        reach: Reach,
        runs: &mut Unrolling,
        budget: &mut dyn Budget,
    ) -> Outcome {
        for length in 0..=self.bound {
            let outcome = |verdict| Outcome {
                verdict,
                states: 0,
                lower_bound: Some(length),
            };
            let target = runs.atom(length as usize, 0);
            match runs.satisfiable(&[target], budget) {
                Err(stop) => return outcome(Verdict::Unknown(Reason::Stopped(stop))),
                Ok(true) => return outcome(found(subject, reach, runs)),
                Ok(false) => {}
            }
            runs.solver.add_clause(&[-target]);
            runs.extend();
        }
        Outcome {
            verdict: Verdict::Unknown(Reason::Stopped(Stop::Incomplete)),
            states: 0,
            lower_bound: Some(self.bound.saturating_add(1)),
        }
    }
}

/// Rules with a question of reachability.
pub(crate) fn asked<'a>(task: &Task<'a>) -> Result<(&'a Elaborated, Reach), Unsupported> {
    let reach = reachability(task)?;
    match task.subject {
        Subject::Rules(rules) => Ok((rules, reach)),
        Subject::Interpreted(_) => {
            let why = "an interpreted game has no rules that could be written as clauses";
            Err(Unsupported(why.into()))
        }
    }
}

/// Rules that cannot be written as clauses.
pub(crate) fn too_large(what: &str) -> Outcome {
    Outcome::unsupported(Unsupported(format!("too large for clauses: {what}")))
}

/// The verdict by the run that the solver found.
pub(crate) fn found(subject: &Subject, reach: Reach, runs: &mut Unrolling) -> Verdict {
    match run_through(subject, &runs.states()) {
        Some(trace) => Verdict::decided(reach.on_reach, Evidence::Trace(trace)),
        None => {
            let why = "the clauses have a step that the game does not have";
            Verdict::Unknown(Reason::Unsupported(Unsupported(why.into())))
        }
    }
}
