//! Engines on the solver.

mod levels;
mod refute;
