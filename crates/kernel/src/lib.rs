//! The kernel: accepts evidence for an answer to a statement, or says why not.
//!
//! This crate is what has to be believed. It uses the standard library alone,
//! has no `unsafe`, calls no engine, and names no game. The story of a proof,
//! in the order in which it is best read:
//!
//! 1. **A statement** (`machine.rs`, `question.rs`, `formula.rs`, `statement.rs`)
//!    is a finite transition system and what is asked about it. `print.rs` writes
//!    it as a text and `read.rs` reads exactly that; the SHA-256 of the text
//!    (`sha256.rs`) is its name. `well_formed.rs` accepts a statement only if all
//!    of it can be evaluated in every state.
//! 2. **Evaluation** (`eval.rs`) has one law for each operation, over boxes of
//!    states; a state is a box with one point. `play.rs` plays a statement state
//!    by state, `program.rs` evaluates commands over boxes, and a box over which
//!    a condition is undecided is cut (`in_parts`).
//! 3. **Evidence** (`evidence.rs`, read by `stream.rs` and `evidence_reader.rs`
//!    out of a file, `certificate.rs`) comes from somebody who is not trusted.
//!    `check.rs` is the one entrance: it finds the check that goes with the
//!    question and the evidence, and it alone makes an [`Accepted`].
//! 4. **A run exists**: it is replayed (`check.rs`), and for linear time its word
//!    is evaluated (`linear.rs`), several runs are told apart (`paths.rs`).
//! 5. **No run does**: a closed set (`closed_set.rs`, with `patterns.rs`,
//!    `point_index.rs`, `potential.rs`; for interpreters a list in `check.rs`) holds
//!    the beginning, is left by no step and misses the target. Or the same is
//!    said in clauses (`encoding.rs`, `gates.rs`, `encoder.rs`, `obligations.rs`,
//!    `symbolic.rs`) and refuted step by step (`cnf.rs`, `lrat_proof.rs`,
//!    `lrat.rs`).
//! 6. **All runs**: ranks that fall (`progression.rs`, `linear.rs`), claims that
//!    rest on each other (`claims.rs`), a trap (`check.rs`), boxes with ways on
//!    (`ways.rs`).
//!
//! What is admitted and not checked, a game's theorem or an interpreter, enters
//! through [`Axioms`] and [`System`], and every [`Accepted`] names it.
//!
//! Lists of packed states are `layout.rs` and `rows.rs`; limits are `budget.rs`.
#![forbid(unsafe_code)]

mod budget;
mod certificate;
mod check;
mod claims;
mod closed_set;
mod cnf;
mod encoder;
mod encoding;
mod eval;
mod evidence;
mod evidence_reader;
mod formula;
mod gates;
mod layout;
mod linear;
mod lrat;
mod lrat_proof;
mod machine;
mod obligations;
mod paths;
mod patterns;
mod play;
mod point_index;
mod potential;
mod print;
mod program;
mod progression;
mod question;
mod read;
mod rows;
mod sha256;
mod statement;
mod stream;
mod symbolic;
mod ways;
mod well_formed;

pub use budget::{Budget, CheckError, Phase, Progress, Stop, Unlimited};
pub(crate) use budget::{Checked, ensure, known, poll, reject};
pub use budget::{Rejection, Rejection as CertificateError, Rejection as StatementError};
pub use certificate::Certificate;
pub use check::{Accepted, Axioms, NoAxioms, check};
pub(crate) use check::{Checker, does_not_show};
pub use cnf::Cnf;
pub use encoding::Encoding;
pub use eval::{Code, Evaluator, Interval, MAX_PARTS, cells, in_parts};
pub use evidence::*;
pub use evidence_reader::read_evidence;
pub use formula::*;
pub use layout::{Field, Layout};
pub use lrat::check_lrat;
pub use lrat_proof::LratProof;
pub use machine::*;
pub use obligations::{bounded_run, induction_step, invariant_safe, invariant_step};
pub use play::{Play, System};
pub use program::{Program, ProgramCommand, Ranges, Write};
pub use progression::{Alternative, Obligations, TooManyAlternatives};
pub use question::*;
pub(crate) use rows::Rows;
pub use sha256::{Sha256, hex};
pub use statement::{Fingerprint, Interpreters, Statement};
