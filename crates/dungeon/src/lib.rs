//! Reasoning about Horn rules: what can be had, by which strategies, at what cost, and
//! why not.
//!
//! Nothing here is trusted. A derivation, a closed set and a strategy can each be gone
//! through again by [`replay`] and [`is_closed`]. The crate does no input and output,
//! reads no clock and starts no threads; long work asks a [`GoOn`] whether it goes on.
//!
//! Facts and rules are named by their numbers in the
//! [`HornRules`](playproof_level::dungeon::HornRules). All must be in range there, as
//! readers see to.
//!
//! ```
//! use playproof_dungeon::{Order, Pricing, Strategies, replay_to_goal, rule_text};
//! use playproof_level::dungeon::{HornRule, HornRules, Mark};
//!
//! let mut rules = HornRules {
//!     facts: ["Key", "Window", "Goal"].map(String::from).to_vec(),
//!     fact_marks: vec![Mark::default(); 3],
//!     init: vec![0],
//!     goals: vec![2],
//!     ..HornRules::default()
//! };
//! for (condition, head) in [(0, 1), (0, 2), (1, 2)] {
//!     rules.push(&[condition], HornRule { head, ..HornRule::default() });
//! }
//! let strategies = Strategies::of(&rules, &Pricing::default(), Order::Cost);
//! let found: Vec<_> = strategies.collect();
//! assert_eq!(rule_text(&rules, found[0].actions[0]), "Key => Goal");
//! assert_eq!(found[1].actions, [0, 2]);
//! assert_eq!(found[1].tree.low, 2);
//! assert!(replay_to_goal(&rules, &found[1].actions).is_ok());
//! ```
#![forbid(unsafe_code)]

mod cases;
mod change;
mod changes;
mod cheapest;
mod closure;
mod cost;
mod difficulty;
mod engine;
mod fact_set;
mod from_map;
mod generous;
mod greedy;
mod horn_engine;
mod landmark_cut;
mod layout;
mod losing;
mod missing;
mod part;
mod path_wise;
mod payment;
mod regions;
mod relevance;
mod replay;
mod rows;
mod shared;
mod stalemate;
mod state_graph;
mod strategies;
mod strategy;
mod survey;
mod told;
mod walk;
mod words;

pub use cases::{Safety, safety};
pub use change::{Change, kind_text, passage_text};
pub use changes::{changed, changes};
pub use closure::{Closure, Watchers, closure, closure_with};
pub use cost::{End, GoOn, Interval, Pricing};
pub use difficulty::{Difficulty, Row, Table, Threshold};
pub use engine::PaymentEngine;
pub use fact_set::FactSet;
pub use from_map::{RoomByRoom, room_by_room};
pub use generous::{as_rules, generous, may_be_won};
pub use greedy::{GreedyPlay, greedy_play};
pub use horn_engine::HornEngine;
pub use layout::{Counted, Layout, MAX_STRATEGIES};
pub use missing::{MissingCore, core_candidates, missing_core, missing_core_among};
pub use path_wise::{PathWise, path_wise};
pub use regions::regions;
pub use relevance::{Relevance, maybe_relevant, relevance};
pub use replay::{NoDerivation, is_closed, replay, replay_to_goal};
pub use shared::{LeastShared, least_shared};
pub use stalemate::{Cause, Stalemate, stalemates};
pub use state_graph::{Edge, StateGraph, state_graph};
pub use strategies::{Order, Strategies};
pub use strategy::Strategy;
pub use survey::{SameFacts, dominant, fact_sets, unused_facts};
pub use told::{Border, Confined, held_text, move_text};
pub use words::rule_text;
