//! States together with what an automaton, or progression, remembers of the
//! run to them; made while they are looked at.

use playproof_certify::{Budget, Stop};
use playproof_model::{AtomId, Linear, Obligations};
use rustc_hash::FxHashMap;

use super::automaton::Automaton;
use super::translate::untils;
use crate::graph::StateGraph;

/// A step of a product: where it leads, and its marks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub to: Node,
    pub marks: u64,
}

/// A state and a memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Node {
    pub state: u32,
    pub memory: u32,
}

/// Why a product could not be gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// A limit was hit.
    Stopped(Stop),
    /// One state left so many alternatives.
    TooManyAlternatives(usize),
}

/// A graph of states with memories in which runs with all marks are looked
/// for.
pub(crate) trait Product {
    fn initial(&mut self) -> Vec<Node>;
    /// Appends the steps out of a node.
    fn edges(&mut self, node: Node, out: &mut Vec<Edge>) -> Result<(), Trouble>;
    /// All marks.
    fn all_marks(&self) -> u64;
    /// Asks the budget, `more` bytes being in use for the search.
    fn poll(&self, budget: &mut dyn Budget, more: u64) -> Result<(), Trouble>;
}

/// The product with an automaton.
pub(crate) struct AutomatonProduct<'g, 'm> {
    pub graph: &'g mut StateGraph<'m>,
    pub automaton: &'g Automaton,
    /// Which states, by their rows, may be gone to with which memories.
    pub allowed: &'g dyn Fn(&[u64], u32) -> bool,
}

impl Product for AutomatonProduct<'_, '_> {
    fn initial(&mut self) -> Vec<Node> {
        if self.automaton.states.is_empty() {
            return Vec::new();
        }
        let memory = self.automaton.initial as u32;
        let states = self.graph.initial().iter();
        let allowed = |state: &&u32| (self.allowed)(self.graph.row(**state), memory);
        let states = states.filter(allowed);
        states.map(|&state| Node { state, memory }).collect()
    }

    fn edges(&mut self, node: Node, out: &mut Vec<Edge>) -> Result<(), Trouble> {
        let letter = self.graph.letter(node.state);
        let successors = self.graph.known_successors(node.state);
        for t in &self.automaton.states[node.memory as usize] {
            if t.reads(letter) {
                let (memory, marks) = (t.to, t.marks);
                let allowed = |state: &&u32| (self.allowed)(self.graph.row(**state), memory);
                out.extend(successors.iter().filter(allowed).map(|&state| Edge {
                    to: Node { state, memory },
                    marks,
                }));
            }
        }
        Ok(())
    }

    fn all_marks(&self) -> u64 {
        self.automaton.all_marks()
    }

    fn poll(&self, budget: &mut dyn Budget, more: u64) -> Result<(), Trouble> {
        self.graph.poll(budget, more).map_err(Trouble::Stopped)
    }
}

/// The product with progression: the one that the checker goes through.
pub(crate) struct ProgressionProduct<'g, 'm> {
    graph: &'g mut StateGraph<'m>,
    formula: &'g Linear,
    untils: u64,
    sets: Vec<Obligations>,
    numbers: FxHashMap<Obligations, u32>,
    /// What each set of obligations leaves after a letter: sets and marks.
    ways: FxHashMap<(u32, u64), Vec<(u32, u64)>>,
}

impl<'g, 'm> ProgressionProduct<'g, 'm> {
    pub fn new(graph: &'g mut StateGraph<'m>, formula: &'g Linear) -> Self {
        ProgressionProduct {
            graph,
            formula,
            untils: untils(formula).iter().fold(0, |bits, bit| bits | 1 << bit),
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            ways: FxHashMap::default(),
        }
    }

    /// The obligations that a memory stands for.
    pub fn obligations(&self, memory: u32) -> Obligations {
        self.sets[memory as usize]
    }

    pub fn row(&self, state: u32) -> &[u64] {
        self.graph.row(state)
    }

    fn number(&mut self, set: Obligations) -> u32 {
        let next = self.sets.len() as u32;
        let number = *self.numbers.entry(set).or_insert(next);
        if number == next {
            self.sets.push(set);
        }
        number
    }
}

impl Product for ProgressionProduct<'_, '_> {
    fn initial(&mut self) -> Vec<Node> {
        let memory = self.number(self.formula.first());
        let states = self.graph.initial().iter();
        states.map(|&state| Node { state, memory }).collect()
    }

    fn edges(&mut self, node: Node, out: &mut Vec<Edge>) -> Result<(), Trouble> {
        let letter = self.graph.letter(node.state);
        let key = (node.memory, letter);
        if !self.ways.contains_key(&key) {
            let is_true = |a: AtomId| letter >> a.0 & 1 == 1;
            let set = self.sets[node.memory as usize];
            let ways = self
                .formula
                .progress(set, &is_true)
                .map_err(|e| Trouble::TooManyAlternatives(e.0))?;
            let ways = ways
                .iter()
                .map(|way| (self.number(way.next), self.untils & !way.postponed))
                .collect();
            self.ways.insert(key, ways);
        }
        let successors = self.graph.known_successors(node.state);
        for &(memory, marks) in &self.ways[&key] {
            out.extend(successors.iter().map(|&state| Edge {
                to: Node { state, memory },
                marks,
            }));
        }
        Ok(())
    }

    fn all_marks(&self) -> u64 {
        self.untils
    }

    fn poll(&self, budget: &mut dyn Budget, more: u64) -> Result<(), Trouble> {
        self.graph.poll(budget, more).map_err(Trouble::Stopped)
    }
}
