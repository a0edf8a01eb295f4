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

#[cfg(test)]
mod tests {
    use playproof_certify::Unlimited;
    use playproof_model::{Batch, Val};

    use super::*;

    /// Paths between numbers; 9 is wished for.
    struct Paths(&'static [(u64, u64)]);

    impl PackedModel for Paths {
        fn words(&self) -> usize {
            1
        }

        fn initial(&self, out: &mut Batch) {
            out.rows.push(0);
        }

        fn expand(&self, rows: &[u64], out: &mut Batch) {
            for (src, row) in (0..).zip(rows) {
                for (_, to) in self.0.iter().filter(|(from, _)| from == row) {
                    out.rows.push(*to);
                    out.src.push(src);
                    out.edge.push(0);
                }
            }
        }

        fn holds(&self, rows: &[u64], _: AtomId, _: &mut Batch, out: &mut Vec<bool>) {
            out.clear();
            out.extend(rows.iter().map(|&row| row == 9));
        }

        fn valuation(&self, row: &[u64], out: &mut Vec<Val>) {
            out.push(row[0] as Val);
        }
    }

    #[test]
    fn hope_is_where_a_path_leads() {
        // A way through 1, a trap of 2 and 3, and 7 and 8 out of reach.
        let paths = Paths(&[(0, 1), (1, 0), (1, 9), (0, 2), (2, 3), (3, 2), (7, 8)]);
        let outlook = Outlook::new(&paths, AtomId(0), &mut Unlimited).unwrap();
        assert_eq!((outlook.n_states(), outlook.n_hopeless()), (5, 2));
        let hopes = [0, 1, 2, 3, 9, 7].map(|n| outlook.is_hopeful(&[n]));
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(hopes, [yes, yes, no, no, yes, None]);
    }

    #[test]
    fn without_the_wish_there_is_no_hope() {
        let outlook = Outlook::new(&Paths(&[(0, 1)]), AtomId(0), &mut Unlimited).unwrap();
        assert_eq!((outlook.n_states(), outlook.n_hopeless()), (2, 2));
    }
}
