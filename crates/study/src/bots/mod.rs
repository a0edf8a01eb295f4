//! Simulated players: they ask the server as the page does, and are marked as what they
//! are by the code they join with.

mod client;
mod crowd;
mod mind;

pub use client::{Answer, Client};
pub use crowd::{Crowd, Outcome, simulate};
