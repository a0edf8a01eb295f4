//! Engines decide tasks: packed models of Rules, and searches over them.
//!
//! Nothing here is trusted: what an engine says counts only once the checker
//! accepted its evidence. Engines name no game.
//!
//! ```
//! use playproof_certify::{Engine, Task, Unlimited, Finding};
//! use playproof_engines::ExplicitEngine;
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
//! let property = Property::Solvable;
//! let subject = model.elaborate(&property).unwrap();
//!
//! let task = Task::new(&subject, &property, &[]);
//! let outcome = ExplicitEngine::default().check(&task, &mut Unlimited);
//! assert!(matches!(outcome.finding, Finding::Holds(_)));
//! ```

mod automata;
mod blast;
mod cartesian;
mod compile;
mod components;
mod explicit;
mod fixpoint;
mod graph;
mod outlook;
mod paths;
mod portfolio;

pub use automata::{
    AutomataEngine, Automaton, Explosion, Transition, lasso_within, ranking, simplify, translate,
};
pub use blast::{
    Algebra, Blasted, BlastedCommand, Blaster, Cnf, Encoding, Lanes, NextBits, TooLarge, blast,
    is_state, is_valid,
};
pub use cartesian::separate;
pub use compile::{CompiledModel, InterpretedModel};
pub use components::components;
pub use explicit::{
    AStarEngine, BitstateEngine, DepthFirstEngine, End, ExplicitEngine, NativeEngine, RowId,
    Search, SearchPlan, StepCounter, Threads, Visited, finish_run, late_pattern, reachability,
    replay, run_through,
};
pub use fixpoint::{FixpointEngine, Truth, claims};
pub use outlook::Outlook;
pub use paths::PathsEngine;
pub use portfolio::{Contender, Finish, HEAD_START, Portfolio, PortfolioOutcome};
