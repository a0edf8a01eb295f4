//! Makes formulas of branching time node by node.

use playproof_kernel::{Branching, BranchingNode};

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

    /// The formula at this node, which must be the last: every other one was
    /// made for it.
    pub fn finish(mut self, root: u32) -> Result<Branching, String> {
        self.nodes.truncate(root as usize + 1);
        Branching::new(self.nodes)
    }
}
