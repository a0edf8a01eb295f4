//! Makes formulas of linear time node by node.

use playproof_kernel::{Linear, LinearNode};

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

    /// The formula at this node, without the nodes that it does not need.
    pub fn finish(self, root: u32) -> Result<Linear, String> {
        let mut used = vec![false; self.nodes.len()];
        used[root as usize] = true;
        let mut place = vec![0; self.nodes.len()];
        for i in (0..=root as usize).rev() {
            if used[i] {
                operands(self.nodes[i]).for_each(|p| used[p as usize] = true);
            }
        }
        let mut kept = Vec::new();
        for (i, node) in self.nodes.iter().enumerate().filter(|(i, _)| used[*i]) {
            let at = |p: u32| place[p as usize];
            let node = match *node {
                LinearNode::Const(_) | LinearNode::Atom(..) => *node,
                LinearNode::And(p, q) => LinearNode::And(at(p), at(q)),
                LinearNode::Or(p, q) => LinearNode::Or(at(p), at(q)),
                LinearNode::Next(p) => LinearNode::Next(at(p)),
                LinearNode::Until(p, q) => LinearNode::Until(at(p), at(q)),
                LinearNode::Release(p, q) => LinearNode::Release(at(p), at(q)),
            };
            place[i] = kept.len() as u32;
            kept.push(node);
        }
        Linear::new(kept)
    }
}

fn operands(node: LinearNode) -> impl Iterator<Item = u32> {
    let pair = match node {
        LinearNode::Const(_) | LinearNode::Atom(..) => [None, None],
        LinearNode::Next(p) => [Some(p), None],
        LinearNode::And(p, q) | LinearNode::Or(p, q) => [Some(p), Some(q)],
        LinearNode::Until(p, q) | LinearNode::Release(p, q) => [Some(p), Some(q)],
    };
    pair.into_iter().flatten()
}
