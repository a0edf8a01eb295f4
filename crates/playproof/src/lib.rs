//! Playproof: level text in, a checked verdict out.
//!
//! For a game that generates levels and hands out only those that are proved:
//!
//! ```
//! use playproof::Limits;
//!
//! let level = "1111111\n\
//!              1A00001\n\
//!              11101G1\n\
//!              1111111\n";
//! // Small levels take far fewer; a search that needs more is *unknown*.
//! let mut budget = Limits::states(100_000);
//! let proof = playproof::verify(level, "solvable", &mut budget)?;
//! assert!(proof.holds());
//! assert_eq!(proof.length, Some(5));
//! let certificate = proof.certificate.expect("a decided answer has one").to_bytes(false);
//! assert!(playproof::check(&certificate).is_ok());
//! # Ok::<(), playproof::Error>(())
//! ```
//!
//! A budget is asked again and again whether work goes on: [`Limits`] counts
//! states and bytes and takes a callback for the rest, [`Unlimited`] never
//! says no, and [`Budget`] is a trait for your own.
//!
//! [`Playproof`] is the same with a choice of games, engines and threads. Your
//! own game or engine joins it with [`Playproof::with_game`] and
//! [`Playproof::with_engine`]; `examples/own_game.rs` has one of each. All that
//! they are made of is in [`level`], [`model`], [`game`], [`certify`] and
//! [`engines`].
//!
//! Features: `bdd` adds an engine on decision diagrams, `sat` those on a SAT
//! solver, which needs a C++ compiler. Without them everything is Rust and runs
//! in a browser.
#![forbid(unsafe_code)]

mod ask;
mod catalogue;
mod checker;
mod choice;
mod each;
mod error;
mod limits;
mod lint;
mod packed;
mod proof;
mod registry;
mod road;
mod runs;
mod settings;
mod shown;
mod trial;

pub use ask::{Ask, CollectionProperty};
pub use catalogue::{Entry, PROPERTIES};
pub use error::{CertificateRejected, Error};
pub use limits::Limits;
// What games and engines from outside are made of.
pub use playproof_certify as certify;
pub use playproof_engines as engines;
pub use playproof_game as game;
pub use playproof_level as level;
pub use playproof_model as model;

pub use checker::{Checker, MAX_LEVEL_TEXT, is_certificate};
pub use packed::{packed, unpacked};
pub use playproof_certify::{
    Ability, Accepted, Budget, Certificate, CheckError, Engine, Evidence, Phase, Progress,
    QuestionKind, Reason, Rejection, Stop, Task, Unlimited,
};
pub use playproof_engines::{Contender, Finish};
pub use playproof_game::{
    Area, Arrangement, BoardDrawing, BoardWay, Cell, Change, Chart, ChartBox, ChartLink,
    ChartThing, Colour, Drawing, Drawn, Edit, Figure, Game, GameCommand, GameOption, Graph, Heat,
    Insight, LevelDesign, LevelGenerator, Linter, NoProposal, OptionFile, OptionKind, Options,
    Pieces, Played, Proposer, Prover, Shape, Sign, Spot, Sprite, Stage, Stroll, Tile, TileId, Told,
    Value, View, Watch, at, counted, grouped,
};
pub use playproof_kernel::{Certificate as CertificateFile, Sha256};
pub use playproof_level::{
    Collection, Diagnostic, Format, Level, MAX_BYTES, Place, Severity, StoredSolution, Wanted,
};
pub use playproof_model::{
    Answer, Formula, Fraction, Joint, Later, LinearNode, Measured, PathCount, Property,
    PropertyError, Quantifier, Quantity, Question, Relation, Rules, Scope, Span, Statement, Step,
    Subject, Term, TermKind, Val, steps,
};
pub use proof::{AcceptedCertificate, Proof, Verdict};
pub use registry::Playproof;
pub use road::{MAX_CERTIFICATE, Prepared};
pub use runs::{Reached, Run, Winnable};
pub use settings::{N_PARTS, Settings, checkable};
pub use trial::Trial;

/// Reads every level of a file, in any format of the built-in games. `file` is the name
/// used in messages.
pub fn read(file: &str, bytes: &[u8]) -> Result<Collection, Diagnostic> {
    Playproof::default().read(file, bytes)
}

/// What a proposition of a built-in game says, and the opposite.
pub fn words_about(proposition: &str) -> Option<[&'static str; 2]> {
    let mut words = settings::WORDS.iter().copied().flatten();
    let found = words.find(|(name, _)| *name == proposition);
    found.map(|(_, words)| *words)
}

/// Verifies the first level of a text with the built-in games and engines. Where
/// the budget does not suffice, the verdict is *unknown*.
pub fn verify(level: &str, property: &str, budget: &mut dyn Budget) -> Result<Proof, Error> {
    let playproof = Playproof::default();
    let file = playproof.read("level", level.as_bytes())?;
    let property = Playproof::property(property)?;
    let prepared = playproof.prepare(&file.levels[0], None)?;
    prepared.verify(&property, None, budget)
}

/// Checks a certificate with the built-in games, without limits on time.
pub fn check(certificate: &[u8]) -> Result<AcceptedCertificate, CertificateRejected> {
    Playproof::default().check(certificate, MAX_CERTIFICATE, &mut Unlimited)
}

/// The README's example is run as one of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
