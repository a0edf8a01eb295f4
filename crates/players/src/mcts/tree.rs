//! The tree of moves tried, in one vector; node 0 is its root.
//!
//! The children of a node are neighbours, made together. A state that can be
//! reached in two ways has two nodes: what a simulation is worth depends on how
//! it came there.

use playproof_model::Step;

use crate::atlas::{Move, StateId};

/// The state in which the next move is played.
pub(super) const ROOT: usize = 0;

/// A state as reached by certain moves.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub state: StateId,
    /// How it is reached from its parent; the root was reached already.
    pub step: Step,
    /// How many simulations passed it.
    pub n_visits: u32,
    /// What they were worth together.
    worth: f64,
    first_child: u32,
    n_children: u32,
}

impl Node {
    fn new(state: StateId, step: Step) -> Node {
        Node {
            state,
            step,
            n_visits: 0,
            worth: 0.0,
            first_child: 0,
            n_children: 0,
        }
    }

    /// Whether it has children. One without moves never has.
    pub fn is_expanded(&self) -> bool {
        self.n_children > 0
    }

    fn children(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + self.n_children as usize
    }

    fn mean(&self) -> f64 {
        self.worth / f64::from(self.n_visits.max(1))
    }
}

pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub fn new(state: StateId) -> Tree {
        Tree {
            nodes: vec![Node::new(state, Step::Stutter)],
        }
    }

    pub fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    pub fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>()) as u64
    }

    /// The states of all nodes, to be numbered anew.
    pub fn states_mut(&mut self) -> impl Iterator<Item = &mut StateId> {
        self.nodes.iter_mut().map(|node| &mut node.state)
    }

    /// Gives a node its children.
    pub fn expand(&mut self, node: usize, moves: &[Move]) {
        self.nodes[node].first_child = self.nodes.len() as u32;
        self.nodes[node].n_children = moves.len() as u32;
        let children = moves.iter().map(|m| Node::new(m.to, m.step()));
        self.nodes.extend(children);
    }

    /// The child to try: one not tried before, drawn uniformly, or else the one
    /// with the greatest upper confidence bound, the first of equals.
    pub fn select(&self, node: usize, exploration: f64, rng: &mut fastrand::Rng) -> usize {
        let children = self.nodes[node].children();
        let untried = |&child: &usize| self.nodes[child].n_visits == 0;
        let n_untried = children.clone().filter(untried).count();
        if n_untried > 0 {
            let drawn = rng.usize(..n_untried);
            let mut untried = children.filter(untried);
            return untried.nth(drawn).expect("fewer are drawn than untried");
        }
        let total = f64::from(self.nodes[node].n_visits).ln();
        let bound = |child: usize| {
            let node = &self.nodes[child];
            node.mean() + exploration * (total / f64::from(node.n_visits)).sqrt()
        };
        let mut best = (children.start, bound(children.start));
        for child in children.skip(1) {
            let bound = bound(child);
            if bound > best.1 {
                best = (child, bound);
            }
        }
        best.0
    }

    /// Adds what a simulation was worth to the nodes it passed.
    pub fn learn(&mut self, path: &[usize], worth: f64) {
        for &node in path {
            self.nodes[node].n_visits += 1;
            self.nodes[node].worth += worth;
        }
    }

    /// The child of the root tried most often, of those the one with the best
    /// mean, of those the first. The root must be expanded.
    pub fn favourite(&self) -> usize {
        let children = self.nodes[ROOT].children();
        let merit = |child: usize| (self.nodes[child].n_visits, self.nodes[child].mean());
        let mut best = children.start;
        for child in children.skip(1) {
            if merit(child) > merit(best) {
                best = child;
            }
        }
        best
    }

    /// Makes a node the root and drops what does not hang below it.
    pub fn descend(&mut self, node: usize) {
        let mut kept = vec![self.nodes[node]];
        let mut next = 0;
        while next < kept.len() {
            let children = kept[next].children();
            kept[next].first_child = kept.len() as u32;
            kept.extend_from_slice(&self.nodes[children]);
            next += 1;
        }
        self.nodes = kept;
    }
}
