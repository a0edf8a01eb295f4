//! PROMELA, the language of the model checker SPIN.

mod claims;
mod expressions;
mod model;
mod names;
mod write;

pub use model::{STUTTER, quoted};
pub use write::promela;
