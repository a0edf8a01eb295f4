//! Rules and interpreted games as packed models.

mod interpreted;
mod program;
mod vector;

use playproof_model::{PackedModel, Subject};

pub use interpreted::InterpretedModel;
pub use vector::CompiledModel;

/// Runs something on a subject as a packed model of its own states.
pub(crate) fn with_model<R>(subject: &Subject, run: impl FnOnce(&dyn PackedModel) -> R) -> R {
    match subject.is_foreign() {
        false => run(&CompiledModel::new(subject)),
        true => run(&InterpretedModel(subject)),
    }
}
