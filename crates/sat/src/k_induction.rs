//! k-induction: no run of fewer than k steps reaches the target, and wherever
//! k steps begin that avoid it, the next state is no target either.
//!
//! That the states of those k steps differ is demanded only where a counter-
//! example repeats one: most inductions need little of it.

use std::ops::ControlFlow;

use playproof_certify::{Ability, Budget, Engine, Outcome, QuestionKind, Reason, Stop, Task};
use playproof_model::Unsupported;

use crate::asked::{Asked, outcome, unknown};
use crate::evidence::{by_proof, induction};
use crate::solver::Solver;
use crate::transition::Transition;
use crate::unrolling::Unrolling;

/// Induction over the length of runs.
#[derive(Clone, Copy, Debug)]
pub struct KInductionEngine {
    /// The most steps of a run that are looked at. Some question needs as many
    /// as the longest run has that passes no state twice.
    pub bound: u32,
}

impl Default for KInductionEngine {
    fn default() -> Self {
        KInductionEngine { bound: u32::MAX }
    }
}

impl Engine for KInductionEngine {
    fn name(&self) -> &'static str {
        "sat-kind"
    }

    fn summary(&self) -> &'static str {
        "induction over the length of runs in a SAT solver, through states that differ"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Reach,
            yes: &["trace"],
            no: &["induction"],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        Asked::new(task).map(|_| ())
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let asked = Asked::new(task);
        match asked.and_then(|asked| Ok((asked.transition()?, asked))) {
            Ok((transition, asked)) => self.search(&asked, &transition, budget),
            Err(why) => Outcome::unsupported(why),
        }
    }
}

impl KInductionEngine {
    fn search(&self, asked: &Asked, transition: &Transition, budget: &mut dyn Budget) -> Outcome {
        let mut runs = Unrolling::new(transition, Solver::for_runs());
        runs.start(asked.rules());
        let mut anywhere = Steps {
            run: Unrolling::new(transition, Solver::for_runs()),
            distinct: false,
        };
        for length in 0..=self.bound {
            let target = match asked.no_run_of(length, &mut runs, budget) {
                ControlFlow::Continue(target) => target,
                ControlFlow::Break(outcome) => return outcome,
            };
            runs.solver.add_clause(&[-target]);
            runs.extend();
            match anywhere.lead_to_target(budget) {
                Err(stop) => return unknown(Reason::Stopped(stop), length + 1),
                Ok(true) => {}
                Ok(false) => {
                    let distinct = anywhere.distinct;
                    let target = asked.reach.target;
                    let evidence = induction(asked.rules(), target, length + 1, distinct, budget);
                    return outcome(by_proof(asked.reach, evidence), length + 1);
                }
            }
        }
        unknown(Reason::Stopped(Stop::Bound), self.bound.saturating_add(1))
    }
}

/// Steps from any state through states without the target.
struct Steps<'a> {
    run: Unrolling<'a>,
    /// Whether some states were demanded to differ.
    distinct: bool,
}

impl Steps<'_> {
    /// Whether one step more can lead to the target.
    fn lead_to_target(&mut self, budget: &mut dyn Budget) -> Result<bool, Stop> {
        let before = self.run.n_states() - 1;
        let missed = -self.run.atom(before, 0);
        self.run.solver.add_clause(&[missed]);
        self.run.extend();
        let target = self.run.atom(before + 1, 0);
        while self.run.satisfiable(&[target], budget)? {
            let states = self.run.states();
            // The last state has the target, so that it differs anyway.
            let mut equal = Vec::new();
            for i in 0..=before {
                equal.extend((0..i).filter(|&j| states[i] == states[j]).map(|j| (i, j)));
            }
            if equal.is_empty() {
                return Ok(true);
            }
            for (i, j) in equal {
                self.demand_different(i, j);
            }
        }
        Ok(false)
    }

    fn demand_different(&mut self, i: usize, j: usize) {
        self.distinct = true;
        let mut somewhere = Vec::new();
        for bit in 0..self.run.transition.encoding.n_bits() {
            let (a, b) = (self.run.digit(i, bit), self.run.digit(j, bit));
            let here = self.run.fresh();
            self.run.solver.add_clause(&[-here, a, b]);
            self.run.solver.add_clause(&[-here, -a, -b]);
            somewhere.push(here);
        }
        self.run.solver.add_clause(&somewhere);
    }
}
