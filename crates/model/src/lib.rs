//! What a level means: Rules, properties, and the statement that both come to.
//!
//! Trusted, but for the files that say that they are not: a wrong line proves
//! something about another game, so this crate is plain, has no `unsafe` and names
//! neither a game nor an engine.
//!
//! ```
//! use playproof_model::{Builder, Property, elaborate, set};
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

mod build;
mod conditions;
mod each;
mod elaborate;
mod formula;
mod lex;
mod meaning;
mod normal_form;
mod packed;
mod parse;
mod property;
mod propositions_read;
mod resolve;
mod rules;
mod steps;
mod subject;
mod system;
mod theorem;
mod vacuity;
mod validate;
mod wording;
mod written;

pub use build::{Builder, Operand, set, set_elem};
pub use conditions::elaborate_conditions;
pub use each::Thing;
pub use elaborate::{ElaborateError, elaborate};
pub use formula::{Formula, Joint, Later, Quantifier, Relation, Span, Term, TermKind};
pub use packed::{Batch, Bound, FAR, NativeFactory, NativeModel, PackedModel, Unsupported};
// What engines and games speak of is the kernel's.
pub use playproof_kernel::{
    Action, ActionId, Alternative, Answer, Atom, AtomId, Branching, BranchingNode,
    BranchingQuestion, Command, Dom, E, Encoding, Field, Fingerprint, Foreign, Group, Layout,
    Linear, LinearNode, LinearQuestion, MAX_OBLIGATIONS, MAX_SUBFORMULAS, Machine, Node,
    Obligations, Op, PathCount, PathsQuestion, Play, Question, Reach, Runs, Statement,
    StatementError, Step, System, Table, TableId, TooManyAlternatives, Update, Val, VarDecl, VarId,
    Word, bases, reachable,
};
pub use property::{Fraction, Measured, Property, PropertyError, Quantity, Scope};
pub use rules::{Balance, Extent, GameCommand, Locator, MAX_CAP, Observer, Rules};
pub use steps::{Signature, steps, steps_in, stuck};
pub use subject::{Model, Subject};
pub use theorem::{KnownTheorem, NOTHING_IS_LOST, Theorem};
pub use validate::{RulesError, validate};
