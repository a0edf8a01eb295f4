//! The part of a state graph that counting runs is about: from the initial
//! states to the first target on each run.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use playproof_model::AtomId;
use rustc_hash::FxHashSet;

use crate::graph::{Predecessors, StateGraph};

/// A graph that was explored to its end, with its targets.
pub(super) struct Field<'g> {
    pub graph: &'g StateGraph<'g>,
    predecessors: Predecessors,
    pub is_target: Vec<bool>,
    pub is_initial: Vec<bool>,
    /// How far the nearest target is.
    pub distance: Vec<u32>,
}

const FAR: u32 = u32::MAX;

impl<'g> Field<'g> {
    pub fn new(graph: &'g StateGraph<'g>, target: AtomId) -> Field<'g> {
        let n = graph.len();
        let mut field = Field {
            graph,
            predecessors: graph.predecessors(),
            is_target: (0..n as u32).map(|s| graph.holds(s, target)).collect(),
            is_initial: vec![false; n],
            distance: Vec::new(),
        };
        for &state in graph.initial() {
            field.is_initial[state as usize] = true;
        }
        field.distance = field.distances();
        field
    }

    /// What can follow a state on a run that ends with its first target.
    pub fn next(&self, state: u32) -> &[u32] {
        match self.is_target[state as usize] {
            true => &[],
            false => self.graph.known_successors(state),
        }
    }

    /// Whether any run reaches a target.
    pub fn is_winnable(&self) -> bool {
        let initial = self.graph.initial().iter();
        initial.clone().any(|&s| self.distance[s as usize] != FAR)
    }

    /// Whether a target can be reached from a state without passing others.
    /// What is near a target, not minding those others, is tried first.
    pub fn can_win(&self, from: u32, without: &dyn Fn(u32) -> bool) -> bool {
        let mut open = BinaryHeap::from([Reverse((self.distance[from as usize], from))]);
        let mut seen = FxHashSet::from_iter([from]);
        while let Some(Reverse((distance, state))) = open.pop() {
            if distance == 0 {
                return true;
            }
            for &next in self.next(state) {
                let far = self.distance[next as usize];
                if far != FAR && !without(next) && seen.insert(next) {
                    open.push(Reverse((far, next)));
                }
            }
        }
        false
    }

    fn distances(&self) -> Vec<u32> {
        let n = self.graph.len();
        let mut distance = vec![FAR; n];
        let targets = (0..n as u32).filter(|&s| self.is_target[s as usize]);
        let mut queue: VecDeque<u32> = targets.collect();
        for &state in &queue {
            distance[state as usize] = 0;
        }
        while let Some(state) = queue.pop_front() {
            for &before in self.predecessors.of(state) {
                let b = before as usize;
                if distance[b] == FAR && !self.is_target[b] {
                    distance[b] = distance[state as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
        distance
    }

    /// The states that can be reached from these by steps that are allowed.
    pub fn reached(&self, from: Vec<u32>, allowed: &dyn Fn(u32) -> bool) -> Vec<u32> {
        let mut seen = vec![false; self.graph.len()];
        let mut list = Vec::new();
        let mut open = from;
        while let Some(state) = open.pop() {
            if allowed(state) && !std::mem::replace(&mut seen[state as usize], true) {
                list.push(state);
                open.extend_from_slice(self.next(state));
            }
        }
        list.sort_unstable();
        list
    }

    /// The packed rows of some states.
    pub fn rows(&self, states: &[u32]) -> Vec<u64> {
        let rows = states.iter().flat_map(|&s| self.graph.row(s).to_vec());
        rows.collect()
    }
}
