//! The engine that counts runs: alternatives, routes, and whether a run is the
//! only one.

use playproof_certify::{
    Ability, Budget, ClosedSet, Cut, Engine, Evidence, Outcome, QuestionKind, Reason, Stop, Task,
    Trace,
};
use playproof_model::{
    Answer, PackedModel, PathCount, PathsQuestion, Question, Step, Subject, Unsupported,
};

use super::field::Field;
use super::routes::routes;
use super::simple::simple_runs;
use crate::compile::on_own_states;
use crate::explicit::replay;
use crate::graph::StateGraph;

/// Counts runs over the explicit graph.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathsEngine;

impl Engine for PathsEngine {
    fn name(&self) -> &'static str {
        "paths"
    }

    fn summary(&self) -> &'static str {
        "counts winning runs over the whole graph of states: alternatives, routes, unique"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Paths,
            yes: &["all-runs", "runs"],
            no: &["all-runs", "closed-set", "cut", "runs"],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        paths(task).map(|_| ())
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let question = match paths(task) {
            Ok(question) => question,
            Err(why) => return Outcome::unsupported(why),
        };
        on_own_states(task, |model| decide(task.subject, question, model, budget))
    }
}

fn paths(task: &Task) -> Result<PathsQuestion, Unsupported> {
    match task.subject.question() {
        Question::Paths(question) => Ok(*question),
        _ => Err(Unsupported("it counts winning runs".into())),
    }
}

fn decide(
    subject: &Subject,
    question: PathsQuestion,
    model: &dyn PackedModel,
    budget: &mut dyn Budget,
) -> Outcome {
    let mut graph = StateGraph::new(model, 1);
    if let Err(stop) = graph.explore(budget) {
        return Outcome::unknown(Reason::Stopped(stop), graph.len() as u64);
    }
    let field = Field::new(&graph, question.target);
    let states = graph.len() as u64;
    let counted = match question.count {
        PathCount::Routes(n) => count_routes(subject, &field, n, budget),
        PathCount::Alternatives(n) => count_alternatives(subject, &field, n, budget),
        PathCount::Unique => count_unique(subject, &field, budget),
    };
    match counted {
        Ok((answer, evidence)) => Outcome::decided(answer, evidence, states),
        Err(Undecided::Stopped(stop, found)) => Outcome {
            lower_bound: Some(found as u32),
            ..Outcome::unknown(Reason::Stopped(stop), states)
        },
        Err(Undecided::NotARun) => {
            let why = "the packed model took a step that the game does not have";
            Outcome::unknown(Reason::Unsupported(Unsupported(why.into())), states)
        }
    }
}

enum Undecided {
    /// A limit was hit after so many runs.
    Stopped(Stop, usize),
    NotARun,
}

type Counted = Result<(Answer, Evidence), Undecided>;

/// The runs behind lists of states.
fn traces(
    subject: &Subject,
    field: &Field,
    runs: &[Vec<u32>],
    budget: &mut dyn Budget,
) -> Result<Vec<Trace>, Undecided> {
    // The lists are kept beside their runs.
    let listed: usize = runs.iter().map(|run| run.len() * 4).sum();
    let mut bytes = listed as u64;
    let mut traces = Vec::new();
    for run in runs {
        let rows: Vec<&[u64]> = run.iter().map(|&s| field.graph.row(s)).collect();
        let trace = replay(subject, field.graph.model, &rows, &[]).ok_or(Undecided::NotARun)?;
        bytes += (trace.steps.len() * size_of::<Step>()) as u64;
        traces.push(trace);
        let polled = field.graph.poll(budget, bytes);
        polled.map_err(|stop| Undecided::Stopped(stop, runs.len()))?;
    }
    Ok(traces)
}

/// No run wins: every state that can be reached.
fn nothing(field: &Field) -> (Answer, Evidence) {
    let all: Vec<u32> = (0..field.graph.len() as u32).collect();
    let set = ClosedSet {
        points: field.rows(&all),
        ..ClosedSet::default()
    };
    (Answer::Violated, Evidence::ClosedSet(set))
}

fn count_alternatives(
    subject: &Subject,
    field: &Field,
    n: u32,
    budget: &mut dyn Budget,
) -> Counted {
    if n > 0 && !field.is_winnable() {
        return Ok(nothing(field));
    }
    let listing = simple_runs(field, n as usize, budget);
    if let Some(stop) = listing.stopped {
        return Err(Undecided::Stopped(stop, listing.runs.len()));
    }
    let runs = traces(subject, field, &listing.runs, budget)?;
    Ok(match runs.len() >= n as usize {
        true => (Answer::Holds, Evidence::Runs(runs)),
        false => (Answer::Violated, Evidence::AllRuns(runs)),
    })
}

fn count_unique(subject: &Subject, field: &Field, budget: &mut dyn Budget) -> Counted {
    if !field.is_winnable() {
        return Ok(nothing(field));
    }
    let listing = simple_runs(field, 2, budget);
    if let Some(stop) = listing.stopped {
        return Err(Undecided::Stopped(stop, listing.runs.len()));
    }
    let runs = traces(subject, field, &listing.runs, budget)?;
    Ok(match runs.len() {
        1 => (Answer::Holds, Evidence::AllRuns(runs)),
        _ => (Answer::Violated, Evidence::Runs(runs)),
    })
}

fn count_routes(subject: &Subject, field: &Field, n: u32, budget: &mut dyn Budget) -> Counted {
    if n > 0 && !field.is_winnable() {
        return Ok(nothing(field));
    }
    let found = routes(field, n as usize, budget);
    let found = found.map_err(|(stop, n_routes)| Undecided::Stopped(stop, n_routes))?;
    if found.runs.len() >= n as usize {
        let runs = traces(subject, field, &found.runs, budget)?;
        return Ok((Answer::Holds, Evidence::Runs(runs)));
    }
    // What can be reached without the cut; runs of one step are counted apart.
    let starts = field.graph.initial().iter().copied();
    let starts: Vec<u32> = starts.filter(|&s| !field.is_target[s as usize]).collect();
    let inside = field.reached(starts, &|s| {
        !field.is_target[s as usize] && found.cut.binary_search(&s).is_err()
    });
    let inside: Vec<u32> = inside
        .into_iter()
        .filter(|&s| !field.is_initial[s as usize])
        .collect();
    let cut = Cut {
        cut: field.rows(&found.cut),
        inside: field.rows(&inside),
    };
    Ok((Answer::Violated, Evidence::Cut(cut)))
}
