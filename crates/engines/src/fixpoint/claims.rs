//! Evidence for branching time: of all that is true of states, only the claims
//! that the answer rests on. The graph is explored as far as they go. Where
//! they come to a trap, the trap is the evidence.

use playproof_certify::{Budget, Claims, ClosedSet, Evidence, Stop, Trap};
use playproof_kernel::EscapeKind;
use playproof_model::{Answer, Branching, BranchingNode, BranchingQuestion, Runs, Subject};

use super::evaluate::Truth;
use crate::compile::with_model;
use crate::explicit::replay;
use crate::graph::StateGraph;

/// Claims looked into between two questions to the budget.
const CLAIMS_A_POLL: usize = 256;

/// What an answer rests on, given what is true of each state: claims of the
/// formula if it holds, of its negation if it is violated, or a trap.
pub fn claims(
    subject: &Subject,
    question: &BranchingQuestion,
    answer: Answer,
    truth: &dyn Truth,
    budget: &mut dyn Budget,
) -> Result<Evidence, Stop> {
    let n_atoms = subject.signature().atoms.len();
    with_model(subject, |model| {
        let mut graph = StateGraph::new(model, n_atoms);
        claims_on(subject, &mut graph, question, answer, truth, budget)
    })
}

/// The same, on a graph that may have been explored.
pub(super) fn claims_on(
    subject: &Subject,
    graph: &mut StateGraph,
    question: &BranchingQuestion,
    answer: Answer,
    truth: &dyn Truth,
    budget: &mut dyn Budget,
) -> Result<Evidence, Stop> {
    let initial = graph.initial().to_vec();
    let (formula, first) = match answer {
        Answer::Holds => (&question.formula, initial),
        Answer::Violated => {
            let formula = &question.negation;
            let root = formula.root();
            let bad = initial.into_iter();
            let bad = bad.filter(|&s| truth.holds(s, graph.row(s), root));
            // The one from which the promise is kept soonest.
            let soonest = bad.min_by_key(|&s| truth.rank(s, graph.row(s), root));
            (formula, soonest.into_iter().collect())
        }
    };
    let mut needed = Needed {
        graph,
        formula,
        truth,
        claims: Vec::new(),
        open: Vec::new(),
    };
    for &state in &first {
        needed.need(state, formula.root());
    }
    needed.found_all(budget)?;
    let trap = match (answer, &first[..]) {
        (Answer::Violated, [state]) => needed.trap(subject, question, *state),
        _ => None,
    };
    Ok(trap.map_or_else(|| Evidence::Claims(needed.claims()), Evidence::Trap))
}

/// The claims that others rest on.
struct Needed<'a, 'm> {
    graph: &'a mut StateGraph<'m>,
    formula: &'a Branching,
    truth: &'a dyn Truth,
    /// For each state, the parts claimed, as bits.
    claims: Vec<u64>,
    open: Vec<(u32, u32)>,
}

impl Needed<'_, '_> {
    fn need(&mut self, state: u32, node: u32) {
        if self.claims.len() <= state as usize {
            self.claims.resize(self.graph.len(), 0);
        }
        let bit = 1 << node;
        if self.claims[state as usize] & bit == 0 {
            self.claims[state as usize] |= bit;
            self.open.push((state, node));
        }
    }

    fn holds(&self, state: u32, node: u32) -> bool {
        self.truth.holds(state, self.graph.row(state), node)
    }

    fn rank(&self, state: u32, node: u32) -> Option<u32> {
        self.truth.rank(state, self.graph.row(state), node)
    }

    /// Needs a part in all successors, or in the first that fits.
    fn need_after(&mut self, state: u32, runs: Runs, node: u32, fits: &dyn Fn(&Self, u32) -> bool) {
        let successors = self.graph.successors(state).to_vec();
        let n = match runs {
            Runs::All => usize::MAX,
            Runs::Some => 1,
        };
        let fitting = successors.into_iter().filter(|&t| fits(self, t));
        let fitting: Vec<u32> = fitting.take(n).collect();
        fitting.into_iter().for_each(|t| self.need(t, node));
    }

