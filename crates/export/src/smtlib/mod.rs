//! SMT-LIB 2: whether a state can be reached, within a number of steps by
//! unrolling them or at all by Horn clauses, which are about the same functions
//! of states; and, over bit-vectors, that each step of a plan does what it should.

mod expressions;
mod functions;
mod horn;
mod names;
mod states;
mod triples;
mod unrolled;

pub use horn::horn;
pub use names::{IDLE, StepNames};
pub use triples::triples;
pub use unrolled::smtlib;
