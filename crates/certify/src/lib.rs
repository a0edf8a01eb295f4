//! Tasks and verdicts, evidence and its file, and the checker that accepts
//! evidence without trusting who found it.
//!
//! Trusted, like `playproof-model`; it names neither a game nor an engine.
//!
//! ```
//! use playproof_certify::{Evidence, Trace, Unlimited, check};
//! use playproof_model::{ActionId, Answer, Builder, Model, Property, Step, set};
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
//! let subject = model.elaborate(&Property::Solvable).unwrap();
//!
//! let switch = Step::Act { action: ActionId(0), choice: 0 };
//! let run = |steps| Evidence::Trace(Trace { initial: 0, steps });
//! assert!(check(&subject, Answer::Holds, &run(vec![switch]), &mut Unlimited).is_ok());
//! assert!(check(&subject, Answer::Holds, &run(vec![]), &mut Unlimited).is_err());
//! ```
#![forbid(unsafe_code)]

mod boxes;
mod certificate;
mod check;
mod check_branching;
mod check_by_value;
mod check_closed_set;
mod check_each;
mod check_linear;
mod check_paths;
mod check_potential;
mod check_symbolic;
mod cnf;
mod evidence;
mod evidence_format;
mod gates;
mod lrat;
mod lrat_format;
mod lrat_proof;
mod obligations;
mod pattern_index;
mod plain;
mod point_index;
mod rows;
mod stream;
mod symbolic_format;
mod task;

pub use certificate::{Certificate, CertificateError};
pub use check::{CheckError, Rejection, check};
pub use check_each::check_each;
pub use cnf::{Cnf, NotALiteral};
pub use evidence::{
    Circuit, Claims, ClosedSet, Column, Count, Cut, Evidence, Gate, Induction, Invariant, Lasso,
    Pattern, Piece, Potential, Ranking, StateSet, Trace, UniqueRun,
};
pub use lrat::check_lrat;
pub use lrat_format::LratError;
pub use lrat_proof::{LratProof, ProofStep, StepError};
pub use obligations::{
    BoundedRun, bounded_run, induction_base, induction_step, invariant_safe, invariant_step,
};
pub use plain::NotEncoded;
pub use task::{
    Ability, Budget, Engine, Outcome, Phase, Progress, QuestionKind, Reason, Stop, Task, Unlimited,
    Verdict,
};
