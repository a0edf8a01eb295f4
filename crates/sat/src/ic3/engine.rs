//! The engine: from the end of the search to a verdict.

use playproof_certify::{Ability, Budget, Engine, Outcome, QuestionKind, Reason, StateSet, Task};
use playproof_model::{Encoding, Subject, Unsupported, Val, steps};

use super::cube::{Cube, Initial};
use super::search::{End, Search};
use crate::asked::{Asked, outcome, unknown};
use crate::evidence::{by_proof, by_run, invariant};
use crate::transition::Transition;

/// Clauses that hold of ever more steps, until they hold for ever.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ic3Engine;

impl Engine for Ic3Engine {
    fn name(&self) -> &'static str {
        "sat-ic3"
    }

    fn summary(&self) -> &'static str {
        "IC3 (property directed reachability) in a SAT solver: clauses that hold of ever more steps"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Reach,
            yes: &["trace"],
            no: &["invariant"],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        Asked::new(task).map(|_| ())
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let asked = Asked::new(task);
        match asked.and_then(|asked| Ok((asked.transition()?, asked))) {
            Ok((transition, asked)) => decide(&asked, &transition, budget),
            Err(why) => Outcome::unsupported(why),
        }
    }
}

fn decide(asked: &Asked, transition: &Transition, budget: &mut dyn Budget) -> Outcome {
    let encoding = &transition.encoding;
    let initial = Initial::new(asked.rules(), encoding);
    let mut search = Search::new(transition, initial);
    match search.run(budget) {
        Err(stop) => unknown(Reason::Stopped(stop), search.lower_bound()),
        Ok(End::Reached(way)) => {
            let states = states_along(asked.subject, encoding, &way);
            outcome(
                by_run(asked.subject, asked.reach, &states),
                search.lower_bound(),
            )
        }
        Ok(End::Never(cubes)) => {
            let clauses = cubes.iter().map(Cube::excluded).collect();
            let evidence = invariant(
                asked.rules(),
                asked.reach.target,
                StateSet::Clauses(clauses),
                budget,
            );
            outcome(by_proof(asked.reach, evidence), search.lower_bound())
        }
    }
}

/// States of a run through cubes, one after the other; fewer, if there is none.
fn states_along(subject: &Subject, encoding: &Encoding, way: &[Cube]) -> Vec<Vec<Val>> {
    let mut states: Vec<Vec<Val>> = Vec::new();
    let inside = |cube: &Cube, state: &[Val]| cube.holds(&encoding.encode(state));
    for cube in way {
        let mut found = None;
        let mut offer = |state: &[Val]| {
            if found.is_none() && inside(cube, state) {
                found = Some(state.to_vec());
            }
        };
        match states.last() {
            None => subject.initial(&mut offer),
            Some(last) => steps(subject, last, &mut |_, next| offer(next)),
        }
        match found {
            Some(state) => states.push(state),
            None => return Vec::new(),
        }
    }
    states
}
