//! What can be said of a level beyond the answer to one question: how hard it
//! is, why it cannot be won, what mends it, which move was fatal, and which
//! run is the cheapest.
//!
//! Everything here asks through [`Prepared`](playproof::Prepared), as a caller
//! would, so whatever it claims was checked. It names no game: what it knows
//! of a level is what the game hands out. Each topic is a trait that adds its
//! questions to a prepared level:
//!
//! | trait | what it answers |
//! | --- | --- |
//! | [`Measuring`] | figures, and how difficult a level may be |
//! | [`Surveying`] | all states of a small level: heat, and what each step leaves open |
//! | [`Mapping`] | states and moves as a graph: where play is won, lost or safe |
//! | [`Optimizing`] | a run with the fewest moves or pushes |
//! | [`Repairing`] | what is stuck, and the smallest change that helps |
//! | [`FindingFaults`] | what the game itself finds wrong |
//! | [`Facts`] | what more there is to say of a bare no |
//! | [`Replaying`] | whether given moves are possible, and the fatal one |
//! | [`SolvingByParts`] | a run that reaches the goal part by part |
//! | [`Scoring`] | points of a run |
//! | [`Breaking`] | the moment at which a run breaks `G p` |
//! | [`Playing`] | what players that prove nothing come to |
//!
//! ```
//! use playproof::{Playproof, Unlimited};
//! use playproof_analysis::{Effort, Repairing};
//!
//! let playproof = Playproof::default();
//! let file = playproof.read("level", b"A01G\n")?;
//! let prepared = playproof.prepare(&file.levels[0], None)?;
//! let repairs = prepared.repair(&[], None, Effort::default(), &mut Unlimited)?;
//! let repair = repairs.and_then(|repairs| repairs.found).expect("a wall less is enough");
//! assert_eq!(repair.changes.len(), 1);
//! assert!(repair.proof.holds());
//! # Ok::<(), playproof::Error>(())
//! ```
#![forbid(unsafe_code)]

mod breaks;
mod choices;
mod effort;
mod fact;
mod fatal;
mod goal_parts;
mod iterative;
mod metrics;
mod optimal;
mod players;
mod prover;
mod reckon;
mod repair;
mod score;
mod space;
mod stuck;
mod survey;
mod walk;

pub use breaks::{Breaking, always};
pub use effort::Effort;
pub use fact::{Facts, stuck_in_words};
pub use fatal::{Fate, Impossible, Replaying};
pub use iterative::{Iteration, Iterative, SolvingByParts};
pub use metrics::{Difficulty, MAX_GRAPH, Measuring, Metrics, RunMetrics, Trend, Winding};
pub use optimal::{Best, Cost, Least, Optimizing};
pub use players::Playing;
pub use playproof_players::{AStar, Mcts, Played, Player};
pub use prover::{FindingFaults, LevelProver};
pub use repair::{Repair, Repairing, Repairs};
pub use score::{Scoring, Tally};
pub use space::{Mapping, Move, Node, Region, Space};
pub use stuck::{Minimality, Stuck};
pub use survey::{Survey, Surveying};
pub use walk::Walk;
