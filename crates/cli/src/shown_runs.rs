//! The runs that a proof holds, as results show them: the actions of a few, and
//! what they score.

use playproof::{Prepared, Proof, Tally};
use playproof_report::{FoundRun, Row};

/// What is shown of the runs that a proof holds.
#[derive(Default)]
pub struct Shown {
    /// Their actions, if they are several and few.
    runs: Vec<Vec<String>>,
    /// What they score, if they are few.
    tallies: Vec<Tally>,
}

impl Shown {
    /// Of a proof about a level that was prepared so.
    pub fn new(prepared: &Prepared, proof: &Proof) -> Shown {
        let are_few = proof.n_runs.unwrap_or(1) <= FoundRun::MOST;
        let tallies = proof.certificate.as_ref().map(|c| match are_few {
            true => prepared.tallies(c),
            false => {
                let run = prepared.run_of(c);
                let tally = run.and_then(|run| prepared.tally(&run));
                tally.into_iter().collect()
            }
        });
        Shown {
            runs: all_runs(prepared, proof),
            tallies: tallies.unwrap_or_default(),
        }
    }

    /// Enters it beside the answer.
    pub fn enter(self, row: &mut Row) {
        row.run.all = self.runs;
        row.scored(&self.tallies);
    }
}

/// The actions of the runs that a proof holds, if they are several and few.
fn all_runs(prepared: &Prepared, proof: &Proof) -> Vec<Vec<String>> {
    let is_few = |n: u64| (2..=FoundRun::MOST).contains(&n);
    match (&proof.certificate, proof.n_runs) {
        (Some(certificate), Some(n)) if is_few(n) => {
            let runs = prepared.runs_of(certificate).into_iter();
            runs.map(|run| run.actions).collect()
        }
        _ => Vec::new(),
    }
}
