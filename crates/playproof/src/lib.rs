//! Playproof: level text in, a checked verdict out.
//!
//! For a game that generates levels and hands out only those that are proved:
//!
//! ```
//! let level = "1111111\n\
//!              1A00001\n\
//!              11101G1\n\
//!              1111111\n";
//! let proof = playproof::verify(level, "solvable")?;
//! assert!(proof.holds());
//! assert_eq!(proof.length, Some(5));
//! let certificate = proof.certificate.expect("a decided answer has one").to_bytes(false);
//! assert!(playproof::check(&certificate).is_ok());
//! # Ok::<(), playproof::Error>(())
//! ```
//!
//! [`Playproof`] is the same with a choice of games, engines and limits.
#![forbid(unsafe_code)]

mod ask;
mod breaks;
mod catalogue;
mod choice;
mod choices;
mod each;
mod effort;
mod error;
mod fatal;
mod goal_parts;
mod iterative;
mod limits;
mod metrics;
mod optimal;
mod packed;
mod players;
mod proof;
mod prover;
mod reckon;
mod registry;
mod repair;
mod road;
mod runs;
mod score;
mod settings;
mod shown;
mod stuck;
mod trial;

pub use ask::{Ask, CollectionProperty};
pub use breaks::always;
pub use catalogue::{Entry, PROPERTIES};
pub use effort::Effort;
pub use error::{CertificateRejected, Error};
pub use fatal::{Fate, Impossible};
pub use iterative::{Iteration, Iterative};
pub use limits::Limits;
pub use metrics::{Difficulty, MAX_GRAPH, Metrics, RunMetrics, Trend, Winding};
pub use optimal::{Best, Cost, Least};
pub use packed::{is_certificate, packed, unpacked};
pub use playproof_certify::{
    Ability, Accepted, Budget, Certificate, CheckError, Engine, Evidence, Phase, Progress,
    QuestionKind, Reason, Rejection, Stop, Task, Unlimited,
};
pub use playproof_engines::{Contender, Finish};
pub use playproof_game::{
    Arrangement, Cell, Change, Chart, ChartBox, ChartLink, ChartThing, Colour, Drawing, Figure,
    Game, GameCommand, GameOption, Graph, Insight, LevelDesign, LevelGenerator, NoProposal,
    OptionKind, Options, Pieces, Played as PlayedRun, Proposer, Prover, Shape, Sign, Spot, Stage,
    Tile, TileId, Told, Value, View, at, counted, grouped,
};
pub use playproof_kernel::Certificate as CertificateFile;
pub use playproof_level::{
    Collection, Diagnostic, Format, Level, MAX_BYTES, Place, Severity, StoredSolution,
};
pub use playproof_model::{
    Answer, Formula, Fraction, Joint, Later, LinearNode, Measured, PathCount, Property,
    PropertyError, Quantifier, Quantity, Question, Relation, Rules, Scope, Span, Statement, Step,
    Subject, Term, TermKind, Val, steps,
};
pub use playproof_players::{AStar, Mcts, Played, Player};
pub use proof::{AcceptedCertificate, Proof, Verdict};
pub use prover::LevelProver;
pub use registry::Playproof;
pub use repair::{Repair, Repairs};
pub use road::{MAX_CERTIFICATE, Prepared};
pub use runs::{Reached, Run, Winnable};
pub use score::Tally;
pub use settings::Settings;
pub use stuck::{Minimality, Stuck};
pub use trial::Trial;

/// Reads every level of a file, in any format of the built-in games. `file` is the name
/// used in messages.
pub fn read(file: &str, bytes: &[u8]) -> Result<Collection, Diagnostic> {
    Playproof::default().read(file, bytes)
}

/// What a proposition of a built-in game says, and the opposite.
pub fn words_about(proposition: &str) -> Option<[&'static str; 2]> {
    let playproof = Playproof::default();
    let mut words = playproof.games().flat_map(|game| game.words());
    let found = words.find(|(name, _)| *name == proposition);
    found.map(|(_, words)| *words)
}

/// Verifies the first level of a text with the built-in games and engines,
/// without limits.
pub fn verify(level: &str, property: &str) -> Result<Proof, Error> {
    let playproof = Playproof::default();
    let file = playproof.read("level", level.as_bytes())?;
    let property = Playproof::property(property)?;
    let prepared = playproof.prepare(&file.levels[0], None)?;
    prepared.verify(&property, None, &mut Unlimited)
}

/// Checks a certificate with the built-in games, without limits on time.
pub fn check(certificate: &[u8]) -> Result<AcceptedCertificate, CertificateRejected> {
    Playproof::default().check(certificate, MAX_CERTIFICATE, &mut Unlimited)
}
