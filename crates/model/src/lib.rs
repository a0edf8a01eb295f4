//! What a level means: Rules, properties, the reference interpreter, cubes.
//!
//! Trusted: a wrong line here makes a wrong proof look right, so this crate is
//! plain, has no `unsafe` and names neither a game nor an engine.
//!
//! ```
//! use playproof_model::{Builder, Property, Semantics, elaborate, set};
//!
//! // A counter that can be raised to 3, and wins there.
//! let mut b = Builder::default();
//! let x = b.variable("x", 0, 3);
//! let now = b.var(x);
//! let one = b.constant(1);
//! let up = b.add(now, one);
//! let up = b.clamp(up, 0, 3);
//! let raise = b.action("raise");
//! b.command("raise", raise, one, vec![set(x, up)]);
//! let won = b.is(now, 3);
//! b.atom("win", won);
//! b.terminal(won);
//! b.initial(vec![0]);
//! let rules = b.finish().unwrap();
//!
//! let question = elaborate(&rules, &Property::Solvable).unwrap();
//! let mut seen = Vec::new();
//! question.successors(&[2], &mut |_, next| seen.push(next.to_vec()));
//! assert_eq!(seen, [[3]]);
//! let reach = question.question().reach().unwrap();
//! assert!(question.holds(&[3], reach.target));
//! ```
#![forbid(unsafe_code)]

mod branching;
mod build;
mod by_value;
mod cube;
mod each;
mod elaborate;
mod encoding;
mod fingerprint;
mod formula;
mod interpreted;
pub mod interval;
mod layout;
mod lex;
mod linear;
mod meaning;
mod normal_form;
mod packed;
mod parse;
mod progression;
mod property;
mod reference;
mod resolve;
mod rules;
mod semantics;
mod subject;
mod theorem;
mod validate;

pub use branching::{Branching, BranchingNode, MAX_SUBFORMULAS, Runs};
pub use build::{Builder, set, set_elem};
pub use by_value::{ByValue, ValueCommand, ValueWrite};
pub use cube::{CubeSemantics, Cubes, Dom, Posts, Workspace, Write};
pub use each::Thing;
pub use elaborate::{ElaborateError, Elaborated, elaborate, elaborate_conditions};
pub use encoding::Encoding;
pub use fingerprint::Hasher;
pub use formula::{Formula, Joint, Later, Quantifier, Relation, Span, Term, TermKind};
pub use interpreted::Interpreted;
pub use layout::{Field, Layout};
pub use linear::{Linear, LinearNode, MAX_OBLIGATIONS, Word};
pub use meaning::{BranchingQuestion, LinearQuestion, PathCount, PathsQuestion, Question, Reach};
pub use packed::{Batch, Bound, FAR, NativeFactory, NativeModel, PackedModel, Unsupported};
pub use progression::{Alternative, Obligations, TooManyAlternatives};
pub use property::{Answer, Fraction, Measured, Property, PropertyError, Quantity, Scope};
pub use reference::Reference;
pub use rules::{
    Action, ActionId, Atom, AtomId, Balance, Command, E, Extent, Locator, Node, Observer, Op,
    Owner, Rules, Table, TableId, Update, Val, VarDecl, VarId, reachable,
};
pub use semantics::{Fingerprint, Semantics, Signature, Step, steps, stuck};
pub use subject::{Model, Subject};
pub use theorem::{KnownTheorem, Theorem};
pub use validate::{MAX_CAP, RulesError, validate};
