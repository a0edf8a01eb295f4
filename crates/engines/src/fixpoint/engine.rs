//! The engine for branching time: fixpoints over all states.

use playproof_certify::{
    Ability, Budget, Engine, Evidence, Outcome, QuestionKind, Reason, Stop, Task,
};
use playproof_model::{Answer, BranchingQuestion, PackedModel, Question, Subject, Unsupported};

use super::claims::claims_on;
use super::evaluate::evaluate;
use crate::compile::on_own_states;
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
            no: &["claims", "trap"],
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
        on_own_states(task, |model| decide(task.subject, question, model, budget))
    }
}

fn branching<'a>(task: &Task<'a>) -> Result<&'a BranchingQuestion, Unsupported> {
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
    let n_atoms = subject.signature().atoms.len();
    let mut graph = StateGraph::new(model, n_atoms);
    let found = search(subject, question, &mut graph, budget);
    let states = graph.len() as u64;
    match found {
        Ok((answer, evidence)) => Outcome {
            // Their runs follow the graph's shortest ways.
            lower_bound: match &evidence {
                Evidence::Trap(trap) => u32::try_from(trap.run.steps.len()).ok(),
                _ => None,
            },
            ..Outcome::decided(answer, evidence, states)
        },
        Err(stop) => Outcome::unknown(Reason::Stopped(stop), states),
    }
}

fn search(
    subject: &Subject,
    question: &BranchingQuestion,
    graph: &mut StateGraph,
    budget: &mut dyn Budget,
) -> Result<(Answer, Evidence), Stop> {
    graph.explore(budget)?;
    let predecessors = graph.predecessors();
    let truth = evaluate(graph, &predecessors, &question.formula, budget)?;
    let root = &truth.holds[question.formula.root() as usize];
    let (answer, truth) = match graph.initial().iter().all(|&s| root[s as usize]) {
        true => (Answer::Holds, truth),
        false => {
            let truth = evaluate(graph, &predecessors, &question.negation, budget)?;
            (Answer::Violated, truth)
        }
    };
    let evidence = claims_on(subject, graph, question, answer, &truth, budget)?;
    Ok((answer, evidence))
}
