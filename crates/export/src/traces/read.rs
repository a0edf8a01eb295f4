//! What other tools say was done, step by step.

use std::collections::BTreeMap;

use playproof_model::{Machine, Val};

use super::follow::TraceError;
use super::spin::spin;
use crate::pddl::operator_of;
use crate::smtlib::{IDLE, StepNames};

/// Whose words a run is told in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceFormat {
    /// What `spin -t` or `pan -r` print: each action on a line of its own.
    Spin,
    /// Values or a model of what was exported to SMT-LIB.
    Smt,
    /// A plan: each operator on a line of its own, in brackets.
    Plan,
}

impl TraceFormat {
    /// Guessed from the text.
    pub fn of(text: &str) -> TraceFormat {
        let mut lines = text.lines().map(str::trim);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(';'));
        match first {
            Some("sat" | "unsat" | "unknown") => TraceFormat::Smt,
            Some(line) if line.starts_with('(') && text.contains("@0") => TraceFormat::Smt,
            Some(line) if line.starts_with('(') => TraceFormat::Plan,
            _ => TraceFormat::Spin,
        }
    }
}

/// A part of a run as it was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TracePart {
    /// Something is done.
    Step(ToldStep),
    /// From here on the rest repeats for ever.
    Cycle,
}

/// A step as it was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldStep {
    /// Which the tool says it is, from 1.
    pub number: usize,
    /// In the words of the tool.
    pub said: String,
    /// The commands that it may be, by their numbers.
    pub commands: Vec<usize>,
    /// Whether it is all of them at once, so that they must do the same.
    pub is_all: bool,
    /// Whether it is also told that nothing changes.
    pub is_idle: bool,
    /// The values that flat variables are told to have before it.
    pub before: Vec<(usize, Val)>,
}

impl ToldStep {
    /// One of these commands.
    pub fn one_of(commands: Vec<usize>, number: usize, said: &str) -> ToldStep {
        ToldStep {
            number,
            said: said.to_owned(),
            commands,
            is_all: false,
            is_idle: false,
            before: Vec::new(),
        }
    }
}

/// The steps that a text tells of, in the machine of the property that was
/// exported.
pub fn read_trace(
    machine: &Machine,
    text: &str,
    format: TraceFormat,
) -> Result<Vec<TracePart>, TraceError> {
    match format {
        TraceFormat::Spin => spin(machine, text),
        TraceFormat::Smt => smt(machine, text),
        TraceFormat::Plan => plan(machine, text),
    }
}

/// Values are `(walk_up@0 true)`, definitions `(define-fun walk_up@0 () Bool true)`.
fn smt(machine: &Machine, text: &str) -> Result<Vec<TracePart>, TraceError> {
    let names = StepNames::new(machine).commands;
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c == '(' || c == ')')
        .filter(|word| !word.is_empty())
        .collect();
    if words.first() == Some(&"unsat") {
        return Err(TraceError::NoRun);
    }
    if words.first() == Some(&"unknown") {
        return Err(TraceError::NotATrace(
            "values of what was exported to SMT-LIB: the solver gave up",
        ));
    }
    // Nothing but `sat` is the answer where no step was allowed.
    if words == ["sat"] {
        return Ok(Vec::new());
    }
    let mut done: BTreeMap<u64, ToldStep> = BTreeMap::new();
    let mut is_told = false;
    for (i, word) in words.iter().enumerate() {
        let Some((name, number)) = StepNames::read(word) else {
            continue;
        };
        let value = match words.get(i + 1) {
            Some(&"Bool") => words.get(i + 2),
            value => value,
        };
        let command = names.iter().position(|n| n == name);
        if command.is_none() && name != IDLE {
            continue;
        }
        is_told = true;
        if value != Some(&"true") {
            continue;
        }
        let nothing = || ToldStep::one_of(Vec::new(), number as usize + 1, "");
        let step = done.entry(number).or_insert_with(nothing);
        match command {
            Some(command) => step.commands.push(command),
            None => step.is_idle = true,
        }
        let and = if step.said.is_empty() { "" } else { " and " };
        step.said += &format!("{and}{name}");
        step.is_all = true;
    }
    match is_told {
        true => steps_of(done),
        false => Err(TraceError::NotATrace(
            "values of what was exported to SMT-LIB: no command of this game is in it",
        )),
    }
}

/// The steps in their order, without those at which nothing is done. A step of
/// which nothing is told is one only behind all others.
fn steps_of(done: BTreeMap<u64, ToldStep>) -> Result<Vec<TracePart>, TraceError> {
    let mut parts = Vec::new();
    for (expected, (number, step)) in (0..).zip(done) {
        if number != expected {
            return Err(TraceError::Step {
                number: expected as usize + 1,
                said: "nothing".into(),
                why: "no command is true at it, and some are later".into(),
            });
        }
        if !step.commands.is_empty() {
            parts.push(TracePart::Step(step));
        }
    }
    Ok(parts)
}

fn plan(machine: &Machine, text: &str) -> Result<Vec<TracePart>, TraceError> {
    let mut parts = Vec::new();
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let operator = line.strip_prefix('(').and_then(|l| l.strip_suffix(')'));
        let operator = operator.ok_or(TraceError::NotATrace(
            "a plan: each line is an operator in brackets",
        ))?;
        let number = parts.len() + 1;
        let operator = operator.trim();
        let read = operator_of(machine, operator).map_err(|why| TraceError::Step {
            number,
            said: operator.to_owned(),
            why,
        })?;
        parts.push(TracePart::Step(ToldStep {
            before: read.before,
            ..ToldStep::one_of(vec![read.command], number, operator)
        }));
    }
    Ok(parts)
}
