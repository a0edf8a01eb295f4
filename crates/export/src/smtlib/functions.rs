//! The game as functions of states: where play begins, what each command
//! makes of a state, and what is to be reached.

use std::fmt::Write as _;

use playproof_model::{Command, E, VarId};

use super::expressions::Expressions;
use super::names::{IDLE, StateNames, StepNames};
use super::numerals::Numerals;
use crate::question::ReachTask;

/// The functions, and what is needed to call them.
pub struct Functions {
    /// Their definitions.
    pub text: String,
    /// The type of each flat variable.
    pub sorts: Vec<String>,
    /// The names of the flat variables.
    pub flat: Vec<String>,
    /// The names of the commands, with `idle` behind them.
    pub commands: Vec<String>,
}

impl Functions {
    /// Of a task, with numbers written in this way.
    pub fn new(task: &ReachTask, numerals: Numerals) -> Functions {
        let rules = task.rules();
        let names = StateNames::new(rules);
        let expressions = Expressions::new(rules, &names, numerals);
        let owner = |(i, v): (usize, &playproof_model::VarDecl)| {
            std::iter::repeat_n(VarId(i as u32), v.n_flat())
        };
        let owners: Vec<VarId> = rules.vars.iter().enumerate().flat_map(owner).collect();
        let sorts: Vec<String> = owners.iter().map(|&v| expressions.sort(v)).collect();
        let mut commands = StepNames::new(rules).commands;
        let mut functions = Functions {
            text: "; The map and other tables, and elements of arrays.\n".into(),
            sorts,
            flat: names.flat.clone(),
            commands: Vec::new(),
        };
        functions.text += &expressions.functions();

        let starts = rules.initial.iter().map(|state| {
            let state = state.iter().zip(&owners).zip(&names.flat);
            let equal = state.map(
                |((value, &v), name)| match &expressions.value(v, *value)[..] {
                    "true" => name.clone(),
                    "false" => format!("(not {name})"),
                    value => format!("(= {name} {value})"),
                },
            );
            format!("(and {} true)", equal.collect::<Vec<_>>().join(" "))
        });
        let starts = starts.collect::<Vec<_>>().join("\n        ");
        functions.text += "\n; Where play begins.\n";
        functions.define("start", "", &format!("(or {starts} false)"));

        let target = expressions.terms(&[task.target()]);
        let reached = expressions.condition(&target, task.target());
        functions.text += "\n; What is to be reached.\n";
        functions.define("target", "", &target.around(&reached));

        functions.text += "\n; What can be done: each is true of a state and the next.\n";
        for (command, name) in rules.commands.iter().zip(&commands) {
            let body = effect(&expressions, command, &names);
            functions.define(&format!("do.{name}"), ".next", &body);
        }
        functions.text += "\n; What was to be reached is reached, and nothing changes any more.\n";
        let same = names
            .flat
            .iter()
            .map(|name| format!("(= {name}.next {name})"));
        let same = same.collect::<Vec<_>>().join(" ");
        let here = functions.call("target", &[""]);
        functions.define(
            &format!("do.{IDLE}"),
            ".next",
            &format!("(and {here} {same})"),
        );
        commands.push(IDLE.into());
        functions.commands = commands;
        functions
    }

    /// Defines a condition on a state and, with a suffix, on another one.
    fn define(&mut self, name: &str, next: &str, body: &str) {
        let states = match next {
            "" => vec![""],
            next => vec!["", next],
        };
        let parameters = states.iter().map(|suffix| self.parameters(suffix));
        let parameters = parameters.collect::<Vec<_>>().join(" ");
        let _ = writeln!(
            self.text,
            "(define-fun {name} ({parameters}) Bool\n    {body})"
        );
    }

    /// The variables with their types, names followed by a suffix.
    pub fn parameters(&self, suffix: &str) -> String {
        let all = self.flat.iter().zip(&self.sorts);
        let all = all.map(|(name, sort)| format!("({name}{suffix} {sort})"));
        all.collect::<Vec<_>>().join(" ")
    }

    /// Calls a function of states, whose variables have these suffixes.
    pub fn call(&self, name: &str, suffixes: &[&str]) -> String {
        let mut text = format!("({name}");
        for suffix in suffixes {
            for name in &self.flat {
                let _ = write!(text, " {name}{suffix}");
            }
        }
        text + ")"
    }
}

/// That a command can be done, and what it does.
fn effect(expressions: &Expressions, command: &Command, names: &StateNames) -> String {
    let rules = expressions.rules;
    let writes = command.updates.iter();
    let written = writes.flat_map(|u| u.index.into_iter().chain([u.value]));
    let roots: Vec<E> = [command.guard].into_iter().chain(written).collect();
    let terms = expressions.terms(&roots);
    let mut parts = vec![expressions.condition(&terms, command.guard)];
    for (i, (decl, base)) in rules.vars.iter().zip(rules.bases()).enumerate() {
        let v = VarId(i as u32);
        for (element, name) in names.flat[base..][..decl.n_flat()].iter().enumerate() {
            // Of two writes to one place the later wins.
            let mut value = name.clone();
            for u in command.updates.iter().filter(|u| u.var == v) {
                let new = expressions.held_by(&terms, v, u.value);
                value = match u.index {
                    None => new,
                    Some(i) => {
                        let i = expressions.number(&terms, i);
                        let here = expressions.numerals.constant(element as i64);
                        format!("(ite (= {i} {here}) {new} {value})")
                    }
                };
            }
            parts.push(format!("(= {name}.next {value})"));
        }
    }
    terms.around(&format!("(and {})", parts.join("\n    ")))
}
