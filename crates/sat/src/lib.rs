//! Engines on a SAT solver.

mod bmc;
mod refute;
mod solver;
mod transition;
mod unrolling;

pub use bmc::BmcEngine;
pub use refute::{NotRefuted, refute};
pub use solver::Solver;
