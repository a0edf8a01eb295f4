//! Levels and properties in the languages of other tools.
//!
//! Not trusted: no proof rests on an export. What it says is compared with
//! what our own engines say, in the tests.
//!
//! ```
//! use playproof_model::{Builder, Property, set};
//!
//! // A counter that can be raised to 3, and wins there.
//! let mut b = Builder::default();
//! let x = b.variable("x", 0, 3);
//! let (now, one) = (b.var(x), b.constant(1));
//! let up = b.add(now, one);
//! let up = b.clamp(up, 0, 3);
//! let raise = b.action("raise");
//! b.command("raise", raise, one, vec![set(x, up)]);
//! let won = b.is(now, 3);
//! b.atom("win", won);
//! b.initial(vec![0]);
//! let rules = b.finish().unwrap();
//!
//! let asked = [("solvable".to_owned(), Property::Solvable)];
//! let text = playproof_export::promela(&rules, &asked)?;
//! assert!(text.contains("ltl solvable { !(<> win) }"));
//! # Ok::<(), playproof_export::ExportError>(())
//! ```
#![forbid(unsafe_code)]

mod booleans;
mod dimacs;
mod error;
mod names;
mod pddl;
mod promela;
mod question;
mod ranges;
mod smtlib;
mod smv;
mod text;
mod traces;

pub use dimacs::dimacs;
pub use error::ExportError;
pub use pddl::{PlanningTask, pddl};
pub use promela::promela;
pub use question::asks_what_is_reached;
pub use smtlib::{horn, smtlib, triples};
pub use smv::smv;
pub use traces::{TraceError, TraceFormat, by_actions, import_trace};
