//! Engines on a SAT solver: Rules become clauses, runs assignments, and what
//! cannot be a refutation that the checker reads.
//!
//! - `sat-bmc` looks for runs of growing length, also for those of an LTL formula;
//! - `sat-kind` shows by induction over the length that there is none;
//! - `sat-ic3` finds clauses that hold of all reachable states.
//!
//! Nothing here is trusted. A search uses clauses of its own (`transition.rs`);
//! what a verdict rests on are refutations of the clauses that `certify` hands
//! out, which are found anew (`evidence.rs`).
//!
//! ```
//! use playproof_certify::{Engine, Task, Unlimited, Finding, check};
//! use playproof_model::{Answer, Builder, Model, Property, set};
//! use playproof_sat::Ic3Engine;
//!
//! // A lamp that can be switched off, and so never on.
//! let mut b = Builder::default();
//! let lamp = b.variable("lamp", 0, 1);
//! let (now, always, off) = (b.var(lamp), b.constant(1), b.constant(0));
//! let switch = b.action("switch");
//! b.command("switch", switch, always, vec![set(lamp, off)]);
//! b.atom("win", now);
//! b.initial(vec![0]);
//! let model = Model::Rules(Box::new(b.finish().unwrap()));
//! let property = Property::Unsolvable;
//! let subject = model.elaborate(&property).unwrap();
//!
//! let task = Task::new(&subject, &property, &[]);
//! let outcome = Ic3Engine.check(&task, &mut Unlimited);
//! let Finding::Holds(evidence) = outcome.finding else { panic!() };
//! assert!(check(&subject, Answer::Holds, &evidence, &mut Unlimited).is_ok());
//! ```

mod asked;
mod bmc;
mod evidence;
mod ic3;
mod k_induction;
mod linear;
mod refute;
mod solver;
mod transition;
mod unrolling;

pub use bmc::BmcEngine;
pub use evidence::prove_invariant;
pub use ic3::Ic3Engine;
pub use k_induction::KInductionEngine;
pub use refute::{NotRefuted, refute};
pub use solver::Solver;
