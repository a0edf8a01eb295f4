//! The explosion: all sets of things that can be held, by applying rules one at a
//! time.

use std::collections::HashMap;

use crate::canonical::HornRules;

use crate::FactSet;
use crate::horn::cost::GoOn;

/// How many rules are tried between two questions whether to go on.
const BATCH: usize = 1 << 16;

/// The sets of facts that can be held. It goes on behind the goals, until nothing is
/// new.
#[derive(Clone, Debug)]
pub struct StateGraph {
    /// The sets, in the order in which they are met; first that at the beginning.
    pub states: Vec<FactSet>,
    /// For each application of a rule that gives something new: from which state, by
    /// which rule, to which state.
    pub edges: Vec<Edge>,
    /// Whether these are all; otherwise a limit was hit or the work was stopped, and
    /// there are at least so many.
    pub is_complete: bool,
}

/// An application of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// From this state,
    pub from: u32,
    /// by this rule,
    pub rule: u32,
    /// to this one.
    pub to: u32,
}

/// The graph, with at most so many states and edges.
pub fn state_graph(
    rules: &HornRules,
    max_states: usize,
    max_edges: usize,
    go_on: GoOn,
) -> StateGraph {
    let init = FactSet::of(rules.facts.len(), &rules.init);
    let mut numbers = HashMap::from([(init.clone(), 0)]);
    let mut graph = StateGraph {
        states: vec![init],
        edges: Vec::new(),
        is_complete: false,
    };
    let (mut from, mut n_tried) = (0, BATCH);
    while from < graph.states.len() {
        if n_tried >= BATCH {
            n_tried = 0;
            if go_on().is_break() {
                return graph;
            }
        }
        n_tried += rules.rules.len();
        let state = graph.states[from].clone();
        for (rule, applied) in rules.rules.iter().enumerate() {
            if state.contains(applied.head) || !state.contains_all(rules.body(rule)) {
                continue;
            }
            let mut next = state.clone();
            next.insert(applied.head);
            let n_states = graph.states.len();
            let to = match numbers.get(&next) {
                Some(&to) => to,
                None if n_states >= max_states => return graph,
                None => {
                    numbers.insert(next.clone(), n_states as u32);
                    graph.states.push(next);
                    n_states as u32
                }
            };
            if graph.edges.len() >= max_edges {
                return graph;
            }
            graph.edges.push(Edge {
                from: from as u32,
                rule: rule as u32,
                to,
            });
        }
        from += 1;
    }
    graph.is_complete = true;
    graph
}
