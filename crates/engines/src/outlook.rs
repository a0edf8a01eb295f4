//! All states of a model, and from which of them a state that is wished for
//! can be reached. Figures are read off it; it is no evidence.

use playproof_certify::{Budget, Stop};
use playproof_model::{AtomId, PackedModel};

use crate::graph::StateGraph;

/// A model explored to the end.
pub struct Outlook<'a> {
    graph: StateGraph<'a>,
    /// For each state, whether one that is wished for can be reached.
    hopeful: Vec<bool>,
    n_hopeful: u64,
}

impl<'a> Outlook<'a> {
    /// Explores a model, this proposition being what is wished for.
    pub fn new(
        model: &'a dyn PackedModel,
        wish: AtomId,
        budget: &mut dyn Budget,
    ) -> Result<Outlook<'a>, Stop> {
        let mut graph = StateGraph::new(model, wish.index() + 1);
        graph.explore(budget)?;
        let predecessors = graph.predecessors();
        let states = 0..graph.len() as u32;
        let mut open: Vec<u32> = states.filter(|&s| graph.holds(s, wish)).collect();
        let mut hopeful = vec![false; graph.len()];
        open.iter().for_each(|&s| hopeful[s as usize] = true);
        let mut n_hopeful = open.len() as u64;
        while let Some(state) = open.pop() {
            for &before in predecessors.of(state) {
                if !hopeful[before as usize] {
                    hopeful[before as usize] = true;
                    n_hopeful += 1;
                    open.push(before);
                }
            }
        }
        Ok(Outlook {
            graph,
            hopeful,
            n_hopeful,
        })
    }

    /// How many states can be reached.
    pub fn n_states(&self) -> u64 {
        self.graph.len() as u64
    }

    /// From how many of them nothing leads to what is wished for.
    pub fn n_hopeless(&self) -> u64 {
        self.n_states() - self.n_hopeful
    }

    /// Whether what is wished for can be reached from a row; `None` if the row
    /// itself is not reached.
    pub fn is_hopeful(&self, row: &[u64]) -> Option<bool> {
        let state = self.graph.find(row)?;
        Some(self.hopeful[state as usize])
    }
}
