//! A told run, followed in the game.
//!
//! A tool may name an action where the game has several ways to do it, and
//! says not where play began: all that fits is followed at once.

use std::collections::HashSet;

use playproof_kernel::{Evidence, Lasso, Trace};
use playproof_model::{PropertyError, Question, RulesError, StatementError, Step, Subject, Val};
use thiserror::Error;

use super::read::{ToldStep, TracePart};

/// Why a told run is none of the level, or shows nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TraceError {
    /// The text is something else.
    #[error("this is not {0}")]
    NotATrace(&'static str),
    /// The tool found none.
    #[error("the tool found no run, so there is none to import")]
    NoRun,
    /// A line is neither a step nor anything else that the tool writes.
    #[error(
        "line {number}, `{said}`: neither an action of this game nor what SPIN says of its own; is the text damaged?"
    )]
    Line {
        /// Which, from 1.
        number: usize,
        /// What it says.
        said: String,
    },
    /// A step is not possible.
    #[error("step {number}, {said}: {why}")]
    Step {
        /// Which, from 1.
        number: usize,
        /// In the words of the tool.
        said: String,
        /// What is wrong.
        why: String,
    },
    /// The run is possible, and does not show what it should.
    #[error("the run is possible, but after its {steps} step{s} what was asked about is not reached", s = if *steps == 1 { "" } else { "s" })]
    NotReached {
        /// How many steps it has.
        steps: usize,
    },
    /// The property does not fit the game.
    #[error(transparent)]
    Property(PropertyError),
    /// The Rules make no sense.
    #[error("the game's rules are broken: {0}")]
    Rules(RulesError),
    /// What they come to makes no sense.
    #[error("the game's rules are broken: {0}")]
    Statement(StatementError),
    /// What is asked is not shown by one run.
    #[error("this property is not decided by one run")]
    NotAboutOneRun,
}

/// A state that the run may be in, and how it got there.
struct Reached {
    state: Vec<Val>,
    /// Where it was before, among those of the step before, and by which step.
    from: Option<(usize, Step)>,
    initial: u32,
}

/// The evidence that a told run is for the property the Rules were elaborated
/// with; whether it is good evidence, the checker says.
pub fn evidence(subject: &Subject, parts: &[TracePart]) -> Result<Evidence, TraceError> {
    let target = match subject.question() {
        Question::Reach(reach) => Some(reach.target),
        Question::Linear(_) => None,
        _ => return Err(TraceError::NotAboutOneRun),
    };
    let mut layers = vec![first(subject)];
    let mut cycle_from = None;
    loop {
        let here = layers.last().expect("there is a first layer");
        let is_there = |r: &Reached| target.is_some_and(|t| subject.holds(&r.state, t));
        if let Some(end) = here.iter().position(is_there) {
            return Ok(Evidence::Trace(path(&layers, end)));
        }
        let n_done = layers.len() - 1;
        let mut left = parts.iter().filter_map(|part| match part {
            TracePart::Step(step) => Some(step),
            TracePart::Cycle => None,
        });
        let before = parts.iter().position(|part| *part == TracePart::Cycle);
        if before == Some(n_done) {
            cycle_from = before;
        }
        let Some(told) = left.nth(n_done) else {
            break;
        };
        let next = after(subject, here, told);
        if next.is_empty() {
            return Err(TraceError::Step {
                number: told.number,
                said: told.said.clone(),
                why: why_not(subject, here, told),
            });
        }
        layers.push(next);
    }
    match target {
        Some(_) => Err(TraceError::NotReached {
            steps: layers.len() - 1,
        }),
        None => Ok(whole_run(subject, &layers, cycle_from)),
    }
}

fn first(subject: &Subject) -> Vec<Reached> {
    let mut all = Vec::new();
    subject.initial(&mut |state| {
        all.push(Reached {
            state: state.to_vec(),
            from: None,
            initial: all.len() as u32,
        });
    });
    all
}

