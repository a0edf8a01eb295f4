//! The engine for linear time: a run that satisfies the formula, or a ranking
//! that shows that there is none.

use playproof_certify::{
    Ability, Budget, Engine, Evidence, Outcome, QuestionKind, Ranking, Reason, Task,
};
use playproof_model::{LinearNode, LinearQuestion, PackedModel, Question, Subject, Unsupported};

use super::automaton::Automaton;
use super::lasso::{lasso, round};
use super::on_the_fly::{Component, Ended, Nodes, Until, components_on_the_fly};
use super::prefix::shortest_prefix;
use super::product::{AutomatonProduct, ProgressionProduct, Trouble};
use super::simplify::simplify;
use super::translate::translate;
use crate::compile::{on_own_states, with_model};
use crate::explicit::replay;
use crate::graph::StateGraph;

/// Linear temporal logic by automata, on the fly.
#[derive(Clone, Copy, Debug, Default)]
pub struct AutomataEngine;

impl Engine for AutomataEngine {
    fn name(&self) -> &'static str {
        "automata"
    }

    fn summary(&self) -> &'static str {
        "LTL by Büchi automata, on the fly; a shortest run where a finite one decides"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Linear,
            yes: &["trace", "lasso"],
            no: &["ranking"],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        let question = linear(task)?;
        translate(&question.formula)
            .map(|_| ())
            .map_err(|explosion| {
                Unsupported(format!(
                    "the formula's automaton is too large: more than {} states and {} transitions",
                    explosion.states, explosion.transitions
                ))
            })
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let question = match linear(task) {
            Ok(question) => question,
            Err(why) => return Outcome::unsupported(why),
        };
        on_own_states(task, |model| decide(task.subject, question, model, budget))
    }
}

fn linear<'a>(task: &Task<'a>) -> Result<&'a LinearQuestion, Unsupported> {
    match task.subject.question() {
        Question::Linear(question) => Ok(question),
        _ => Err(Unsupported("it decides LTL formulas".into())),
    }
}

fn decide(
    subject: &Subject,
    question: &LinearQuestion,
    model: &dyn PackedModel,
    budget: &mut dyn Budget,
) -> Outcome {
    outcome(subject, question, model, |graph| {
        search(subject, question, graph, budget)
    })
}

/// A run that repeats and satisfies the formula, looked for only among states
/// with memories of the formula's simplified automaton that are allowed: where
/// somebody else found out that there is one.
pub fn lasso_within(
    subject: &Subject,
    question: &LinearQuestion,
    allowed: &dyn Fn(&[u64], u32) -> bool,
    budget: &mut dyn Budget,
) -> Outcome {
    let Ok(automaton) = translate(&question.formula) else {
        let why = "the formula's automaton is too large";
        return Outcome::unsupported(Unsupported(why.into()));
    };
    let automaton = simplify(automaton);
    with_model(subject, |model| {
        outcome(subject, question, model, |graph| {
            let found = find_lasso(subject, &automaton, allowed, graph, budget)?;
            Ok(found.unwrap_or(Found::Wrong("there is no such run after all")))
        })
    })
}

/// The ranking that shows that no run satisfies the formula: where somebody
/// else found out that there is none.
pub fn ranking(subject: &Subject, question: &LinearQuestion, budget: &mut dyn Budget) -> Outcome {
    with_model(subject, |model| {
        outcome(subject, question, model, |graph| {
            rank(graph, question, budget)
        })
    })
}

/// What a search over the graph of states comes to.
fn outcome<'m>(
    subject: &Subject,
    question: &LinearQuestion,
    model: &'m dyn PackedModel,
    search: impl FnOnce(&mut StateGraph<'m>) -> Result<Found, Trouble>,
) -> Outcome {
    let n_atoms = subject.signature().atoms.len();
    let mut graph = StateGraph::new(model, n_atoms);
    let found = search(&mut graph);
    let states = graph.len() as u64;
    let reason = match found {
        Ok(Found::Run(evidence)) => return Outcome::decided(question.on_run, evidence, states),
        Ok(Found::None(evidence)) => {
            return Outcome::decided(question.on_run.opposite(), evidence, states);
        }
        Ok(Found::Wrong(why)) => Reason::Unsupported(Unsupported(why.into())),
        Err(Trouble::Stopped(stop)) => Reason::Stopped(stop),
        Err(Trouble::TooManyAlternatives(n)) => Reason::Unsupported(Unsupported(format!(
            "the formula is too large: one state leaves {n} alternatives"
        ))),
    };
    Outcome::unknown(reason, states)
}

