//! Rules and interpreted games as packed models.

mod interpreted;
mod program;
mod vector;

use playproof_certify::{Evidence, Finding, Outcome, Reason, Task};
use playproof_model::{PackedModel, Subject, Unsupported};

pub use interpreted::InterpretedModel;
pub use vector::CompiledModel;

/// Runs something on a subject as a packed model of its own states.
pub(crate) fn with_model<R>(subject: &Subject, run: impl FnOnce(&dyn PackedModel) -> R) -> R {
    match subject.is_foreign() {
        false => run(&CompiledModel::new(subject)),
        true => run(&InterpretedModel::new(subject)),
    }
}

/// Searches the states of a task's subject, as a packed model by the fastest way there is.
/// Where the model could not tell all successors, only a run shows anything.
pub(crate) fn on_own_states(task: &Task, run: impl FnOnce(&dyn PackedModel) -> Outcome) -> Outcome {
    let run = |model: &dyn PackedModel| {
        let outcome = run(model);
        let shown = match &outcome.finding {
            Finding::Holds(evidence) | Finding::Violated(evidence) => Some(evidence),
            Finding::Unknown(_) => None,
        };
        match (model.doubt(), shown) {
            (None, _) => outcome,
            (Some(_), Some(Evidence::Trace(_))) => Outcome {
                lower_bound: None,
                ..outcome
            },
            (Some(why), _) => {
                let reason = Reason::Unsupported(Unsupported(why));
                Outcome::unknown(reason, outcome.states)
            }
        }
    };
    let mut natives = task.natives.iter();
    let fast = match task.subject.is_foreign() {
        true => natives.find_map(|native| native.own_states(task.subject)),
        false => None,
    };
    match fast {
        Some(model) => run(&*model),
        None => with_model(task.subject, run),
    }
}
