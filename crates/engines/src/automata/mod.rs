//! Linear temporal logic: formulas to automata, and runs that they accept.

mod automaton;
mod engine;
mod lasso;
mod on_the_fly;
mod prefix;
mod product;
mod simplify;
mod translate;

pub use automaton::{Automaton, Transition};
pub use engine::{AutomataEngine, lasso_within, ranking};
pub use simplify::simplify;
pub use translate::{Explosion, translate};
