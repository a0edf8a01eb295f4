//! Explicit search: every state is visited.

mod astar;
mod best_first;
mod chunk;
mod counter;
mod depth_first;
mod engine;
mod projection;
mod run;
mod search;
mod shard;
mod team;
mod visited;
mod ways;

pub use astar::AStarEngine;
pub use counter::StepCounter;
pub use depth_first::{BitstateEngine, DepthFirstEngine};
pub use engine::{ExplicitEngine, NativeEngine, Threads, finish_run, late_pattern, reachability};
pub use run::{replay, run_through};
pub use search::{End, Search, SearchPlan};
pub use shard::RowId;
pub(crate) use shard::Shard;
pub use visited::Visited;
