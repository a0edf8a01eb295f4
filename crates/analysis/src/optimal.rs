//! The fewest moves or pushes: a run, and the proof that no run does with
//! less. When the budget ends, the best run so far and the bound so far.

use playproof::{Error, Limits, Prepared, Proof, Verdict};
use playproof_certify::{Budget, Evidence, Progress, Reason, Stop};
use playproof_model::{
    Formula, Fraction, Measured, Property, Quantity, Relation, Scope, Val, steps,
};

/// The engine whose runs are shortest.
const BY_LENGTH: &str = "explicit";

/// More than any run costs.
const MANY: Val = 20_000;

/// States that may be looked at for the fewest moves among the fewest pushes.
const ENOUGH_FOR_A_TIE: u64 = 3_000_000;

/// States that a first run may cost where a shortest one is asked for.
const ENOUGH_FOR_A_RUN: u64 = 2_000_000;

/// States that may be looked at for a shorter run that nobody asked for.
const ENOUGH_FOR_SHORTENING: u64 = 500_000;

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
    /// No run costs less than this, as far as the search knows.
    pub lower_bound: Option<u64>,
    /// Why no run costs less than the best one, once that is known.
    pub least: Option<Least>,
    /// Whether no run that costs as little is shorter, by a search that goes by
    /// length. It is not checked.
    pub fewest_moves: bool,
    /// Why it is not known.
    pub stopped: Option<Reason>,
    /// States seen in all searches.
    pub states: u64,
}

/// Why no run costs less.
#[derive(Clone, Debug)]
pub enum Least {
    /// It is proved, and the evidence checked.
    Proved(Box<Proof>),
    /// The search that found the run goes by length. It is not checked.
    Searched,
}

impl Best {
    /// Whether the question is settled: a cheapest run, or none at all.
    pub fn is_settled(&self) -> bool {
        self.least.is_some() || self.is_unsolvable()
    }

    /// Whether it is proved that there is no run at all.
    pub fn is_unsolvable(&self) -> bool {
        self.cost.is_none() && self.found.violated()
    }

    /// A run that somebody gave; nothing is known about better ones.
    pub fn given(found: Proof) -> Best {
        let cost = found.length;
        Best {
            cost,
            ..Best::of(found)
        }
    }

    fn of(found: Proof) -> Best {
        let stopped = match &found.verdict {
            Verdict::Unknown(reason) => Some(reason.clone()),
            _ => None,
        };
        Best {
            states: found.states,
            cost: None,
            lower_bound: None,
            least: None,
            fewest_moves: false,
            stopped,
            found,
        }
    }
}

/// Cheapest runs of a prepared level.
pub trait Optimizing {
    /// A cheapest winning run. Any run at first, then better ones until the
    /// last is proved to be the best or the budget ends; `better` sees each.
    fn cheapest(
        &self,
        cost: Cost,
        budget: &mut dyn Budget,
        better: &mut dyn FnMut(&Best),
    ) -> Result<Best, Error>;

    /// Of the runs with the fewest pushes, once they are proved to be the
    /// fewest, one with the fewest moves, where a search by steps that knows
    /// the pushes does not take too long.
    fn then_moves(&self, best: &mut Best, budget: &mut dyn Budget) -> Result<(), Error>;

    /// A shortest winning run, found by a search that goes by length. Where
    /// the game has another state space a run of any length comes first.
    fn shortest(
        &self,
        budget: &mut dyn Budget,
        better: &mut dyn FnMut(&Best),
    ) -> Result<Best, Error>;

    /// A shortest winning run in place of a longer one, where a search that goes by
    /// length finds it soon.
    fn shortened(&self, won: Proof, budget: &mut dyn Budget) -> Result<Proof, Error>;

    /// Any winning run.
    fn any_run(&self, budget: &mut dyn Budget) -> Result<Best, Error>;

    /// The pushes of a run, where the game counts them.
    fn pushes_of(&self, proof: &Proof) -> Option<u64>;

    /// The run of an answer in the letters that players of the game use.
    fn letters_of(&self, proof: &Proof) -> Option<String>;
}

