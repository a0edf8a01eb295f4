//! The game as functions of states: where play begins, what each command
//! makes of a state, and what is to be reached.

use std::fmt::Write as _;

use playproof_model::{Command, E, Val};

use super::expressions::{Expressions, choose, join, not};
use super::names::{IDLE, Place, StateNames, StepNames};
use crate::error::ExportError;
use crate::question::ReachTask;

/// The functions, and what is needed to call them.
pub struct Functions {
    /// Their definitions.
    pub text: String,
    /// The symbols that a state is made of, all of them truth values.
    pub symbols: Vec<String>,
    /// The names of the commands, with `idle` behind them.
    pub commands: Vec<String>,
}

impl Functions {
    /// Of a task.
    pub fn new(task: &ReachTask) -> Result<Functions, ExportError> {
        let rules = task.rules();
        let names = StateNames::new(rules);
        let expressions = Expressions::new(rules, &names);
        let symbols = names.places().iter().flat_map(|p| p.symbols.clone());
        let mut functions = Functions {
            text: String::new(),
            symbols: symbols.collect(),
            commands: StepNames::new(rules).commands,
        };

        let starts = rules.initial.iter().map(|state| {
            let state = state.iter().zip(names.places());
            let facts = state.flat_map(|(&value, place)| {
                let is_it = move |(i, symbol): (usize, &String)| match has(task, place, i, value) {
                    true => symbol.clone(),
                    false => not(symbol),
                };
                place.symbols.iter().enumerate().map(is_it)
            });
            join("and", &facts.collect::<Vec<_>>())
        });
        let starts = join("or", &starts.collect::<Vec<_>>());
        functions.text += "; Where play begins.\n";
        functions.define("start", &[""], &starts);

        let target = expressions.terms(&[task.target()])?;
        functions.text += "\n; What is to be reached.\n";
        let reached = target.around(&target.condition(task.target()));
        functions.define("target", &[""], &reached);

        functions.text += "\n; What can be done: each is true of a state and the next.\n";
        for (command, name) in rules.commands.iter().zip(functions.commands.clone()) {
            let body = effect(&expressions, command, &names)?;
            functions.define(&format!("do.{name}"), &["", ".next"], &body);
        }
        functions.text += "\n; It is reached, and nothing changes any more.\n";
        let same = functions.symbols.iter();
        let same = same.map(|name| format!("(= {name}.next {name})"));
        let here = functions.call("target", &[""]);
        let same: Vec<String> = [here].into_iter().chain(same).collect();
        functions.define(&format!("do.{IDLE}"), &["", ".next"], &join("and", &same));
        functions.commands.push(IDLE.into());
        Ok(functions)
    }

    /// Defines a condition on states whose symbols have these suffixes.
    fn define(&mut self, name: &str, suffixes: &[&str], body: &str) {
        let parameters: Vec<String> = suffixes.iter().map(|s| self.parameters(s)).collect();
        let parameters = parameters.join(" ");
        let _ = writeln!(
            self.text,
            "(define-fun {name} ({parameters}) Bool\n    {body})"
        );
    }

    /// The symbols with their types, names followed by a suffix.
    pub fn parameters(&self, suffix: &str) -> String {
        let all = self.symbols.iter();
        let all = all.map(|name| format!("({name}{suffix} Bool)"));
        all.collect::<Vec<_>>().join(" ")
    }

    /// Calls a function of states, whose symbols have these suffixes.
    pub fn call(&self, name: &str, suffixes: &[&str]) -> String {
        let mut text = format!("({name}");
        for suffix in suffixes {
            for name in &self.symbols {
                let _ = write!(text, " {name}{suffix}");
            }
        }
        text + ")"
    }
}

/// The value that a symbol stands for, of a variable with this least value.
fn value_of(lo: Val, place: &Place, symbol: usize) -> Val {
    match place.symbols.len() {
        // A truth value: its symbol says that it is 1.
        1 if (0..=1).contains(&lo) => 1,
        _ => lo + symbol as Val,
    }
}

fn has(task: &ReachTask, place: &Place, symbol: usize, value: Val) -> bool {
    let lo = task.rules().vars[place.var.index()].lo;
    value_of(lo, place, symbol) == value
}

/// That a command can be done, and what it does.
fn effect(
    expressions: &Expressions,
    command: &Command,
    names: &StateNames,
) -> Result<String, ExportError> {
    let writes = command.updates.iter();
    let written = writes.flat_map(|u| u.index.into_iter().chain([u.value]));
    let roots: Vec<E> = [command.guard].into_iter().chain(written).collect();
    let terms = expressions.terms(&roots)?;
    let mut parts = vec![terms.condition(command.guard)];
    for place in names.places() {
        let lo = expressions.rules.vars[place.var.index()].lo;
        for (i, symbol) in place.symbols.iter().enumerate() {
            let stands_for = value_of(lo, place, i);
            // Of two writes to one place the later wins.
            let mut value = symbol.clone();
            for u in command.updates.iter().filter(|u| u.var == place.var) {
                let new = terms.is(u.value, stands_for);
                value = match u.index {
                    None => new,
                    Some(i) => choose(&terms.is(i, place.element as Val), &new, &value),
                };
            }
            parts.push(match &value[..] {
                "true" => format!("{symbol}.next"),
                "false" => format!("(not {symbol}.next)"),
                value => format!("(= {symbol}.next {value})"),
            });
        }
    }
    Ok(terms.around(&join("and", &parts)))
}
