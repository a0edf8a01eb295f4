//! The run that an answer shows, and its figures.

use std::collections::BTreeMap;

use playproof::{Evidence, Proof};

use crate::run::lasting;

/// How good a run is known to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Quality {
    /// None is shorter: the search goes by length.
    #[default]
    Shortest,
    /// None has fewer of these: that is proved.
    Proved(&'static str),
    /// The same, and by a search that goes by length none of those is shorter.
    ProvedAndShort(&'static str),
    /// The best so far where few of these are asked for.
    SoFar(&'static str),
    /// There may be a shorter one.
    Any,
    /// Nothing is said of it: a certificate does not tell.
    NotSaid,
    /// Found by the player of this name, which proves nothing else.
    Played(&'static str),
}

impl Quality {
    /// What the run has least of, where that is proved.
    pub(crate) fn optimal(self) -> Option<&'static str> {
        match self {
            Quality::Proved(of) | Quality::ProvedAndShort(of) => Some(of),
            _ => None,
        }
    }
}

/// The run behind an answer; of several, a shortest one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundRun {
    /// Its length, if the evidence is a run.
    pub length: Option<u64>,
    /// What it costs, by name.
    pub cost: BTreeMap<&'static str, u64>,
    /// Its actions.
    pub solution: Option<Vec<String>>,
    /// It goes on for ever, repeating what follows so many actions.
    pub repeats_from: Option<u64>,
    /// The actions in the letters that players of the game use.
    pub letters: Option<String>,
    /// How good it is known to be.
    pub quality: Quality,
    /// How many runs the evidence holds, if it is about their number.
    pub n_runs: Option<u64>,
    /// The actions of all runs, if the evidence holds several, but not more
    /// than [`FoundRun::MOST`].
    pub all: Vec<Vec<String>>,
    /// What each of the runs scores, in games that keep a score; or only the
    /// shown one, where they are many.
    pub scores: Vec<i64>,
}

impl FoundRun {
    /// More runs than this are not shown with a result.
    pub const MOST: u64 = 5;

    /// Enters what an answer shows.
    pub(crate) fn enter(&mut self, proof: &Proof) {
        self.solution.clone_from(&proof.solution);
        self.repeats_from = proof.repeats_from;
        self.n_runs = proof.n_runs;
        let evidence = proof.certificate.as_ref().map(|c| &c.evidence);
        let is_trap = matches!(evidence, Some(Evidence::Trap(_)));
        self.quality = match (proof.length, proof.lower_bound) {
            (Some(0) | None, _) => Quality::Shortest,
            // A level that is won in one move is not won before, but may be lost before.
            (Some(1), _) if !is_trap => Quality::Shortest,
            (Some(length), Some(bound)) if length <= u64::from(bound) => Quality::Shortest,
            _ => Quality::Any,
        };
    }

    /// What there is to say of its length: nothing where it is a shortest one.
    pub(crate) fn remark(&self) -> &'static str {
        match self.quality {
            Quality::Shortest | Quality::NotSaid => "",
            Quality::Proved("pushes") | Quality::ProvedAndShort("pushes") => {
                " (no run has fewer pushes)"
            }
            Quality::Proved(_) | Quality::ProvedAndShort(_) => " (no run has fewer)",
            Quality::SoFar(_) | Quality::Any | Quality::Played(_) => " (perhaps not the fewest)",
        }
    }

    /// Enters the length. What stays where it is has not moved.
    pub(crate) fn count_moves(&mut self, length: Option<u64>) {
        self.length = length;
        let n_moves = self.solution.as_deref().map_or(length, |run| {
            let (actions, _) = lasting(run, self.repeats_from);
            Some(actions.len() as u64)
        });
        self.cost.extend(n_moves.map(|n| ("moves", n)));
    }

    /// What the shown run scores.
    pub(crate) fn score(&self) -> Option<i64> {
        self.scores.first().copied()
    }

    /// What the steps of the run are called: some may be no moves.
    pub(crate) fn step_name(&self) -> &'static str {
        match (self.length, self.cost.get("moves")) {
            (Some(n_steps), Some(&n_moves)) if !self.scores.is_empty() && n_moves < n_steps => {
                "step"
            }
            _ => "move",
        }
    }
}
