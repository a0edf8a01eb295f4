//! Reasoning about Horn rules: what can be had, by which strategies, at what cost, and
//! why not.
//!
//! Nothing here is trusted. A derivation, a closed set and a strategy can each be gone
//! through again by [`replay`] and [`is_closed`]. The crate does no input and output,
//! reads no clock and starts no threads; long work asks a [`GoOn`] whether it goes on.
//!
//! Facts and rules are named by their numbers in the
//! [`HornRules`](canonical::HornRules). All must be in range there, as
//! readers see to.
//!
//! ```
//! use playproof_dungeon::{Order, Pricing, Strategies, replay_to_goal, rule_text};
//! use playproof_dungeon::canonical::{HornRule, HornRules, Mark};
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

pub mod canonical;
mod engine;
mod formats;
mod game;
mod generate;
mod horn;
mod insight;
mod keys_and_doors;
mod lattice;
mod layout;
mod measures;
mod memory;
mod names;
mod rules;
mod situation;
mod strategies;
mod theorems;
mod view;

pub use engine::PaymentEngine;
pub use engine::cases::{Safety, safety};
pub use engine::horn_engine::HornEngine;
pub use engine::regions::regions;
pub use formats::{DungeonFormats, read};
pub use game::Dungeon;
pub use generate::{DungeonDesign, DungeonDesignError, KeyPlacing, MOST_ROOMS};
pub use horn::closure::{Closure, Watchers, closure, closure_with};
pub use horn::cost::{End, GoOn, Interval, Pricing};
pub use horn::difficulty::{Difficulty, Followed, Table, Threshold};
pub use horn::fact_set::FactSet;
pub use horn::from_map::{RoomByRoom, room_by_room};
pub use horn::greedy::{GreedyPlay, greedy_play};
pub use horn::missing::{MissingCore, core_candidates, missing_core, missing_core_among};
pub use horn::path_wise::{PathWise, path_wise};
pub use horn::relevance::{Relevance, maybe_relevant, relevance};
pub use horn::replay::{NoDerivation, is_closed, replay, replay_to_goal};
pub use horn::shared::{LeastShared, least_shared};
pub use horn::stalemate::{Cause, Stalemate, stalemates};
pub use horn::state_graph::{Edge, StateGraph, state_graph};
pub use horn::strategies::{Order, Strategies};
pub use horn::strategy::Strategy;
pub use horn::survey::{SameFacts, dominant, fact_sets, unused_facts};
pub use horn::words::rule_text;
pub use insight::change::{Change, kind_text, passage_text};
pub use insight::changes::{changed, changes};
pub use insight::generous::{as_rules, generous, may_be_won};
pub use insight::losing_play::{LosingPlay, Trapped, losing_play};
pub use insight::repair::{DungeonRepair, DungeonRepairs, Tried, dungeon_repairs, smallest_core};
pub(crate) use insight::told::needs_text;
pub use insight::told::{Border, Confined, held_text, move_text};
pub use keys_and_doors::{KeysAndDoors, MAX_CASES, Membership};
pub use layout::{Counted, Layout, MAX_STRATEGIES};
pub use situation::Situation;
pub use strategies::places as stalemate_places;
pub use theorems::{DungeonTheorems, KEYS_PAY_FOR_DOORS};
