//! The fewest moves or pushes: a run, and the proof that no run does with
//! less. When the budget ends, the best run so far and the bound so far.

use playproof_certify::{Budget, Evidence, Reason};
use playproof_model::{Fraction, Measured, Property, Quantity, Relation, Scope, Val, steps};

use crate::error::Error;
use crate::road::{Prepared, Proof, Verdict};

/// What is to be as little as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Moves.
    Moves,
    /// Pushes.
    Pushes,
}

impl Cost {
    /// The property that no run costs less than this.
    pub fn at_least(self, n: Val) -> Property {
        match self {
            Cost::Moves => Property::ShortestAtLeast(n),
            Cost::Pushes => Property::Measured(Measured {
                scope: Scope::Every,
                quantity: Quantity::Pushes,
                relation: Relation::Ge,
                bound: Fraction { over: n, under: 1 },
                within: None,
            }),
        }
    }
}

/// How far the search for a cheapest run came.
#[derive(Clone, Debug)]
pub struct Best {
    /// The answer with the best run found, or that there is none.
    pub found: Proof,
    /// What the best run costs; `None` without a run.
    pub cost: Option<u64>,
    /// No run costs less than this.
    pub lower_bound: u64,
    /// The proof that no run costs less than the best one, once there is one.
    pub optimal: Option<Proof>,
    /// Why there is none.
    pub stopped: Option<Reason>,
    /// States seen in all searches.
    pub states: u64,
}

impl Best {
    /// Whether the question is settled: a cheapest run, or none at all.
    pub fn is_settled(&self) -> bool {
        self.optimal.is_some() || self.is_unsolvable()
    }

    /// Whether it is proved that there is no run at all.
    pub fn is_unsolvable(&self) -> bool {
        self.cost.is_none() && self.found.violated()
    }
}

impl Prepared<'_> {
    /// A cheapest winning run. Any run at first, then better ones until the
    /// last is proved to be the best or the budget ends.
    pub fn cheapest(&self, cost: Cost, budget: &mut dyn Budget) -> Result<Best, Error> {
        let found = self.decide(&Property::Solvable, None, budget)?;
        let mut best = Best {
            states: found.states,
            cost: None,
            lower_bound: 0,
            optimal: None,
            stopped: None,
            found,
        };
        if let Verdict::Unknown(reason) = &best.found.verdict {
            best.stopped = Some(reason.clone());
        }
        while let Some(n) = self.cost_of(&best.found, cost)? {
            best.cost = Some(n);
            let bound = Val::try_from(n).unwrap_or(Val::MAX);
            let proof = self.decide(&cost.at_least(bound), None, budget)?;
            best.states += proof.states;
            match &proof.verdict {
                Verdict::Unknown(reason) => {
                    best.lower_bound = u64::from(proof.lower_bound.unwrap_or(0));
                    best.stopped = Some(reason.clone());
                    break;
                }
                Verdict::Decided(_) if proof.holds() => {
                    best.lower_bound = n;
                    best.optimal = Some(proof);
                    break;
                }
                // A run that costs less; or evidence that was rejected.
                Verdict::Decided(_) | Verdict::Rejected(_) => best.found = proof,
            }
        }
        Ok(best)
    }

    /// What the run of an answer costs, if it has one.
    fn cost_of(&self, proof: &Proof, cost: Cost) -> Result<Option<u64>, Error> {
        let certificate = proof.certificate.as_ref();
        let Some(Evidence::Trace(trace)) = certificate.map(|c| &c.evidence) else {
            return Ok(None);
        };
        let n_steps = trace.steps.len() as u64;
        if cost == Cost::Moves {
            return Ok(Some(n_steps));
        }
        // The counter does not stop before the end of the run.
        let most = Val::try_from(n_steps).unwrap_or(Val::MAX);
        let subject = self.subject(&cost.at_least(most))?;
        let semantics = subject.semantics();
        let mut states = Vec::new();
        semantics.initial(&mut |state| states.push(state.to_vec()));
        let mut state = states.swap_remove(trace.initial as usize);
        for step in &trace.steps {
            let mut next = None;
            steps(semantics, &state, &mut |possible, after| {
                if possible == *step {
                    next = Some(after.to_vec());
                }
            });
            state = next.expect("the checker accepted the run");
        }
        let counter = semantics
            .signature()
            .vars
            .iter()
            .position(|v| v.name == "pushes");
        let flat = counter.map(|v| {
            let before = &semantics.signature().vars[..v];
            before.iter().map(|v| v.n_flat()).sum::<usize>()
        });
        Ok(flat.map(|flat| state[flat] as u64))
    }
}
