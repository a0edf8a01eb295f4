//! Properties: what is asked of a level, as data, and how it is written.
//!
//! A designer's requirements have names; each is defined by a formula, or by
//! what it counts, in `meaning`.

use thiserror::Error;

use crate::formula::{Formula, Relation};
use playproof_kernel::Val;

/// A question about a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Property {
    /// Some run wins.
    Solvable,
    /// No run wins.
    Unsolvable,
    /// Some run wins within this many moves.
    ShortestAtMost(Val),
    /// No run wins in fewer moves than this.
    ShortestAtLeast(Val),
    /// No run reaches such a state.
    Never(Formula),
    /// Some run reaches such a state.
    Reach(Formula),
    /// Winning is possible wherever play can lead.
    Unlosable,
    /// The same, except where play is lost already.
    DeadEndFree,
    /// Winning is possible, or losing is certain, wherever play can lead.
    SoftlockFree,
    /// Nothing that can be reached at all, no room and no thing, can be lost before
    /// it was reached.
    CompleteSafe,
    /// Some run wins with visible progress at least every so many moves.
    Progress(Val),
    /// Some run wins so many moves after the last visible progress.
    ProgressAtWin(Val),
    /// What winning runs have of something that can be measured on them.
    Measured(Measured),
    /// There are so many different winning runs that repeat no state.
    Alternatives(Val),
    /// There are so many winning runs that share no state on the way.
    Routes(Val),
    /// There is exactly one winning run that repeats no state.
    Unique,
    /// A formula, on runs that keep the assumptions.
    Temporal {
        /// `GF p`, or `GF p -> GF q`.
        assumptions: Vec<Formula>,
        /// LTL or CTL.
        formula: Formula,
    },
}

/// A bound on a quantity of winning runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measured {
    /// Of one winning run, or of each.
    pub scope: Scope,
    /// What is measured.
    pub quantity: Quantity,
    /// `<=` or `>=`.
    pub relation: Relation,
    /// What it is compared with.
    pub bound: Fraction,
    /// Only runs of at most this many moves count.
    pub within: Option<Val>,
}

/// Which winning runs a bound is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// At least one.
    Some,
    /// Each.
    Every,
}

/// What can be measured on a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Moves in another direction than the move before.
    Turns,
    /// Moves in the same direction as the move before.
    Straights,
    /// Turns over all moves.
    Twistiness,
    /// Turns over straights.
    TurnRatio,
    /// Moves that push something.
    Pushes,
    /// Points, which may be fewer than none.
    Score,
}

impl Quantity {
    /// The counter that it is, or the two whose ratio it is.
    pub fn counters(self) -> (&'static str, Option<&'static str>) {
        match self {
            Quantity::Turns => ("turns", None),
            Quantity::Straights => ("straights", None),
            Quantity::Twistiness => ("turns", Some("moves")),
            Quantity::TurnRatio => ("turns", Some("straights")),
            Quantity::Pushes => ("pushes", None),
            Quantity::Score => ("score", None),
        }
    }
}

/// A number as written; only a score can be negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fraction {
    /// Above the line.
    pub over: Val,
    /// Below the line, at least 1.
    pub under: Val,
}

/// Why a property cannot be asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{message}{}", .column.map_or(String::new(), |c| format!("column {c}: ")),
    .help.as_ref().map_or(String::new(), |h| format!("; {h}")))]
pub struct PropertyError {
    /// Where in the text, from 1.
    pub column: Option<u32>,
    /// What is wrong.
    pub message: String,
    /// What was expected or meant.
    pub help: Option<String>,
}
