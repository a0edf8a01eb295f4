//! A told run, followed in the game.
//!
//! A tool may name an action where the game has several ways to do it, and
//! says not where play began: all that fits is followed at once.

use std::collections::HashMap;

use playproof_certify::{Evidence, Lasso, Trace};
use playproof_model::{
    Elaborated, PropertyError, Question, Reference, RulesError, Semantics, Step, Val,
};
use thiserror::Error;

use super::read::TracePart;

/// Why a told run is none of the level, or shows nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TraceError {
    /// The text is something else.
    #[error("this is not {0}")]
    NotATrace(&'static str),
    /// The tool found none.
    #[error("the tool found no run, so there is none to import")]
    NoRun,
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
pub fn evidence(elaborated: &Elaborated, parts: &[TracePart]) -> Result<Evidence, TraceError> {
    let target = match elaborated.question() {
        Question::Reach(reach) => Some(reach.target),
        Question::Linear(_) => None,
        _ => return Err(TraceError::NotAboutOneRun),
    };
    let mut layers = vec![first(elaborated)];
    let mut cycle_from = None;
    loop {
        let here = layers.last().expect("there is a first layer");
        let is_there = |r: &Reached| target.is_some_and(|t| elaborated.holds(&r.state, t));
        if let Some(end) = here.iter().position(is_there) {
            return Ok(Evidence::Trace(path(&layers, end)));
        }
        let n_done = layers.len() - 1;
        let mut left = parts.iter().filter_map(|part| match part {
            TracePart::Step(commands, said) => Some((commands, said)),
            TracePart::Cycle => None,
        });
        let before = parts.iter().position(|part| *part == TracePart::Cycle);
        if before == Some(n_done) {
            cycle_from = before;
        }
        let Some((commands, said)) = left.nth(n_done) else {
            break;
        };
        let next = after(elaborated, here, commands);
        if next.is_empty() {
            let over = here.iter().all(|r| elaborated.terminal(&r.state));
            return Err(TraceError::Step {
                number: n_done + 1,
                said: said.clone(),
                why: match over {
                    true => "play is over before it".into(),
                    false => "it is not possible there".into(),
                },
            });
        }
        layers.push(next);
    }
    match target {
        Some(_) => Err(TraceError::NotReached {
            steps: layers.len() - 1,
        }),
        None => Ok(whole_run(elaborated, &layers, cycle_from)),
    }
}

fn first(elaborated: &Elaborated) -> Vec<Reached> {
    let mut all = Vec::new();
    elaborated.initial(&mut |state| {
        all.push(Reached {
            state: state.to_vec(),
            from: None,
            initial: all.len() as u32,
        });
    });
    all
}

/// Where some commands lead.
fn after(elaborated: &Elaborated, here: &[Reached], commands: &[usize]) -> Vec<Reached> {
    let rules = elaborated.rules();
    let reference = Reference::new(rules);
    let mut all: Vec<Reached> = Vec::new();
    let mut known = HashMap::new();
    for (i, reached) in here.iter().enumerate() {
        let mut taken = vec![0; rules.actions.len()];
        reference.successors(&reached.state, &mut |command, next| {
            let action = rules.commands[command].action;
            let choice = taken[action.index()];
            taken[action.index()] += 1;
            if commands.contains(&command) && known.insert(next.to_vec(), ()).is_none() {
                all.push(Reached {
                    state: next.to_vec(),
                    from: Some((i, Step::Act { action, choice })),
                    initial: reached.initial,
                });
            }
        });
    }
    all
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
fn whole_run(elaborated: &Elaborated, layers: &[Vec<Reached>], cycle: Option<usize>) -> Evidence {
    let run = path(layers, 0);
    let mut stem = run.steps;
    let last = &layers[layers.len() - 1][0].state;
    let mut goes_on = false;
    elaborated.successors(last, &mut |_, _| goes_on = true);
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
