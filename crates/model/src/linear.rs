//! Linear temporal logic in negation normal form, and its textbook meaning on
//! a run that repeats: the word of a lasso.
//!
//! Negation stands in front of propositions only, and two operators say
//! everything about time: *until* promises, *release* allows for ever.

use crate::rules::AtomId;

/// A formula in an arena: operands before users, equal ones shared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linear {
    nodes: Vec<LinearNode>,
    root: u32,
    /// The nodes that can be owed by the future: the root, what stands under
    /// *next*, every *until* and *release*. Bit `i` of a set of obligations is
    /// entry `i` here.
    owed: Vec<u32>,
}

/// One operator; operands are positions of earlier nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LinearNode {
    /// Always true, or never.
    Const(bool),
    /// A proposition, or (with `false`) its negation.
    Atom(AtomId, bool),
    /// Both.
    And(u32, u32),
    /// One of them.
    Or(u32, u32),
    /// After one step.
    Next(u32),
    /// The second at some time, the first until then.
    Until(u32, u32),
    /// The second up to and including the first; for ever if there is none.
    Release(u32, u32),
}

/// The most obligations a formula may have: a set of them is one word.
pub const MAX_OBLIGATIONS: usize = 64;

/// A word on which a formula can be true or false: the propositions that are
/// true in each state of a run that repeats.
pub struct Word<'a> {
    /// For each state, for each proposition, whether it is true there.
    pub letters: &'a [Vec<bool>],
    /// After the last state the run goes on at this one.
    pub again: usize,
}

impl Linear {
    /// The nodes, operands before users.
    pub fn nodes(&self) -> &[LinearNode] {
        &self.nodes
    }

    /// The formula itself.
    pub fn root(&self) -> u32 {
        self.root
    }

    /// What can be owed, by bit.
    pub fn owed(&self) -> &[u32] {
        &self.owed
    }

    /// The bit of a node that can be owed.
    pub fn bit(&self, node: u32) -> u32 {
        let position = self.owed.iter().position(|&n| n == node);
        position.expect("only what can be owed has a bit") as u32
    }

    /// Whether every run that satisfies it does so after finitely many steps,
    /// by the look of it: it promises, and allows nothing for ever.
    pub fn is_co_safe(&self) -> bool {
        !self
            .nodes
            .iter()
            .any(|n| matches!(n, LinearNode::Release(..)))
    }

    /// Whether the formula is true of a word, by the definition of each
    /// operator.
    pub fn holds_on(&self, word: &Word) -> bool {
        let n = word.letters.len();
        let next = |i: usize| if i + 1 < n { i + 1 } else { word.again };
        let mut truth: Vec<Vec<bool>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let of = |p: u32| &truth[p as usize];
            let here: Vec<bool> = match *node {
                LinearNode::Const(b) => vec![b; n],
                LinearNode::Atom(a, wanted) => {
                    let letters = word.letters.iter();
                    letters.map(|l| l[a.index()] == wanted).collect()
                }
                LinearNode::And(p, q) => (0..n).map(|i| of(p)[i] && of(q)[i]).collect(),
                LinearNode::Or(p, q) => (0..n).map(|i| of(p)[i] || of(q)[i]).collect(),
                LinearNode::Next(p) => (0..n).map(|i| of(p)[next(i)]).collect(),
                // The least solution of u = q || p && X u: backwards twice
                // round, since a promise may be kept after the repetition.
                LinearNode::Until(p, q) => {
                    let mut u = vec![false; n];
                    for i in (0..n).rev().chain((0..n).rev()) {
                        u[i] = of(q)[i] || (of(p)[i] && u[next(i)]);
                    }
                    u
                }
                // The greatest solution of r = q && (p || X r).
                LinearNode::Release(p, q) => {
                    let mut r = vec![true; n];
                    for i in (0..n).rev().chain((0..n).rev()) {
                        r[i] = of(q)[i] && (of(p)[i] || r[next(i)]);
                    }
                    r
                }
            };
            truth.push(here);
        }
        n > 0 && word.again < n && truth[self.root as usize][0]
    }
}

/// Makes a formula node by node.
#[derive(Default)]
pub(crate) struct LinearBuilder {
    nodes: Vec<LinearNode>,
}

impl LinearBuilder {
    pub fn node(&mut self, node: LinearNode) -> u32 {
        use LinearNode::{And, Const, Next, Or, Release, Until};
        let constant = |p: u32| match self.nodes[p as usize] {
            Const(b) => Some(b),
            _ => None,
        };
        // What is known without looking at any state is left out.
        let simpler = match node {
            And(p, q) => match (constant(p), constant(q)) {
                (Some(true), _) => Some(q),
                (_, Some(true)) => Some(p),
                (Some(false), _) => Some(p),
                (_, Some(false)) => Some(q),
                _ => (p == q).then_some(p),
            },
            Or(p, q) => match (constant(p), constant(q)) {
                (Some(false), _) => Some(q),
                (_, Some(false)) => Some(p),
                (Some(true), _) => Some(p),
                (_, Some(true)) => Some(q),
                _ => (p == q).then_some(p),
            },
            Next(p) | Until(_, p) | Release(_, p) if constant(p).is_some() => Some(p),
            Until(p, q) if constant(p) == Some(false) => Some(q),
            Release(p, q) if constant(p) == Some(true) => Some(q),
            _ => None,
        };
        if let Some(p) = simpler {
            return p;
        }
        let known = self.nodes.iter().position(|n| *n == node);
        let id = known.unwrap_or_else(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        });
        id as u32
    }

    /// The formula, or how many obligations it has too many.
    pub fn finish(self, root: u32) -> Result<Linear, usize> {
        let mut owed = vec![root];
        for (i, node) in self.nodes.iter().enumerate() {
            match *node {
                LinearNode::Next(p) => owed.push(p),
                LinearNode::Until(..) | LinearNode::Release(..) => owed.push(i as u32),
                _ => {}
            }
        }
        owed.sort_unstable();
        owed.dedup();
        if owed.len() > MAX_OBLIGATIONS {
            return Err(owed.len());
        }
        Ok(Linear {
            nodes: self.nodes,
            root,
            owed,
        })
    }
}