impl Optimizing for Prepared<'_> {
    fn cheapest(
        &self,
        cost: Cost,
        budget: &mut dyn Budget,
        better: &mut dyn FnMut(&Best),
    ) -> Result<Best, Error> {
        let counts = |name| {
            let observers = self.rules().map(|rules| &rules.observers[..]);
            observers.is_none_or(|all| all.iter().any(|o| o.name == name))
        };
        if cost == Cost::Pushes && !counts("pushes") {
            let (game, what) = (self.game().name(), "pushes");
            return Err(Error::NothingToCount { game, what });
        }
        let mut best = first_run(self, cost, budget)?;
        while let Some(n) = cost_of(self, &best.found, cost)? {
            best.cost = Some(n);
            better(&best);
            let bound = Val::try_from(n).unwrap_or(Val::MAX);
            let proof = self.decide(&cost.at_least(bound), None, budget)?;
            best.states += proof.states;
            match &proof.verdict {
                Verdict::Unknown(reason) => {
                    best.lower_bound = proof.lower_bound.map(u64::from);
                    best.stopped = Some(reason.clone());
                    break;
                }
                Verdict::Decided(_) if proof.holds() => {
                    best.lower_bound = Some(n);
                    best.least = Some(Least::Proved(Box::new(proof)));
                    break;
                }
                // A run that costs less; or evidence that was rejected.
                Verdict::Decided(_) | Verdict::Rejected(_) => best.found = proof,
            }
        }
        Ok(best)
    }

    fn then_moves(&self, best: &mut Best, budget: &mut dyn Budget) -> Result<(), Error> {
        let (Some(Least::Proved(_)), Some(pushes)) = (&best.least, best.cost) else {
            return Ok(());
        };
        let pushes = Val::try_from(pushes).unwrap_or(Val::MAX);
        let few = Formula::compare("pushes", Relation::Le, pushes);
        let property = Property::Reach(Formula::name("win").and(few));
        let mut some = Limits {
            max_states: Some(ENOUGH_FOR_A_TIE),
            max_bytes: None,
            poll: |progress: &Progress| budget.spend(progress),
        };
        let found = self.decide(&property, Some(BY_LENGTH), &mut some)?;
        best.states += found.states;
        if found.holds() && found.length.is_some() {
            best.fewest_moves = true;
            best.found = found;
        }
        Ok(())
    }

    fn shortest(
        &self,
        budget: &mut dyn Budget,
        better: &mut dyn FnMut(&Best),
    ) -> Result<Best, Error> {
        if !self.game().counts_states() {
            return self.cheapest(Cost::Moves, budget, better);
        }
        let mut known = None;
        if self.has_native_models() {
            let mut some = Limits {
                max_states: Some(ENOUGH_FOR_A_RUN),
                max_bytes: None,
                poll: |progress: &Progress| budget.spend(progress),
            };
            let mut best = Best::of(self.decide(&Property::Solvable, None, &mut some)?);
            best.cost = cost_of(self, &best.found, Cost::Moves)?;
            match best.cost {
                Some(_) => {
                    better(&best);
                    known = Some(best);
                }
                None if best.found.violated() => return Ok(best),
                None => {}
            }
        }
        let found = self.decide(&Property::Solvable, Some(BY_LENGTH), budget)?;
        let lower_bound = found.lower_bound.map(u64::from);
        let mut best = Best::of(found);
        best.cost = cost_of(self, &best.found, Cost::Moves)?;
        best.lower_bound = lower_bound;
        if best.cost.is_some() {
            best.least = Some(Least::Searched);
            return Ok(best);
        }
        Ok(match known {
            Some(known) if best.stopped.is_some() => Best {
                found: known.found,
                cost: known.cost,
                ..best
            },
            _ => best,
        })
    }

    fn shortened(&self, won: Proof, budget: &mut dyn Budget) -> Result<Proof, Error> {
        let is_shortest = won.length <= won.lower_bound.map(u64::from);
        if is_shortest || !self.game().counts_states() {
            return Ok(won);
        }
        let mut some = Limits {
            max_states: Some(ENOUGH_FOR_SHORTENING),
            max_bytes: None,
            poll: |progress: &Progress| budget.spend(progress),
        };
        let shortest = self.decide(&Property::Solvable, Some(BY_LENGTH), &mut some)?;
        Ok(if shortest.holds() { shortest } else { won })
    }

    fn any_run(&self, budget: &mut dyn Budget) -> Result<Best, Error> {
        let mut best = Best::of(self.decide(&Property::Solvable, None, budget)?);
        best.cost = cost_of(self, &best.found, Cost::Moves)?;
        Ok(best)
    }

    fn pushes_of(&self, proof: &Proof) -> Option<u64> {
        cost_of(self, proof, Cost::Pushes).ok().flatten()
    }

    fn letters_of(&self, proof: &Proof) -> Option<String> {
        self.letters(&self.run_of(proof.certificate.as_ref()?)?)
    }
}

/// Any run, to begin with. Where none is found soon, a search that goes by
/// the cost may still find the cheapest at once.
fn first_run(prepared: &Prepared, cost: Cost, budget: &mut dyn Budget) -> Result<Best, Error> {
    if cost == Cost::Moves {
        return Ok(Best::of(prepared.decide(
            &Property::Solvable,
            None,
            budget,
        )?));
    }
    let mut some = Limits {
        max_states: Some(ENOUGH_FOR_A_RUN),
        max_bytes: None,
        poll: |progress: &Progress| budget.spend(progress),
    };
    let first = prepared.decide(&Property::Solvable, None, &mut some)?;
    if first.verdict != Verdict::Unknown(Reason::Stopped(Stop::States)) {
        return Ok(Best::of(first));
    }
    let found = prepared.decide(&cost.at_least(MANY), None, budget)?;
    let (states, lower_bound) = (first.states + found.states, found.lower_bound);
    let best = match (&found.verdict, found.holds()) {
        // No run costs less than very much: not worth a word.
        (_, true) => Best::of(prepared.decide(&Property::Solvable, None, budget)?),
        _ => Best::of(found),
    };
    Ok(Best {
        states,
        lower_bound: lower_bound
            .map(u64::from)
            .filter(|_| best.stopped.is_some()),
        ..best
    })
}

/// What the run of an answer costs, if it has one.
fn cost_of(prepared: &Prepared, proof: &Proof, cost: Cost) -> Result<Option<u64>, Error> {
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
    let subject = prepared.subject(&cost.at_least(most))?;
    let semantics = &subject;
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
