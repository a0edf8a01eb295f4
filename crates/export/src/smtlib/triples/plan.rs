//! The run that the triples are about: which commands were taken, and through which
//! states.

use playproof_kernel::Evidence;
use playproof_model::{AtomId, Step, Subject, Val};

use crate::error::ExportError;

/// A run that reaches what is asked about.
pub struct Plan {
    /// The states, the first one included.
    pub states: Vec<Vec<Val>>,
    /// The command of each step, by its number.
    pub commands: Vec<usize>,
}

impl Plan {
    /// The run that evidence holds, up to where it gets there.
    pub fn new(
        subject: &Subject,
        target: AtomId,
        evidence: &Evidence,
    ) -> Result<Plan, ExportError> {
        let unfit = |why: &str| ExportError::Unfit(why.to_owned());
        let Evidence::Trace(trace) = evidence else {
            return Err(unfit(
                "no run gets where the property asks, so there is no plan",
            ));
        };
        let mut initial = Vec::new();
        subject.initial(&mut |state| initial.push(state.to_vec()));
        let first = initial.into_iter().nth(trace.initial as usize);
        let mut plan = Plan {
            states: vec![first.ok_or_else(|| unfit("the run begins nowhere"))?],
            commands: Vec::new(),
        };
        let mut play = subject.play();
        let mut steps = trace.steps.iter();
        loop {
            let here = &plan.states[plan.states.len() - 1];
            if subject.holds(here, target) {
                return Ok(plan);
            }
            let Some(&Step::Act { action, choice }) = steps.next() else {
                return Err(unfit("the run ends before it gets where the property asks"));
            };
            let (mut n_before, mut taken) = (0, None);
            play.each_successor(here, |command, next| {
                if subject.machine().commands[command].action == action {
                    if n_before == choice {
                        taken = Some((command, next.to_vec()));
                    }
                    n_before += 1;
                }
            });
            let Some((command, next)) = taken else {
                return Err(unfit("a step of the run is not possible"));
            };
            plan.commands.push(command);
            plan.states.push(next);
        }
    }
}
