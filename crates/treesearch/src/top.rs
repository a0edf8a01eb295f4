//! The top layers of the tree, to be looked at.

use crate::construction::Construction;
use crate::node::NONE;
use crate::search::{Step, TreeSearch};

/// A node near the root.
#[derive(Clone, Debug, PartialEq)]
pub struct TopNode<A> {
    /// The place of its parent in the list; none for the root.
    pub parent: Option<usize>,
    /// 0 for the root.
    pub layer: usize,
    /// What leads to it.
    pub steps: Vec<Step<A>>,
    /// Iterations that went through it.
    pub visits: u32,
    /// Of their scores.
    pub mean: f32,
    /// Of their scores.
    pub max: f32,
    /// What the parent compares its children by; none for the root.
    pub bound: Option<f32>,
    /// Whether the state has its node elsewhere. Its children are shown there.
    pub is_jump: bool,
    /// Children that are expanded but left out of the list.
    pub n_left_out: usize,
}

impl<C: Construction> TreeSearch<C> {
    /// The first layers, layer by layer, with at most so many children of each node:
    /// those with the most visits, in the order of their expansion.
    pub fn top_layers(&self, n_layers: usize, n_children: usize) -> Vec<TopNode<C::Alteration>> {
        let root = &self.nodes[0];
        let mut shown = vec![TopNode {
            parent: None,
            layer: 0,
            steps: Vec::new(),
            visits: root.visits,
            mean: root.mean(),
            max: root.max,
            bound: None,
            is_jump: false,
            n_left_out: 0,
        }];
        let mut nodes = vec![0_u32];
        let mut at = 0;
        while at < shown.len() {
            if !shown[at].is_jump && shown[at].layer + 1 < n_layers {
                let children = self.children(nodes[at], n_children, &mut shown[at].n_left_out);
                let log = (self.nodes[nodes[at] as usize].visits.max(1) as f32).ln();
                for child in children {
                    let node = &self.nodes[child as usize];
                    let mut steps = shown[at].steps.clone();
                    steps.push(Step {
                        alteration: node.alteration,
                        symmetry: node.symmetry,
                    });
                    shown.push(TopNode {
                        parent: Some(at),
                        layer: shown[at].layer + 1,
                        steps,
                        visits: node.visits,
                        mean: node.mean(),
                        max: node.max,
                        bound: Some(self.bound(node, log)),
                        is_jump: node.is_jump,
                        n_left_out: 0,
                    });
                    nodes.push(child);
                }
            }
            at += 1;
        }
        shown
    }

    /// The most visited children of a node.
    fn children(&self, parent: u32, n_most: usize, n_left_out: &mut usize) -> Vec<u32> {
        let mut all = Vec::new();
        let mut child = self.nodes[parent as usize].first_child;
        while child != NONE {
            all.push(child);
            child = self.nodes[child as usize].next_sibling;
        }
        all.sort_by_key(|&child| (u32::MAX - self.nodes[child as usize].visits, child));
        *n_left_out = all.len().saturating_sub(n_most);
        all.truncate(n_most);
        all.sort_unstable();
        all
    }
}
