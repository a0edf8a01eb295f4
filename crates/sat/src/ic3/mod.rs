//! IC3, also called property directed reachability: clauses that hold of all
//! states within so many steps are strengthened until they hold for ever.

mod cube;
mod engine;
mod frames;
mod lifting;
mod search;

pub use engine::Ic3Engine;
