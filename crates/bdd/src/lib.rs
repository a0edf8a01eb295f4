//! The symbolic engine: sets of states as decision diagrams.
//!
//! Nothing here is trusted: what the engine says counts only once the checker
//! accepted its evidence. It reads Rules, bit-blasted, and names no game.
//!
//! ```
//! use playproof_bdd::BddEngine;
//! use playproof_certify::{Engine, Task, Unlimited, Finding};
//! use playproof_model::{Builder, Model, Property, set};
//!
//! // A lamp that can be switched on.
//! let mut b = Builder::default();
//! let lamp = b.variable("lamp", 0, 1);
//! let (now, one) = (b.var(lamp), b.constant(1));
//! let switch = b.action("switch");
//! b.command("switch", switch, one, vec![set(lamp, one)]);
//! b.atom("win", now);
//! b.initial(vec![0]);
//! let model = Model::Rules(Box::new(b.finish().unwrap()));
//! // Wherever play leads, the lamp can still be lit.
//! let property: Property = "AG EF win".parse().unwrap();
//! let subject = model.elaborate(&property).unwrap();
//!
//! let task = Task::new(&subject, &property, &[]);
//! let outcome = BddEngine::default().check(&task, &mut Unlimited);
//! assert!(matches!(outcome.finding, Finding::Holds(_)));
//! assert_eq!(outcome.states, 2);
//! ```

mod branching;
mod cases;
mod circuit;
mod diagrams;
mod engine;
mod future;
mod linear;
mod order;
mod reach;
mod rows;
mod space;
mod watch;

pub use circuit::{Circuit, Gate};
pub use engine::{BddEngine, reachable};
