//! What other tools say was done, step by step.

use std::collections::BTreeMap;

use playproof_model::Rules;

use super::follow::TraceError;
use crate::pddl::command_of;
use crate::smtlib::StepNames;

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
    /// One of these commands, by their numbers, in the words of the tool.
    Step(Vec<usize>, String),
    /// From here on the rest repeats for ever.
    Cycle,
}

/// The steps that a text tells of, in the Rules of the property that was
/// exported.
pub fn read_trace(
    rules: &Rules,
    text: &str,
    format: TraceFormat,
) -> Result<Vec<TracePart>, TraceError> {
    match format {
        TraceFormat::Spin => spin(rules, text),
        TraceFormat::Smt => smt(rules, text),
        TraceFormat::Plan => plan(rules, text),
    }
}

/// SPIN prints what actions print, indented, among other things.
fn spin(rules: &Rules, text: &str) -> Result<Vec<TracePart>, TraceError> {
    let mut parts = Vec::new();
    let mut is_trail = false;
    for line in text.lines() {
        let line = line.trim();
        is_trail |= line.starts_with("spin: ") || line.contains("proc ");
        if line.contains("START OF CYCLE") {
            parts.push(TracePart::Cycle);
            continue;
        }
        let commands = rules.commands.iter().enumerate();
        let printed = |action: usize| crate::promela::quoted(&rules.actions[action].name);
        let commands = commands.filter(|(_, c)| printed(c.action.index()) == line);
        let commands: Vec<usize> = commands.map(|(i, _)| i).collect();
        if !commands.is_empty() {
            parts.push(TracePart::Step(commands, line.to_owned()));
        }
    }
    match parts.is_empty() && !is_trail {
        true => Err(TraceError::NotATrace(
            "a run as SPIN (`spin -t -B`), an SMT solver or a planner tells it: no line is an action of this game",
        )),
        false => Ok(parts),
    }
}

/// Values are `(walk_up@0 true)`, definitions `(define-fun walk_up@0 () Bool true)`.
fn smt(rules: &Rules, text: &str) -> Result<Vec<TracePart>, TraceError> {
    let names = StepNames::new(rules).commands;
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
    let mut done: BTreeMap<u64, (Vec<usize>, &str)> = BTreeMap::new();
    let mut last_told = None;
    for (i, word) in words.iter().enumerate() {
        let Some((name, step)) = StepNames::read(word) else {
            continue;
        };
        let value = match words.get(i + 1) {
            Some(&"Bool") => words.get(i + 2),
            value => value,
        };
        let command = names.iter().position(|n| n == name);
        if let (Some(command), Some(&value)) = (command, value) {
            last_told = last_told.max(Some(step));
            if value == "true" {
                done.entry(step)
                    .or_insert((Vec::new(), name))
                    .0
                    .push(command);
            }
        }
    }
    let Some(last_told) = last_told else {
        return Err(TraceError::NotATrace(
            "values of what was exported to SMT-LIB: no command of this game is in it",
        ));
    };
    // Where nothing is done any more, the rest is idle.
    let steps = (0..=last_told).map_while(|step| done.remove(&step));
    let steps = steps.map(|(commands, name)| TracePart::Step(commands, name.to_owned()));
    Ok(steps.collect())
}

fn plan(rules: &Rules, text: &str) -> Result<Vec<TracePart>, TraceError> {
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
        let operator = operator.trim().to_owned();
        match command_of(rules, &operator) {
            Some(command) => parts.push(TracePart::Step(vec![command], operator)),
            None => {
                return Err(TraceError::Step {
                    number,
                    said: operator,
                    why: "the game has no such command".into(),
                });
            }
        }
    }
    Ok(parts)
}
