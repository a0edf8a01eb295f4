//! Computation tree logic: fixpoints over the explicit graph.

mod claims;
mod engine;
mod evaluate;

pub use claims::claims;
pub use engine::FixpointEngine;
pub use evaluate::Truth;
