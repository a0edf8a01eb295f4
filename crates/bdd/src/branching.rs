//! Computation tree logic by fixpoints over sets of states. Every *until* keeps
//! the sets on the way to its own: the first that has a state is its rank.

use std::sync::Arc;

use playproof_certify::Stop;
use playproof_engines::Truth;
use playproof_model::{Answer, Branching, BranchingNode, BranchingQuestion, Layout, Runs};

use crate::circuit::Circuit;
use crate::diagrams::Set;
use crate::future::Future;
use crate::rows::Packing;
use crate::space::{Level, Space, Trouble};
use crate::watch::Watch;

/// What is searched.
pub(crate) struct Search {
    pub level: Level,
    pub question: BranchingQuestion,
}

/// The answer, and where the parts of the formula that shows it are true.
pub(crate) struct Found {
    pub answer: Answer,
    pub parts: Parts,
}

/// Where the parts of a formula are true, as gates.
pub(crate) struct Parts {
    circuit: Circuit,
    packing: Packing,
    /// For each part its set.
    holds: Vec<usize>,
    /// For each *until* its sets, each within the next.
    rings: Vec<Vec<usize>>,
}

impl Search {
    pub fn run(&self, watch: &Arc<Watch>) -> Result<Found, Trouble> {
        let in_space = |space: &Space| Ok(self.in_space(space)?);
        self.level.explored(watch, in_space)
    }

    fn in_space(&self, space: &Space) -> Result<Found, Stop> {
        let future = Future::new(space)?;
        let d = &space.diagrams;
        let sets = Sets::new(&future, &self.question.formula)?;
        let root = &sets.holds[self.question.formula.root() as usize];
        let others = d.without(&space.initial, root);
        d.intact()?;
        let (answer, sets) = match d.is_empty(&others) {
            true => (Answer::Holds, sets),
            false => {
                let sets = Sets::new(&future, &self.question.negation)?;
                (Answer::Violated, sets)
            }
        };
        let parts = sets.parts(space, &self.level.layout);
        d.intact()?;
        Ok(Found { answer, parts })
    }
}

/// Where the parts of a formula are true.
struct Sets {
    holds: Vec<Set>,
    rings: Vec<Vec<Set>>,
}

impl Sets {
    fn new(future: &Future, formula: &Branching) -> Result<Sets, Stop> {
        let d = future.diagrams();
        let mut sets = Sets {
            holds: Vec::new(),
            rings: Vec::new(),
        };
        for node in formula.nodes() {
            let of = |p: u32| &sets.holds[p as usize];
            let mut rings = Vec::new();
            let holds = match *node {
                BranchingNode::Const(true) => future.reached.clone(),
                BranchingNode::Const(false) => d.empty(),
                BranchingNode::Atom(a, wanted) => {
                    let is_true = d.and(&future.reached, &future.space.atoms[a.index()]);
                    match wanted {
                        true => is_true,
                        false => future.complement(&is_true),
                    }
                }
                BranchingNode::And(p, q) => d.and(of(p), of(q)),
                BranchingNode::Or(p, q) => d.or(of(p), of(q)),
                BranchingNode::Next(runs, p) => after(future, runs, of(p)),
                BranchingNode::Until(runs, p, q) => {
                    rings = until(future, runs, of(p), of(q))?;
                    rings.last().map_or(d.empty(), Set::clone)
                }
                BranchingNode::Release(runs, p, q) => release(future, runs, of(p), of(q))?,
            };
            d.intact()?;
            sets.holds.push(holds);
            sets.rings.push(rings);
        }
        Ok(sets)
    }

    fn parts(&self, space: &Space, layout: &Layout) -> Parts {
        let mut all = self.holds.clone();
        let mut rings = Vec::new();
        for sets in &self.rings {
            rings.push((all.len()..all.len() + sets.len()).collect());
            all.extend_from_slice(sets);
        }
        Parts {
            circuit: Circuit::new(&space.diagrams, &all),
            packing: Packing::new(layout, &space.encoding),
            holds: (0..self.holds.len()).collect(),
            rings,
        }
    }
}

fn after(future: &Future, runs: Runs, set: &Set) -> Set {
    match runs {
        Runs::All => future.every_step(set),
        Runs::Some => future.some_step(set),
    }
}

/// The sets on the way to the least one with q, and with p where some step (or
/// every one) leads into it.
fn until(future: &Future, runs: Runs, p: &Set, q: &Set) -> Result<Vec<Set>, Stop> {
    let d = future.diagrams();
    let mut rings = vec![q.clone()];
    let (mut all, mut new) = (q.clone(), q.clone());
    loop {
        // For one step into the set it is enough to look at what is new in it.
        let before = match runs {
            Runs::Some => future.some_step(&new),
            Runs::All => future.every_step(&all),
        };
        new = d.without(&d.and(&before, p), &all);
        d.intact()?;
        if d.is_empty(&new) {
            return Ok(rings);
        }
        all = d.or(&all, &new);
        rings.push(all.clone());
    }
}

/// The greatest set with q in which each state has p or a step (or all steps)
/// within it.
fn release(future: &Future, runs: Runs, p: &Set, q: &Set) -> Result<Set, Stop> {
    let d = future.diagrams();
    let mut set = q.clone();
    loop {
        let kept = d.or(p, &after(future, runs, &set));
        let smaller = d.and(&set, &kept);
        d.intact()?;
        if smaller == set {
            return Ok(set);
        }
        set = smaller;
    }
}

impl Parts {
    fn is_in(&self, set: usize, row: &[u64]) -> bool {
        self.circuit.holds(set, |bit| self.packing.bit(row, bit))
    }
}

impl Truth for Parts {
    fn holds(&self, _: u32, row: &[u64], part: u32) -> bool {
        self.is_in(self.holds[part as usize], row)
    }

    fn rank(&self, _: u32, row: &[u64], part: u32) -> Option<u32> {
        let rings = &self.rings[part as usize];
        if rings.is_empty() {
            return None;
        }
        Some(rings.partition_point(|&set| !self.is_in(set, row)) as u32)
    }
}
