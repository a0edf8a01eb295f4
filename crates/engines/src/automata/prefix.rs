//! Formulas that a finite run can make true: a deterministic automaton of all
//! that can be owed, and breadth-first search for a shortest such run.
//!
//! A state of the automaton is a set of alternatives, each a set of
//! obligations; what owes more than another is left out.

use playproof_certify::Budget;
use playproof_model::{AtomId, Linear, Obligations};
use rustc_hash::FxHashMap;

use super::product::{Node, Trouble};
use crate::graph::StateGraph;

/// The most alternatives that are kept in mind at a time.
const MAX_SETS: usize = 4096;

/// What the automaton does after a letter.
#[derive(Clone, Copy)]
enum Next {
    /// Nothing is owed any more.
    True,
    /// Nothing can make the formula true any more.
    False,
    /// It goes on.
    Open(u32),
}

struct Deterministic<'a> {
    formula: &'a Linear,
    states: Vec<Vec<Obligations>>,
    numbers: FxHashMap<Vec<Obligations>, u32>,
    known: FxHashMap<(u32, u64), Next>,
}

impl Deterministic<'_> {
    fn number(&mut self, sets: Vec<Obligations>) -> u32 {
        if let Some(&number) = self.numbers.get(&sets) {
            return number;
        }
        let number = self.states.len() as u32;
        self.states.push(sets.clone());
        self.numbers.insert(sets, number);
        number
    }

    fn next(&mut self, state: u32, letter: u64) -> Result<Next, Trouble> {
        if let Some(&next) = self.known.get(&(state, letter)) {
            return Ok(next);
        }
        let is_true = |a: AtomId| letter >> a.0 & 1 == 1;
        let mut sets = Vec::new();
        for &set in &self.states[state as usize] {
            let ways = self.formula.progress(set, &is_true);
            let ways = ways.map_err(|e| Trouble::TooManyAlternatives(e.0))?;
            sets.extend(ways.iter().map(|way| way.next));
        }
        sets.sort_unstable();
        sets.dedup();
        let least = |a: &Obligations| !sets.iter().any(|b| b != a && b & !a == 0);
        let sets: Vec<Obligations> = sets.iter().copied().filter(least).collect();
        if sets.len() > MAX_SETS {
            return Err(Trouble::TooManyAlternatives(sets.len()));
        }
        let next = match sets[..] {
            [] => Next::False,
            [0, ..] => Next::True,
            _ => Next::Open(self.number(sets)),
        };
        self.known.insert((state, letter), next);
        Ok(next)
    }
}

/// The states of a shortest run after which the formula is true whatever
/// follows.
pub(crate) fn shortest_prefix(
    graph: &mut StateGraph,
    formula: &Linear,
    budget: &mut dyn Budget,
) -> Result<Option<Vec<u32>>, Trouble> {
    let mut automaton = Deterministic {
        formula,
        states: Vec::new(),
        numbers: FxHashMap::default(),
        known: FxHashMap::default(),
    };
    let memory = automaton.number(vec![formula.first()]);
    let mut queue: Vec<(Node, u32)> = Vec::new();
    let mut seen: FxHashMap<Node, ()> = FxHashMap::default();
    for &state in graph.initial() {
        let node = Node { state, memory };
        seen.insert(node, ());
        queue.push((node, u32::MAX));
    }
    let mut at = 0;
    while at < queue.len() {
        let (node, _) = queue[at];
        let letter = graph.letter(node.state);
        match automaton.next(node.memory, letter)? {
            Next::True => return Ok(Some(way_to(&queue, at))),
            Next::False => {}
            Next::Open(memory) => {
                for &state in graph.known_successors(node.state) {
                    let next = Node { state, memory };
                    if seen.insert(next, ()).is_none() {
                        queue.push((next, at as u32));
                    }
                }
            }
        }
        if at % 1024 == 0 {
            let own = queue.capacity() * 12 + seen.capacity() * 12;
            graph.poll(budget, own as u64).map_err(Trouble::Stopped)?;
        }
        at += 1;
    }
    Ok(None)
}

fn way_to(queue: &[(Node, u32)], last: usize) -> Vec<u32> {
    let mut way = Vec::new();
    let mut at = last as u32;
    while let Some((node, before)) = queue.get(at as usize) {
        way.push(node.state);
        at = *before;
    }
    way.reverse();
    way
}
