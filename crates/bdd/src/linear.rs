//! Linear temporal logic: from which states an accepted run goes on, in the
//! product with the formula's automaton.
//!
//! The automaton has few states, so a set of the product is a set of states
//! for each of them. Backwards only (after Emerson and Lei): the greatest set
//! from within which every mark can be taken by a step that stays in it.

use std::sync::Arc;

use playproof_certify::Stop;
use playproof_engines::{Automaton, Transition};

use crate::circuit::Circuit;
use crate::diagrams::Set;
use crate::future::Future;
use crate::rows::Packing;
use crate::space::{Level, Space, Trouble};
use crate::watch::Watch;

/// What is searched.
pub(crate) struct Search {
    pub level: Level,
    pub automaton: Automaton,
}

/// The states from which a run goes on that the automaton accepts.
pub(crate) struct Fair {
    circuit: Circuit,
    packing: Packing,
}

impl Fair {
    /// Whether a run from this packed state is accepted, if the automaton is
    /// in this state.
    pub fn has(&self, row: &[u64], memory: u32) -> bool {
        let bit = |bit| self.packing.bit(row, bit);
        self.circuit.holds(memory as usize, bit)
    }
}

impl Search {
    /// Where runs are accepted from, if one from an initial state is.
    pub fn run(&self, watch: &Arc<Watch>) -> Result<Option<Fair>, Trouble> {
        let in_space = |space: &Space| Ok(self.in_space(space)?);
        self.level.explored(watch, in_space)
    }

    fn in_space(&self, space: &Space) -> Result<Option<Fair>, Stop> {
        let product = Product::new(Future::new(space)?, &self.automaton);
        let fair = product.fair()?;
        let d = &space.diagrams;
        let start = fair.get(self.automaton.initial);
        let start = start.map_or(d.empty(), |set| d.and(set, &space.initial));
        d.intact()?;
        if d.is_empty(&start) {
            return Ok(None);
        }
        Ok(Some(Fair {
            circuit: Circuit::new(d, &fair),
            packing: Packing::new(&self.level.layout, &space.encoding),
        }))
    }
}

/// States with states of the automaton: a set for each of these.
struct Product<'a> {
    future: Future<'a>,
    automaton: &'a Automaton,
    /// For each transition, by state, where it may be taken.
    readable: Vec<Vec<Set>>,
}

impl<'a> Product<'a> {
    fn new(future: Future<'a>, automaton: &'a Automaton) -> Product<'a> {
        let reads = |t: &Transition| reads(&future, t);
        let of_state = |ts: &Vec<Transition>| ts.iter().map(reads).collect();
        let readable = automaton.states.iter().map(of_state).collect();
        Product {
            future,
            automaton,
            readable,
        }
    }

    fn fair(&self) -> Result<Vec<Set>, Stop> {
        let d = self.future.diagrams();
        let mut set = vec![self.future.reached.clone(); self.automaton.states.len()];
        loop {
            let before = set.clone();
            for mark in 0..self.automaton.n_marks {
                let marked = self.some_step(&set, &|t| t.marks >> mark & 1 == 1);
                set = self.within(&set, &marked)?;
            }
            if self.automaton.n_marks == 0 {
                let going_on = self.some_step(&set, &|_| true);
                set = self.both(&set, &going_on);
            }
            d.intact()?;
            if set == before {
                return Ok(set);
            }
        }
    }

    /// Where a step with such a transition leads into a set.
    fn some_step(&self, to: &[Set], meant: &dyn Fn(&Transition) -> bool) -> Vec<Set> {
        let d = self.future.diagrams();
        let into: Vec<Set> = to.iter().map(|set| self.future.some_step(set)).collect();
        let of_state = |(transitions, readable): (&Vec<Transition>, &Vec<Set>)| {
            let taken = transitions.iter().zip(readable).filter(|(t, _)| meant(t));
            let taken = taken.map(|(t, reads)| d.and(reads, &into[t.to as usize]));
            d.union(&taken.collect::<Vec<Set>>())
        };
        self.automaton
            .states
            .iter()
            .zip(&self.readable)
            .map(of_state)
            .collect()
    }

    fn both(&self, a: &[Set], b: &[Set]) -> Vec<Set> {
        let d = self.future.diagrams();
        a.iter().zip(b).map(|(a, b)| d.and(a, b)).collect()
    }

    /// The part of a set from which steps within it lead to the goal.
    fn within(&self, set: &[Set], goal: &[Set]) -> Result<Vec<Set>, Stop> {
        let d = self.future.diagrams();
        let mut all = self.both(set, goal);
        let mut new = all.clone();
        while new.iter().any(|set| !d.is_empty(set)) {
            let before = self.both(set, &self.some_step(&new, &|_| true));
            let pairs = before.iter().zip(&all);
            new = pairs.map(|(before, all)| d.without(before, all)).collect();
            all = all.iter().zip(&new).map(|(a, b)| d.or(a, b)).collect();
            d.intact()?;
        }
        Ok(all)
    }
}

/// Where the propositions are as a transition wants them.
fn reads(future: &Future, transition: &Transition) -> Set {
    let d = future.diagrams();
    let mut states = future.reached.clone();
    for (i, atom) in future.space.atoms.iter().enumerate() {
        if transition.yes >> i & 1 == 1 {
            states = d.and(&states, atom);
        }
        if transition.no >> i & 1 == 1 {
            states = d.without(&states, atom);
        }
    }
    states
}
