//! Computation tree logic: fixpoints over the explicit graph.

mod engine;
mod evaluate;

pub use engine::FixpointEngine;
