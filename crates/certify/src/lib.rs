//! Tasks, engines and their findings, and certificates as they are written.
//!
//! Not trusted: what is written here the kernel reads and checks.
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

mod certificate;
mod lrat;
mod task;
pub mod writer;

pub use certificate::{Certificate, MAX_CARRIED, check};
pub use lrat::{LratError, ProofBuilder, StepError, from_text, to_text};
pub use playproof_kernel::{
    Accepted, Argument, Budget, CheckError, Circuit, Claims, ClosedSet, Cnf, Column, Count, Cut,
    Evidence, Gate, Induction, Invariant, Lasso, LratProof, Pattern, Phase, Piece, Potential,
    Progress, Ranking, Rejection, StateSet, Stop, Trace, Trap, Unlimited, Way, Ways, bounded_run,
    check_lrat, induction_step, invariant_safe, invariant_step,
};
pub use task::{Ability, Engine, Finding, Outcome, QuestionKind, Reason, Task};
