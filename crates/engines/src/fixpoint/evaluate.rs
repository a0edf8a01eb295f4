//! Computation tree logic on the explicit graph: for each part of a formula
//! the states in which it is true, each part in time linear in the graph.

use std::collections::VecDeque;

use playproof_certify::{Budget, Stop};
use playproof_model::{Branching, BranchingNode, Runs};

use crate::graph::{Predecessors, StateGraph};

/// Where the parts of a formula are true, whoever found it out. A state is
/// named by its number in the graph and by its packed row.
pub trait Truth {
    /// Whether a part is true of a state.
    fn holds(&self, state: u32, row: &[u64], part: u32) -> bool;

    /// For an *until* that is true, how far the state is from its promise being
    /// kept: farther than some successor, or than all; for other parts nothing.
    fn rank(&self, state: u32, row: &[u64], part: u32) -> Option<u32>;
}

/// Where each part of a formula is true, state by state.
pub(super) struct Evaluated {
    /// For each part, for each state.
    pub holds: Vec<Vec<bool>>,
    /// For each *until*, how far each state is from its promise being kept:
    /// on the nearest run, or on the farthest one.
    pub ranks: Vec<Vec<u32>>,
}

impl Truth for Evaluated {
    fn holds(&self, state: u32, _: &[u64], part: u32) -> bool {
        self.holds[part as usize][state as usize]
    }

    fn rank(&self, state: u32, _: &[u64], part: u32) -> Option<u32> {
        self.ranks[part as usize].get(state as usize).copied()
    }
}

/// Evaluates a formula on a graph that was explored to its end.
pub(super) fn evaluate(
    graph: &StateGraph,
    predecessors: &Predecessors,
    formula: &Branching,
    budget: &mut dyn Budget,
) -> Result<Evaluated, Stop> {
    let mut truth = Evaluated {
        holds: Vec::new(),
        ranks: Vec::new(),
    };
    let states = 0..graph.len() as u32;
    for node in formula.nodes() {
        let of = |p: u32| &truth.holds[p as usize][..];
        let mut ranks = Vec::new();
        let holds: Vec<bool> = match *node {
            BranchingNode::Const(b) => vec![b; graph.len()],
            BranchingNode::Atom(a, wanted) => states
                .clone()
                .map(|s| graph.holds(s, a) == wanted)
                .collect(),
            BranchingNode::And(p, q) => pairs(of(p), of(q), |p, q| p && q),
            BranchingNode::Or(p, q) => pairs(of(p), of(q), |p, q| p || q),
            BranchingNode::Next(runs, p) => {
                let after = |s: u32| {
                    let mut next = graph.known_successors(s).iter();
                    match runs {
                        Runs::All => next.all(|&t| of(p)[t as usize]),
                        Runs::Some => next.any(|&t| of(p)[t as usize]),
                    }
                };
                states.clone().map(after).collect()
            }
            BranchingNode::Until(runs, p, q) => {
                let (set, distance) = until(graph, predecessors, runs, of(p), of(q));
                ranks = distance;
                set
            }
            BranchingNode::Release(runs, p, q) => release(graph, predecessors, runs, of(p), of(q)),
        };
        truth.holds.push(holds);
        truth.ranks.push(ranks);
        let own = truth.holds.len() * graph.len()
            + truth.ranks.iter().map(|r| r.len() * 4).sum::<usize>();
        graph.poll(budget, own as u64)?;
    }
    Ok(truth)
}

fn pairs(p: &[bool], q: &[bool], joined: impl Fn(bool, bool) -> bool) -> Vec<bool> {
    p.iter().zip(q).map(|(&p, &q)| joined(p, q)).collect()
}

/// The least set with q, and with p where some successor (or all) is in it.
fn until(
    graph: &StateGraph,
    predecessors: &Predecessors,
    runs: Runs,
    p: &[bool],
    q: &[bool],
) -> (Vec<bool>, Vec<u32>) {
    let mut set = q.to_vec();
    let mut ranks = vec![0; q.len()];
    let mut queue: VecDeque<u32> = (0..q.len() as u32).filter(|&s| q[s as usize]).collect();
    // How many successors are not in the set.
    let mut missing: Vec<u32> = match runs {
        Runs::All => (0..q.len() as u32)
            .map(|s| graph.known_successors(s).len() as u32)
            .collect(),
        Runs::Some => vec![1; q.len()],
    };
    while let Some(state) = queue.pop_front() {
        for &before in predecessors.of(state) {
            let b = before as usize;
            if set[b] || !p[b] {
                continue;
            }
            missing[b] -= 1;
            if missing[b] == 0 {
                set[b] = true;
                ranks[b] = ranks[state as usize] + 1;
                queue.push_back(before);
            }
        }
    }
    (set, ranks)
}

/// The greatest set with q in which each state has p or some successor (or
/// all) in it.
fn release(
    graph: &StateGraph,
    predecessors: &Predecessors,
    runs: Runs,
    p: &[bool],
    q: &[bool],
) -> Vec<bool> {
    let mut set = q.to_vec();
    // How many successors must leave the set before a state does.
    let mut support: Vec<u32> = match runs {
        Runs::All => vec![1; q.len()],
        Runs::Some => (0..q.len() as u32)
            .map(|s| graph.known_successors(s).len() as u32)
            .collect(),
    };
    let mut gone: Vec<u32> = (0..q.len() as u32).filter(|&s| !q[s as usize]).collect();
    while let Some(state) = gone.pop() {
        for &before in predecessors.of(state) {
            let b = before as usize;
            if !set[b] || p[b] {
                continue;
            }
            support[b] -= 1;
            if support[b] == 0 {
                set[b] = false;
                gone.push(before);
            }
        }
    }
    set
}
