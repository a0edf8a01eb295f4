//! Engines on a SAT solver.

mod asked;
mod bmc;
mod evidence;
mod ic3;
mod k_induction;
mod refute;
mod solver;
mod transition;
mod unrolling;

pub use bmc::BmcEngine;
pub use evidence::prove_invariant;
pub use ic3::Ic3Engine;
pub use k_induction::KInductionEngine;
pub use refute::{NotRefuted, refute};
pub use solver::Solver;
