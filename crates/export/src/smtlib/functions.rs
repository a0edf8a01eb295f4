//! The game as functions of states: where play begins, what each command
//! makes of a state, and what is to be reached.

use playproof_model::{Command, E, Val};

use super::expressions::{Expressions, choose, join, not};
use super::names::{IDLE, Numbers, StateNames, StepNames, integer};
use super::states::StateParts;
use crate::error::ExportError;
use crate::question::ReachTask;

/// The functions, and what is needed to call them.
pub struct Functions {
    /// Their definitions.
    pub text: String,
    /// What they are functions of.
    pub states: StateParts,
    /// The names of the commands, with `idle` behind them.
    pub commands: Vec<String>,
}

impl Functions {
    /// Of a task whose states hold numbers in this way.
    pub fn new(task: &ReachTask, numbers: Numbers) -> Result<Functions, ExportError> {
        let machine = task.machine();
        let names = StateNames::new(machine, numbers);
        let expressions = Expressions::new(machine, &names);
        let parts = names.places().iter().flat_map(|p| p.parts.clone());
        let mut functions = Functions {
            text: String::new(),
            states: StateParts::new(parts.collect()),
            commands: StepNames::new(machine).commands,
        };

        let starts = machine.initial.iter().map(|state| {
            let state = state.iter().zip(names.places());
            let facts = state.flat_map(|(&value, place)| {
                place
                    .values
                    .iter()
                    .map(move |(v, is_it)| match *v == value {
                        true => is_it.clone(),
                        false => not(is_it),
                    })
            });
            join("and", &facts.collect::<Vec<_>>())
        });
        let starts = join("or", &starts.collect::<Vec<_>>());
        functions.text += "; Where play begins.\n";
        functions.text += &functions.states.defined("start", &[""], &starts);

        let target = expressions.terms(&[task.target()])?;
        functions.text += "\n; What is to be reached.\n";
        let reached = target.around(&target.condition(task.target()));
        functions.text += &functions.states.defined("target", &[""], &reached);

        functions.text += "\n; What can be done: each is true of a state and the next.\n";
        for (command, name) in machine.commands.iter().zip(functions.commands.clone()) {
            let body = effect(&expressions, command, &names)?;
            let name = format!("do.{name}");
            functions.text += &functions.states.defined(&name, &["", ".next"], &body);
        }
        functions.text += "\n; It is reached, and nothing changes any more.\n";
        let same = functions.states.parts.iter();
        let same = same.map(|(name, _)| format!("(= {name}.next {name})"));
        let here = functions.states.call("target", &[""]);
        let same: Vec<String> = [here].into_iter().chain(same).collect();
        let idle = format!("do.{IDLE}");
        let same = join("and", &same);
        functions.text += &functions.states.defined(&idle, &["", ".next"], &same);
        functions.commands.push(IDLE.into());
        Ok(functions)
    }
}

/// That a command can be done, and what it does.
fn effect(
    expressions: &Expressions,
    command: &Command,
    names: &StateNames,
) -> Result<String, ExportError> {
    let roots: Vec<E> = command.roots().collect();
    let terms = expressions.terms(&roots)?;
    let mut parts = vec![terms.condition(command.guard)];
    for place in names.places() {
        let after = |value: Val, now: &str| {
            // Of two writes to one place the later wins.
            let mut is_it = now.to_owned();
            for u in command.updates.iter().filter(|u| u.var == place.var) {
                let new = terms.is(u.value, value);
                is_it = match u.index {
                    None => new,
                    Some(i) => choose(&terms.is(i, place.element as Val), &new, &is_it),
                };
            }
            is_it
        };
        match &place.parts[..] {
            [(name, "Int")] => {
                let mut value = name.clone();
                for u in command.updates.iter().filter(|u| u.var == place.var) {
                    let new = number(&terms.values(u.value));
                    value = match u.index {
                        None => new,
                        Some(i) => choose(&terms.is(i, place.element as Val), &new, &value),
                    };
                }
                parts.push(format!("(= {name}.next {value})"));
            }
            _ => parts.extend(place.values.iter().map(|(value, symbol)| {
                match &after(*value, symbol)[..] {
                    "true" => format!("{symbol}.next"),
                    "false" => format!("(not {symbol}.next)"),
                    is_it => format!("(= {symbol}.next {is_it})"),
                }
            })),
        }
    }
    Ok(terms.around(&join("and", &parts)))
}

/// A number, by the conditions of its values.
fn number(values: &[(Val, String)]) -> String {
    let Some(((last, _), others)) = values.split_last() else {
        return integer(0);
    };
    others
        .iter()
        .rev()
        .fold(integer(*last), |rest, (value, is_it)| {
            choose(is_it, &integer(*value), &rest)
        })
}
