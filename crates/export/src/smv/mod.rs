//! SMV, the language of the model checkers NuSMV and nuXmv. It can be asked
//! everything but numbers of runs: reachability, LTL and CTL.

mod expressions;
mod formulas;
mod model;
mod names;
mod write;

pub use write::smv;
