//! A plan of the coarse game that guides the search of the exact one.

mod command;
mod legs;

pub use command::HybridCommand;
pub(crate) use command::{JUMPS, jumps};
pub(crate) use legs::Stand;
pub use legs::{Guided, Leg, guided, unguided};
