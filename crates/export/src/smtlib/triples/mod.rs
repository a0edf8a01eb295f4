//! A plan as triples `{P} action {Q}` over bit-vectors, for solvers that know QF_BV:
//! each says that where P is true the action can be done and Q is true after it.

mod bit_vectors;
mod facts;
mod plan;
mod write;

pub use write::triples;
