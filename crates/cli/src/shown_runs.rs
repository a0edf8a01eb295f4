//! The runs that a proof holds, as results show them: the actions of a few, and
//! what they score. They are replayed once for both.

use playproof::{Prepared, Proof, Run};
use playproof_analysis::{Scoring, Tally};
use playproof_report::{FoundRun, Row};

/// What is shown of the runs that a proof holds.
#[derive(Default)]
pub struct Shown {
    /// Their actions, if they are several and few.
    runs: Vec<Vec<String>>,
    /// What they score, if they are few; or else the shortest one.
    tallies: Vec<Tally>,
}

impl Shown {
    /// Of a proof about a level that was prepared so.
    pub fn new(prepared: &Prepared, proof: &Proof) -> Shown {
        let n_runs = proof.n_runs.unwrap_or(1);
        let are_listed = (2..=FoundRun::MOST).contains(&n_runs);
        let Some(certificate) = &proof.certificate else {
            return Shown::default();
        };
        if !are_listed && !prepared.keeps_score() {
            return Shown::default();
        }
        let runs = match n_runs <= FoundRun::MOST {
            true => prepared.runs_of(certificate),
            false => prepared.run_of(certificate).into_iter().collect(),
        };
        Shown {
            tallies: tallies(prepared, &runs),
            runs: match are_listed {
                true => runs.into_iter().map(|run| run.actions).collect(),
                false => Vec::new(),
            },
        }
    }

    /// Enters it beside the answer.
    pub fn enter(self, row: &mut Row) {
        row.run.all = self.runs;
        row.scored(&self.tallies);
    }
}

/// What runs score; none if the game keeps no score or one of them has no end.
pub fn tallies(prepared: &Prepared, runs: &[Run]) -> Vec<Tally> {
    let tallies: Option<Vec<Tally>> = runs.iter().map(|run| prepared.tally(run)).collect();
    tallies.unwrap_or_default()
}
