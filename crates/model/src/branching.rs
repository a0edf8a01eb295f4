//! Computation tree logic in negation normal form: what is true of the tree of
//! runs that begins in a state.

use crate::rules::AtomId;

/// A formula in an arena: operands before users, equal ones shared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Branching {
    nodes: Vec<BranchingNode>,
    root: u32,
}

/// One operator; operands are positions of earlier nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BranchingNode {
    /// Always true, or never.
    Const(bool),
    /// A proposition, or (with `false`) its negation.
    Atom(AtomId, bool),
    /// Both.
    And(u32, u32),
    /// One of them.
    Or(u32, u32),
    /// After every step, or after some step.
    Next(Runs, u32),
    /// On all runs, or on some: the second at some time, the first until then.
    Until(Runs, u32, u32),
    /// On all runs, or on some: the second up to and including the first; for
    /// ever if there is none.
    Release(Runs, u32, u32),
}

/// Which runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Runs {
    /// All.
    All,
    /// At least one.
    Some,
}

/// The most subformulas: a set of them is one word.
pub const MAX_SUBFORMULAS: usize = 64;

impl Branching {
    /// The nodes, operands before users.
    pub fn nodes(&self) -> &[BranchingNode] {
        &self.nodes
    }

    /// The `p` of `AG EF p`, or of `A[p R EF p]`.
    pub fn always_possible(&self) -> Option<AtomId> {
        let node = |i: u32| self.nodes[i as usize];
        let BranchingNode::Release(Runs::All, until, possible) = node(self.root) else {
            return None;
        };
        let BranchingNode::Until(Runs::Some, way, target) = node(possible) else {
            return None;
        };
        let BranchingNode::Atom(atom, true) = node(target) else {
            return None;
        };
        let ends = until == target || node(until) == BranchingNode::Const(false);
        (ends && node(way) == BranchingNode::Const(true)).then_some(atom)
    }

    /// The formula itself.
    pub fn root(&self) -> u32 {
        self.root
    }
}

/// Makes a formula node by node.
#[derive(Default)]
pub(crate) struct BranchingBuilder {
    nodes: Vec<BranchingNode>,
}

impl BranchingBuilder {
    pub fn node(&mut self, node: BranchingNode) -> u32 {
        let known = self.nodes.iter().position(|n| *n == node);
        let id = known.unwrap_or_else(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        });
        id as u32
    }

    /// The formula, or how many subformulas it has too many.
    pub fn finish(self, root: u32) -> Result<Branching, usize> {
        match self.nodes.len() {
            n if n > MAX_SUBFORMULAS => Err(n),
            _ => Ok(Branching {
                nodes: self.nodes,
                root,
            }),
        }
    }
}
