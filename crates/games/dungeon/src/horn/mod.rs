//! Reasoning about Horn rules: what can be had, by which strategies, at what cost, and
//! why not. Facts and rules are named by their numbers.

pub(crate) mod cheapest;
pub(crate) mod closure;
pub(crate) mod cost;
pub(crate) mod difficulty;
pub(crate) mod fact_set;
pub(crate) mod from_map;
pub(crate) mod greedy;
pub(crate) mod landmark_cut;
pub(crate) mod missing;
pub(crate) mod part;
pub(crate) mod path_wise;
pub(crate) mod relevance;
pub(crate) mod replay;
pub(crate) mod rows;
pub(crate) mod shared;
pub(crate) mod stalemate;
pub(crate) mod state_graph;
pub(crate) mod strategies;
pub(crate) mod strategy;
pub(crate) mod survey;
pub(crate) mod words;