/// Where a step leads.
fn after(subject: &Subject, here: &[Reached], told: &ToldStep) -> Vec<Reached> {
    let machine = subject.machine();
    let mut play = subject.play();
    let mut all: Vec<Reached> = Vec::new();
    let mut known = HashSet::new();
    for (i, reached) in here.iter().enumerate() {
        if misfit(reached, told).is_some() {
            continue;
        }
        let mut taken = vec![0; machine.actions.len()];
        let mut done = Vec::new();
        play.each_successor(&reached.state, |command, next| {
            let action = machine.commands[command].action;
            let choice = taken[action.index()];
            taken[action.index()] += 1;
            if told.commands.contains(&command) {
                done.push((Step::Act { action, choice }, next.to_vec()));
            }
        });
        let are_alike = done.windows(2).all(|pair| pair[0].1 == pair[1].1);
        if told.is_all && !(are_alike && done.len() == told.commands.len()) {
            continue;
        }
        if told.is_idle && done.iter().any(|(_, next)| *next != reached.state) {
            continue;
        }
        for (step, state) in done {
            if known.insert(state.clone()) {
                all.push(Reached {
                    state,
                    from: Some((i, step)),
                    initial: reached.initial,
                });
            }
        }
    }
    all
}

/// The first flat variable that is told to have another value than it has, with
/// both.
fn misfit(reached: &Reached, told: &ToldStep) -> Option<(usize, Val, Val)> {
    let values = told.before.iter();
    let mut values = values.map(|&(place, value)| (place, reached.state[place], value));
    values.find(|(_, is, said)| is != said)
}

/// Why a step leads nowhere.
fn why_not(subject: &Subject, here: &[Reached], told: &ToldStep) -> String {
    if here.iter().all(|r| subject.terminal(&r.state)) {
        return "play is over before it".into();
    }
    let misfits: Option<Vec<_>> = here.iter().map(|r| misfit(r, told)).collect();
    if let Some([(place, is, said), ..]) = misfits.as_deref() {
        let machine = subject.machine();
        let bases = machine.bases();
        let var = bases.iter().position(|base| base == place);
        let name = var.map_or("a variable", |v| &machine.vars[v].name[..]);
        return format!("{name} is {is} there and not {said}");
    }
    let is_one = told.commands.len() == 1 && !told.is_idle;
    match is_one || !told.is_all {
        true => "it is not possible there".into(),
        false => "they are not all possible there, or do not do the same".into(),
    }
}

/// The run to one of the last states.
fn path(layers: &[Vec<Reached>], end: usize) -> Trace {
    let mut steps = Vec::new();
    let mut at = end;
    let initial = layers[layers.len() - 1][end].initial;
    for layer in layers.iter().rev() {
        if let Some((before, step)) = layer[at].from {
            steps.push(step);
            at = before;
        }
    }
    steps.reverse();
    Trace { initial, steps }
}

/// A run that goes on for ever: by its cycle, or by standing still at its end.
fn whole_run(subject: &Subject, layers: &[Vec<Reached>], cycle: Option<usize>) -> Evidence {
    let run = path(layers, 0);
    let mut stem = run.steps;
    let last = &layers[layers.len() - 1][0].state;
    let mut goes_on = false;
    subject.successors(last, &mut |_, _| goes_on = true);
    let initial = run.initial;
    match cycle.filter(|&from| from < stem.len()) {
        Some(from) => {
            let cycle = stem.split_off(from);
            Evidence::Lasso(Lasso {
                initial,
                stem,
                cycle,
            })
        }
        // What a run does up to here may be enough, whatever comes.
        None if goes_on => Evidence::Trace(Trace {
            initial,
            steps: stem,
        }),
        None => Evidence::Lasso(Lasso {
            initial,
            stem,
            cycle: vec![Step::Stutter],
        }),
    }
}
