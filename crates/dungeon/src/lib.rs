//! Reasoning about Horn rules: what can be had, by which strategies, at what cost, and
//! why not.
//!
//! Nothing here is trusted. A derivation, a closed set and a strategy can each be gone
//! through again by [`replay`] and [`is_closed`]. The crate does no input and output,
//! reads no clock and starts no threads; long work asks a [`GoOn`] whether it goes on.
#![forbid(unsafe_code)]

mod cheapest;
mod closure;
mod cost;
mod fact_set;
mod part;
mod replay;
mod rows;
mod strategies;
mod strategy;
mod survey;

pub use closure::{Closure, Watchers, closure, closure_with};
pub use cost::{End, GoOn, Interval, Pricing};
pub use fact_set::FactSet;
pub use replay::{NoDerivation, is_closed, replay, replay_to_goal};
pub use strategies::{Order, Strategies};
pub use strategy::Strategy;
pub use survey::{SameFacts, dominant, fact_sets, unused_facts};
