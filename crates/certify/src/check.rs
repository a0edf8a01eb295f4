//! The checker: accepts evidence, or says what is wrong with it.
//!
//! It knows states, steps and sets of states through `Semantics` and
//! `CubeSemantics` and never calls an engine. Everything that evidence says is
//! range-checked before it is used.

use std::ops::ControlFlow;

use playproof_model::{
    Answer, AtomId, BranchingQuestion, Owner, Question, Reach, Step, Subject, Val,
};
use thiserror::Error;

use crate::check_branching::check_claims;
use crate::check_closed_set::check_closed_set;
use crate::check_linear::check_linear;
use crate::check_paths::check_paths;
use crate::check_symbolic::{check_induction, check_invariant};
use crate::evidence::{Evidence, Trace};
use crate::task::{Budget, Phase, Progress, Stop};

/// What is wrong with evidence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Rejection(pub String);

/// Why evidence was not accepted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CheckError {
    /// It is wrong.
    #[error("evidence rejected: {0}")]
    Rejected(#[from] Rejection),
    /// It was not read to its end.
    #[error("not checked: {0}")]
    Stopped(Stop),
}

pub(crate) fn reject<T>(why: impl Into<String>) -> Result<T, CheckError> {
    Err(CheckError::Rejected(Rejection(why.into())))
}

/// Asks the budget while evidence is checked.
pub(crate) fn poll(budget: &mut dyn Budget, states: u64, bytes: u64) -> Result<(), CheckError> {
    let progress = Progress {
        phase: Phase::Checking,
        states,
        bytes,
        depth: 0,
    };
    match budget.spend(&progress) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(stop) => Err(CheckError::Stopped(stop)),
    }
}

/// Accepts the evidence for this answer, or says why not.
pub fn check(
    subject: &Subject,
    answer: Answer,
    evidence: &Evidence,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    // A run that needs the luck of a die, or a careless opponent, is no
    // solution: such games need other questions than reachability.
    let actions = &subject.semantics().signature().actions;
    if let Some(foreign) = actions.iter().find(|a| a.owner != Owner::Player) {
        return reject(format!("the player does not choose `{}`", foreign.name));
    }
    match subject.question() {
        Question::Reach(reach) => check_reach(subject, *reach, answer, evidence, budget),
        Question::Linear(question) => check_linear(subject, question, answer, evidence, budget),
        Question::Branching(question) => match evidence {
            Evidence::Claims(claims) => check_claims(subject, question, answer, claims, budget),
            Evidence::Argument(argument) if answer == Answer::Holds => {
                check_argument(subject, argument)
            }
            Evidence::Trace(trace) if answer == Answer::Holds => {
                check_lasting(subject, question, trace, budget)
            }
            // What can never be reached is not always within reach.
            Evidence::ClosedSet(set) if answer == Answer::Violated => {
                match question.formula.always_possible() {
                    Some(target) => check_closed_set(subject, target, set, budget),
                    None => does_not_show(evidence, answer),
                }
            }
            _ => does_not_show(evidence, answer),
        },
        Question::Paths(question) => check_paths(subject, *question, answer, evidence, budget),
    }
}

/// Lets the game's theorem go through the argument.
fn check_argument(subject: &Subject, argument: &[u32]) -> Result<(), CheckError> {
    match subject {
        Subject::Rules(rules) => rules.argued(argument).or_else(reject),
        Subject::Interpreted(_) => reject("the game knows no theorem about this level"),
    }
}

/// Where nothing is ever lost, what one run reaches can be reached from everywhere.
fn check_lasting(
    subject: &Subject,
    question: &BranchingQuestion,
    trace: &Trace,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    // Not of every condition: more things in hand may be in the way of `!win`.
    let is_shown_by_a_run = match subject {
        Subject::Rules(rules) => rules.is_shown_by_a_run(),
        Subject::Interpreted(_) => false,
    };
    if !is_shown_by_a_run {
        return reject("a run shows this only of rooms and things where nothing is ever lost");
    }
    match question.formula.always_possible() {
        Some(target) => check_trace(subject, target, trace, budget),
        None => reject("a run shows only what can always be reached"),
    }
}

/// Evidence of a kind that shows something else.
pub(crate) fn does_not_show(evidence: &Evidence, answer: Answer) -> Result<(), CheckError> {
    reject(format!(
        "evidence of the kind `{}` cannot show that this property {}",
        evidence.kind(),
        match answer {
            Answer::Holds => "holds",
            Answer::Violated => "is violated",
        }
    ))
}

fn check_reach(
    subject: &Subject,
    reach: Reach,
    answer: Answer,
    evidence: &Evidence,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    match evidence {
        Evidence::Trace(trace) if answer == reach.on_reach => {
            check_trace(subject, reach.target, trace, budget)
        }
        Evidence::ClosedSet(set) if answer == reach.on_reach.opposite() => {
            check_closed_set(subject, reach.target, set, budget)
        }
        Evidence::Invariant(invariant) if answer == reach.on_reach.opposite() => {
            check_invariant(subject, reach.target, invariant, budget)
        }
        Evidence::Induction(induction) if answer == reach.on_reach.opposite() => {
            check_induction(subject, reach.target, induction, budget)
        }
        _ => does_not_show(evidence, answer),
    }
}

/// Replays the run; its last state must satisfy the target.
fn check_trace(
    subject: &Subject,
    target: AtomId,
    trace: &Trace,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let semantics = subject.semantics();
    // Nothing is reached by standing still, and a run is as long as its
    // steps: padding would make it say something false.
    if let Some(i) = trace.steps.iter().position(|s| *s == Step::Stutter) {
        return reject(format!("step {} stutters", i + 1));
    }
    let last = replay(subject, trace.initial, &trace.steps, budget, &mut |_| {})?;
    if semantics.holds(&last, target) {
        Ok(())
    } else {
        reject("the run does not reach the target")
    }
}

/// Shows every state of a run, from the first to the last, and gives the last.
pub(crate) fn replay(
    subject: &Subject,
    initial: u32,
    run: &[Step],
    budget: &mut dyn Budget,
    visit: &mut dyn FnMut(&[Val]),
) -> Result<Vec<Val>, CheckError> {
    let semantics = subject.semantics();
    let mut state = None;
    let mut index = 0;
    semantics.initial(&mut |s| {
        if index == initial {
            state = Some(s.to_vec());
        }
        index += 1;
    });
    let Some(mut state) = state else {
        return reject(format!("there is no initial state {initial}"));
    };
    visit(&state);
    for (i, &step) in run.iter().enumerate() {
        if !subject.take(&mut state, step) {
            let name = match step {
                Step::Stutter => "stutter",
                Step::Act { action, .. } => {
                    let actions = &semantics.signature().actions;
                    actions
                        .get(action.index())
                        .map_or("an unknown action", |a| &a.name)
                }
            };
            return reject(format!("step {}, {name}, is not possible there", i + 1));
        }
        visit(&state);
        if i % 256 == 0 {
            poll(budget, i as u64, 0)?;
        }
    }
    Ok(state)
}
