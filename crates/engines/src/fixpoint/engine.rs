//! The engine for branching time: fixpoints over all states, and of them only
//! the claims that the answer rests on.

use playproof_certify::{
    Ability, Budget, Claims, Engine, Evidence, Outcome, QuestionKind, Reason, Stop, Task,
};
use playproof_model::{
    Answer, Branching, BranchingNode, BranchingQuestion, PackedModel, Question, Runs, Subject,
    Unsupported,
};

use super::evaluate::{Truth, evaluate};
use crate::compile::with_model;
use crate::explicit::player_only;
use crate::graph::StateGraph;

/// Computation tree logic by fixpoints over the explicit graph.
#[derive(Clone, Copy, Debug, Default)]
pub struct FixpointEngine;

impl Engine for FixpointEngine {
    fn name(&self) -> &'static str {
        "fixpoint"
    }

    fn summary(&self) -> &'static str {
        "CTL over the whole graph of states, in linear time; a shortest run where one shows it"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Branching,
            yes: &["claims"],
            no: &["claims"],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        branching(task).map(|_| ())
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let question = match branching(task) {
            Ok(question) => question,
            Err(why) => return Outcome::unsupported(why),
        };
        with_model(task.subject, |model| {
            decide(task.subject, question, model, budget)
        })
    }
}

fn branching<'a>(task: &Task<'a>) -> Result<&'a BranchingQuestion, Unsupported> {
    player_only(task)?;
    match task.subject.question() {
        Question::Branching(question) => Ok(question),
        _ => Err(Unsupported("it decides CTL formulas".into())),
    }
}

fn decide(
    subject: &Subject,
    question: &BranchingQuestion,
    model: &dyn PackedModel,
    budget: &mut dyn Budget,
) -> Outcome {
    let n_atoms = subject.semantics().signature().atoms.len();
    let mut graph = StateGraph::new(model, n_atoms);
    let found = search(question, &mut graph, budget);
    let states = graph.len() as u64;
    match found {
        Ok((answer, claims)) => Outcome::decided(answer, Evidence::Claims(claims), states),
        Err(stop) => Outcome::unknown(Reason::Stopped(stop), states),
    }
}

fn search(
    question: &BranchingQuestion,
    graph: &mut StateGraph,
    budget: &mut dyn Budget,
) -> Result<(Answer, Claims), Stop> {
    graph.explore(budget)?;
    let predecessors = graph.predecessors();
    let truth = evaluate(graph, &predecessors, &question.formula, budget)?;
    let root = &truth.holds[question.formula.root() as usize];
    let initial = graph.initial();
    if initial.iter().all(|&s| root[s as usize]) {
        let claims = Needed::new(graph, &question.formula, &truth).claims(initial);
        return Ok((Answer::Holds, claims));
    }
    let truth = evaluate(graph, &predecessors, &question.negation, budget)?;
    let root = question.negation.root() as usize;
    let bad = initial.iter().filter(|&&s| truth.holds[root][s as usize]);
    // The one from which the promise is kept soonest.
    let soonest = bad.min_by_key(|&&s| truth.ranks[root].get(s as usize).copied());
    let first: Vec<u32> = soonest.into_iter().copied().collect();
    let claims = Needed::new(graph, &question.negation, &truth).claims(&first);
    Ok((Answer::Violated, claims))
}

/// The claims that others rest on.
struct Needed<'a> {
    graph: &'a StateGraph<'a>,
    formula: &'a Branching,
    truth: &'a Truth,
    /// For each state, the parts claimed, as bits.
    claims: Vec<u64>,
    open: Vec<(u32, u32)>,
}

impl<'a> Needed<'a> {
    fn new(graph: &'a StateGraph<'a>, formula: &'a Branching, truth: &'a Truth) -> Needed<'a> {
        Needed {
            graph,
            formula,
            truth,
            claims: vec![0; graph.len()],
            open: Vec::new(),
        }
    }

    fn need(&mut self, state: u32, node: u32) {
        let bit = 1 << node;
        if self.claims[state as usize] & bit == 0 {
            self.claims[state as usize] |= bit;
            self.open.push((state, node));
        }
    }

    fn holds(&self, state: u32, node: u32) -> bool {
        self.truth.holds[node as usize][state as usize]
    }

    /// Needs a part in all successors, or in the first that fits.
    fn need_after(&mut self, state: u32, runs: Runs, node: u32, fits: &dyn Fn(u32) -> bool) {
        let graph = self.graph;
        let fitting = graph.known_successors(state).iter().filter(|&&t| fits(t));
        let n = match runs {
            Runs::All => usize::MAX,
            Runs::Some => 1,
        };
        fitting.take(n).for_each(|&t| self.need(t, node));
    }

    fn claims(mut self, initial: &[u32]) -> Claims {
        for &state in initial {
            self.need(state, self.formula.root());
        }
        while let Some((state, node)) = self.open.pop() {
            self.found(state, node);
        }
        let mut claims = Claims::default();
        for state in 0..self.graph.len() as u32 {
            let claimed = self.claims[state as usize];
            if claimed == 0 {
                continue;
            }
            claims.points.extend_from_slice(self.graph.row(state));
            claims.claims.push(claimed);
            for (node, ranks) in self.truth.ranks.iter().enumerate() {
                if claimed >> node & 1 == 1 && !ranks.is_empty() {
                    claims.ranks.push(ranks[state as usize]);
                }
            }
        }
        claims
    }

    /// Needs what one claim rests on.
    fn found(&mut self, state: u32, node: u32) {
        let truth = self.truth;
        let holds = |p: u32, s: u32| truth.holds[p as usize][s as usize];
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
            BranchingNode::Next(runs, p) => self.need_after(state, runs, p, &|t| holds(p, t)),
            BranchingNode::Until(_, _, q) if self.holds(state, q) => self.need(state, q),
            BranchingNode::Until(runs, p, _) => {
                let ranks = &truth.ranks[node as usize];
                let rank = ranks[state as usize];
                self.need(state, p);
                self.need_after(state, runs, node, &|t| {
                    holds(node, t) && ranks[t as usize] < rank
                });
            }
            BranchingNode::Release(_, p, q) if self.holds(state, p) => {
                self.need(state, p);
                self.need(state, q);
            }
            BranchingNode::Release(runs, _, q) => {
                self.need(state, q);
                self.need_after(state, runs, node, &|t| holds(node, t));
            }
        }
    }
}
