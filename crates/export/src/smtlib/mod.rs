//! SMT-LIB 2: whether a state can be reached, within a number of steps by
//! unrolling them or at all by Horn clauses. Both are about the same
//! functions of states.

mod expressions;
mod functions;
mod horn;
mod names;
mod unrolled;

pub use horn::horn;
pub use names::{IDLE, StepNames};
pub use unrolled::smtlib;
