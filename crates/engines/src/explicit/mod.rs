//! Explicit search: every state is visited.

mod counter;
mod engine;
mod run;
mod search;
mod store;

pub use engine::{ExplicitEngine, NativeEngine};
pub use search::{End, Search};
pub use store::{NO_PARENT, Poll, Store};