const NOT_A_RUN: &str = "the packed model took a step that the game does not have";

enum Found {
    Run(Evidence),
    None(Evidence),
    /// Something that cannot be: a bug, and no answer.
    Wrong(&'static str),
}

fn search(
    subject: &Subject,
    question: &LinearQuestion,
    graph: &mut StateGraph,
    budget: &mut dyn Budget,
) -> Result<Found, Trouble> {
    let formula = &question.formula;
    // It promises, and allows nothing for ever: a finite run decides.
    let is_release = |n: &LinearNode| matches!(n, LinearNode::Release(..));
    if !formula.nodes().iter().any(is_release) {
        if let Some(way) = shortest_prefix(graph, formula, budget)? {
            let rows: Vec<&[u64]> = way.iter().map(|&s| graph.row(s)).collect();
            return Ok(match replay(subject, graph.model, &rows, &[]) {
                Some(trace) => Found::Run(Evidence::Trace(trace)),
                None => Found::Wrong(NOT_A_RUN),
            });
        }
    } else if let Ok(automaton) = translate(formula) {
        let automaton = simplify(automaton);
        if let Some(found) = find_lasso(subject, &automaton, &|_, _| true, graph, budget)? {
            return Ok(found);
        }
    }
    rank(graph, question, budget)
}

/// A run that the automaton accepts, if there is one with allowed nodes.
fn find_lasso(
    subject: &Subject,
    automaton: &Automaton,
    allowed: &dyn Fn(&[u64], u32) -> bool,
    graph: &mut StateGraph,
    budget: &mut dyn Budget,
) -> Result<Option<Found>, Trouble> {
    let mut nodes = Nodes::default();
    let mut product = AutomatonProduct {
        graph: &mut *graph,
        automaton,
        allowed,
    };
    let ended = components_on_the_fly(&mut product, &mut nodes, Until::Found, budget, &mut |_| ())?;
    let Ended::Found(component) = ended else {
        return Ok(None);
    };
    let round = round(&mut product, &nodes, component, budget)?;
    let row = |s: u32| graph.row(s).to_vec();
    Ok(Some(match lasso(subject, graph.model, &row, &round) {
        Some(lasso) => Found::Run(Evidence::Lasso(lasso)),
        None => Found::Wrong(NOT_A_RUN),
    }))
}

/// The components of the product with progression, each with its rank: those
/// that can be reached from it come first.
fn rank(
    graph: &mut StateGraph,
    question: &LinearQuestion,
    budget: &mut dyn Budget,
) -> Result<Found, Trouble> {
    let mut product = ProgressionProduct::new(graph, &question.formula);
    let all = super::product::Product::all_marks(&product);
    let mut nodes = Nodes::default();
    let mut order: Vec<(u32, u32)> = Vec::new();
    let mut postponed: Vec<Option<u32>> = Vec::new();
    let until = Until::Found;
    let ended = components_on_the_fly(
        &mut product,
        &mut nodes,
        until,
        budget,
        &mut |c: &Component| {
            let missing = all & !c.marks;
            let until = c.is_cyclic.then(|| missing.trailing_zeros());
            let rank = postponed.len() as u32;
            postponed.push(until);
            order.extend(c.nodes.iter().map(|&n| (n, rank)));
        },
    )?;
    if ended != Ended::Done {
        return Ok(Found::Wrong("automaton and progression disagree"));
    }
    order.sort_unstable();
    let mut ranking = Ranking {
        postponed,
        ..Ranking::default()
    };
    for (node, rank) in order {
        let node = nodes.list[node as usize];
        ranking.rows.extend_from_slice(product.row(node.state));
        ranking.rows.push(product.obligations(node.memory));
        ranking.ranks.push(rank);
    }
    Ok(Found::None(Evidence::Ranking(ranking)))
}
