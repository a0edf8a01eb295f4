//! The most coins, or the most kills, of a run that wins: a best run, and a proved bound.

mod bound;
mod command;
mod gather;
mod prize;

use playproof_certify::{Budget, Stop};
use playproof_level::{Diagnostic, Level};

use crate::case::{Case, Playable};
use crate::engine::Input;
use bound::Bound;
pub use command::MostCommand;
use gather::Gatherer;
use prize::Prizes;
pub use prize::{Of, Prize};

/// What is known of the most that a winning run takes.
#[derive(Clone, Debug)]
pub struct Most {
    /// All that could be taken, in the order of their numbers.
    pub prizes: Vec<Prize>,
    /// What is known of each.
    pub fates: Vec<Fate>,
    /// The best run that was found.
    pub best: Best,
    /// Whether the search ended because it was stopped or had seen its states.
    pub is_cut_short: bool,
}

/// What is known of a prize.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// The best run takes it.
    Taken,
    /// Somebody gets it, but not on the best run.
    Reached,
    /// Nobody ever gets it; the kernel accepted the proof.
    OutOfReach,
    /// It is not known whether anybody gets it.
    Open,
}

/// The best run that wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Best {
    /// A run that the kernel accepted.
    Run(Vec<Input>),
    /// No run wins; the kernel accepted the proof.
    NobodyWins,
    /// No run was found, which shows nothing.
    NoneFound,
}

impl Most {
    fn count(&self, is_meant: impl Fn(Fate) -> bool) -> usize {
        self.fates.iter().filter(|&&fate| is_meant(fate)).count()
    }

    /// How many the best run takes.
    pub fn n_best(&self) -> usize {
        self.count(|fate| fate == Fate::Taken)
    }

    /// No winning run takes more than so many.
    pub fn at_most(&self) -> usize {
        self.count(|fate| fate != Fate::OutOfReach)
    }

    /// Whether the best run is proved to be a best.
    pub fn is_settled(&self) -> bool {
        matches!(self.best, Best::Run(_)) && self.n_best() == self.at_most()
    }
}

/// Looks for the most coins or kills of a winning run, in about so many states.
pub fn most(
    level: &Level,
    of: Of,
    n_states: usize,
    budget: &mut dyn Budget,
) -> Result<Most, Diagnostic> {
    Ok(most_of(&Case::read(level)?, of, n_states, budget))
}

fn most_of(case: &Case, of: Of, n_states: usize, budget: &mut dyn Budget) -> Most {
    let prizes = Prizes::of(case, of);
    let mut most = Most {
        fates: vec![Fate::Open; prizes.all.len()],
        prizes: prizes.all.clone(),
        best: Best::NoneFound,
        is_cut_short: false,
    };
    let first = match case.decide(budget) {
        Playable::Yes(run) => run,
        Playable::No => {
            most.best = Best::NobodyWins;
            return most;
        }
        Playable::Unknown => {
            most.is_cut_short = true;
            return most;
        }
    };
    let mut gatherer = Gatherer::new(case, &prizes, n_states);
    let ended = gathered(
        case,
        &prizes,
        (&mut gatherer, &first),
        &mut most.fates,
        budget,
    );
    let run = gatherer.into_best().unwrap_or(first);
    for (number, fate) in most.fates.iter_mut().enumerate() {
        if prizes.is_taken_by(&run, number) {
            *fate = Fate::Taken;
        }
    }
    most.best = Best::Run(run);
    most.is_cut_short = !ended.unwrap_or(false);
    most
}

/// Gathers what can be gathered, and finds out what of the rest anybody can get at all.
/// Whether all was tried that there is to try.
fn gathered(
    case: &Case,
    prizes: &Prizes,
    (gatherer, first): (&mut Gatherer, &[Input]),
    fates: &mut [Fate],
    budget: &mut dyn Budget,
) -> Result<bool, Stop> {
    let bound = Bound::new(case, prizes);
    bound.at_any_speed(fates, budget)?;
    let is_out = |&number: &usize| fates[number] == Fate::OutOfReach;
    (0..fates.len())
        .filter(is_out)
        .for_each(|number| gatherer.forget(number));
    gatherer.begin(first, budget)?;
    // A better run takes some of those that are still to come.
    let mut asked = vec![false; fates.len()];
    loop {
        let next = gatherer.missed().find(|&number| !asked[number]);
        let Some(number) = next else { break };
        asked[number] = true;
        let (fate, run) = bound.of(number, budget)?;
        fates[number] = fate;
        match run {
            Some(run) => {
                gatherer.take_along(number, &run, budget)?;
            }
            None if fate == Fate::OutOfReach => gatherer.forget(number),
            None => {}
        }
    }
    gatherer.refine(budget)
}