    fn found_all(&mut self, budget: &mut dyn Budget) -> Result<(), Stop> {
        let mut n_found = 0;
        while let Some((state, node)) = self.open.pop() {
            self.found(state, node);
            n_found += 1;
            if n_found % CLAIMS_A_POLL == 0 {
                let own = self.claims.capacity() + self.open.capacity();
                self.graph.poll(budget, 8 * own as u64)?;
            }
        }
        Ok(())
    }

    /// Needs what one claim rests on.
    fn found(&mut self, state: u32, node: u32) {
        match self.formula.nodes()[node as usize] {
            BranchingNode::Const(_) | BranchingNode::Atom(..) => {}
            BranchingNode::And(p, q) => {
                self.need(state, p);
                self.need(state, q);
            }
            BranchingNode::Or(p, q) => {
                let which = if self.holds(state, p) { p } else { q };
                self.need(state, which);
            }
            BranchingNode::Next(runs, p) => {
                self.need_after(state, runs, p, &|all, t| all.holds(t, p));
            }
            BranchingNode::Until(_, _, q) if self.holds(state, q) => self.need(state, q),
            BranchingNode::Until(runs, p, _) => {
                let rank = self.rank(state, node);
                self.need(state, p);
                self.need_after(state, runs, node, &|all, t| {
                    all.holds(t, node) && all.rank(t, node) < rank
                });
            }
            BranchingNode::Release(_, p, q) if self.holds(state, p) => {
                self.need(state, p);
                self.need(state, q);
            }
            BranchingNode::Release(runs, _, q) => {
                self.need(state, q);
                self.need_after(state, runs, node, &|all, t| all.holds(t, node));
            }
        }
    }

    fn is_claimed(&self, state: u32, node: u32) -> bool {
        let claimed = self.claims.get(state as usize);
        claimed.is_some_and(|claimed| claimed >> node & 1 == 1)
    }

    /// The trap that claims against a formula such as `AG EF p` come to: the
    /// run is that of the promise, the set are the states from which `p` is
    /// claimed to be out of reach.
    fn trap(
        &mut self,
        subject: &Subject,
        question: &BranchingQuestion,
        start: u32,
    ) -> Option<Trap> {
        let form = question.formula.escapable()?;
        let nodes = self.formula.nodes();
        let root = self.formula.root();
        let BranchingNode::Until(Runs::Some, _, out) = nodes[root as usize] else {
            return None;
        };
        let is_lost = |node: &BranchingNode| match *node {
            BranchingNode::Release(Runs::All, never, p) => {
                nodes[never as usize] == BranchingNode::Const(false)
                    && nodes[p as usize] == BranchingNode::Atom(form.target, false)
            }
            _ => false,
        };
        let lost = nodes.iter().position(is_lost)? as u32;
        let mut path = vec![start];
        let mut state = start;
        while !self.is_claimed(state, out) {
            let rank = self.rank(state, root);
            let successors = self.graph.successors(state).to_vec();
            let mut nearer = successors.into_iter();
            state = nearer.find(|&t| self.is_claimed(t, root) && self.rank(t, root) < rank)?;
            path.push(state);
        }
        let mut set = ClosedSet::default();
        for state in 0..self.claims.len() as u32 {
            if !self.is_claimed(state, lost) {
                continue;
            }
            set.points.extend_from_slice(self.graph.row(state));
            // A player who has lost is not stuck: where that can still happen
            // the claims say more than a trap does.
            if let EscapeKind::OrInevitably(q) = form.kind
                && self.graph.letter(state) >> q.0 & 1 == 1
            {
                return None;
            }
        }
        let rows: Vec<&[u64]> = path.iter().map(|&s| self.graph.row(s)).collect();
        let run = replay(subject, self.graph.model, &rows, &[])?;
        Some(Trap { run, set })
    }

    fn claims(&self) -> Claims {
        let mut claims = Claims::default();
        for (state, &claimed) in (0..).zip(&self.claims) {
            if claimed == 0 {
                continue;
            }
            claims.points.extend_from_slice(self.graph.row(state));
            claims.claims.push(claimed);
            let parts = 0..self.formula.nodes().len() as u32;
            let claimed = parts.filter(|part| claimed >> part & 1 == 1);
            claims
                .ranks
                .extend(claimed.filter_map(|part| self.rank(state, part)));
        }
        claims
    }
}
