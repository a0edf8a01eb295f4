//! Rules and interpreted games as packed models.

mod interpreted;
mod program;
mod vector;

pub use interpreted::InterpretedModel;
pub use vector::CompiledModel;
