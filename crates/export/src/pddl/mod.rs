//! PDDL, the language of planners: whether a run gets somewhere, and by which
//! steps.

mod cases;
mod names;
mod write;

pub use names::operator_of;
pub use write::{PlanningTask, pddl};
