//! The game: variables, what can be done, and what that changes.

use std::fmt::Write as _;

use playproof_model::{Command, E, Machine, Node, Val, VarId, reachable};

use super::expressions::{Expressions, cases, is_boolean, truth};
use super::names::{GameNames, STUTTER};
use crate::error::ExportError;
use crate::text::{bracketed, one_line};

/// The most cases of all tables, arrays and writes together.
const MAX_CASES: usize = 1 << 22;

/// A game in SMV.
pub struct Model<'a> {
    machine: &'a Machine,
    names: GameNames,
    expressions: Expressions<'a>,
}

impl<'a> Model<'a> {
    /// Of a machine, whose propositions are those that are asked about.
    pub fn new(machine: &'a Machine) -> Result<Model<'a>, ExportError> {
        let roots = roots(machine);
        if n_cases(machine, &roots) > MAX_CASES {
            return Err(ExportError::TooLarge {
                what: "this level, written case by case,".into(),
                limit: format!("{MAX_CASES} cases may be written"),
            });
        }
        let mut names = GameNames::new(machine);
        let expressions = Expressions::new(machine, &mut names, &roots);
        Ok(Model {
            machine,
            names,
            expressions,
        })
    }

    /// The name of a proposition.
    pub fn atom(&self, number: usize) -> &str {
        &self.names.atoms[number]
    }

    /// The module, without what is asked.
    pub fn text(&self) -> String {
        let mut out = "MODULE main\n\n".to_owned();
        self.declare(&mut out);
        self.define(&mut out);
        self.begin(&mut out);
        self.choose(&mut out);
        self.change(&mut out);
        out
    }

    fn declare(&self, out: &mut String) {
        if !self.machine.vars.is_empty() {
            *out += "VAR\n";
        }
        for (place, (v, _)) in self.names.places().iter().zip(self.places()) {
            let decl = &self.machine.vars[v.index()];
            let _ = match is_boolean(decl) {
                true => writeln!(out, "    {place} : boolean;"),
                false => writeln!(out, "    {place} : {}..{};", decl.lo, decl.hi),
            };
        }
        let commands = self.names.commands.iter().map(String::as_str);
        let commands: Vec<&str> = commands.chain([STUTTER]).collect();
        let commands = commands.join(", ");
        let _ = writeln!(out, "IVAR\n    command : {{{commands}}};\n");
    }

    fn define(&self, out: &mut String) {
        *out += "DEFINE\n";
        for (name, text) in &self.expressions.definitions {
            let _ = writeln!(out, "    {name} := {text};");
        }
        *out += "    -- Where each command can be done.\n";
        for (name, command) in self.names.guards.iter().zip(&self.machine.commands) {
            let text = self.expressions.condition(command.guard);
            let _ = writeln!(out, "    {name} := {text};");
        }
        *out += "    -- What is asked about.\n";
        for (name, atom) in self.names.atoms.iter().zip(&self.machine.atoms) {
            let text = self.expressions.condition(atom.holds);
            let _ = match atom.name == *name {
                true => writeln!(out, "    {name} := {text};"),
                false => writeln!(out, "    {name} := {text}; -- {}", one_line(&atom.name)),
            };
        }
    }

    fn begin(&self, out: &mut String) {
        let states = self.machine.initial.iter().map(|state| {
            let facts = state.iter().zip(self.names.places()).zip(self.places());
            let facts = facts.map(|((&value, place), (v, _))| {
                match (is_boolean(&self.machine.vars[v.index()]), value) {
                    (true, 1) => place.clone(),
                    (true, _) => format!("!{place}"),
                    (false, value) => format!("{place} = {value}"),
                }
            });
            facts.collect::<Vec<_>>().join(" & ")
        });
        let states: Vec<String> = states.collect();
        let _ = match &states[..] {
            // A game without variables is always in its one state.
            [one] if one.is_empty() => writeln!(out, "\nINIT {};", truth(true)),
            [one] => writeln!(out, "\nINIT {one};"),
            several => writeln!(out, "\nINIT ({});", several.join(")\n  | (")),
        };
    }

    /// Which commands can be chosen where.
    fn choose(&self, out: &mut String) {
        *out += "\n-- A command is done where it can be; nothing is done where none can be.\n";
        let both = self.names.commands.iter().zip(&self.names.guards);
        for (command, guard) in both {
            let _ = writeln!(out, "TRANS command = {command} -> {guard};");
        }
        let none = match &self.names.guards[..] {
            [] => truth(true),
            guards => format!("!{}", bracketed(&guards.join(" | "))),
        };
        let _ = writeln!(out, "TRANS command = {STUTTER} -> {none};");
    }

    /// What follows for each variable.
    fn change(&self, out: &mut String) {
        *out += "\n-- What it changes; all values are those before it.\n";
        for (place, (v, element)) in self.names.places().iter().zip(self.places()) {
            let commands = self.names.commands.iter().zip(&self.machine.commands);
            let writes = commands.flat_map(|(name, c)| self.writes(name, c, v, element));
            let text = cases(writes.collect(), place);
            let _ = writeln!(out, "TRANS next({place}) = {text};");
        }
    }

    /// The writes of a command to one place, with the conditions under which
    /// they are made. Of two the later wins, so it comes first.
    fn writes(
        &self,
        name: &str,
        command: &Command,
        v: VarId,
        element: usize,
    ) -> Vec<(String, String)> {
        let decl = &self.machine.vars[v.index()];
        let mut writes = Vec::new();
        for u in command.updates.iter().rev().filter(|u| u.var == v) {
            let value = self.expressions.value_for(decl, u.value);
            let done = format!("command = {name}");
            let index = u.index.map(|i| (i, self.expressions.constant(i)));
            match index {
                Some((_, Some(i))) if i as usize != element => {}
                Some((i, None)) => {
                    let here = self.expressions.is(i, element as Val);
                    writes.push((format!("{done} & {here}"), value));
                }
                _ => {
                    writes.push((done, value));
                    break;
                }
            }
        }
        writes
    }

    /// For each flat variable what it is an element of, and which.
    fn places(&self) -> impl Iterator<Item = (VarId, usize)> {
        let vars = self.machine.vars.iter().zip(0..);
        vars.flat_map(|(decl, v)| (0..decl.n_flat()).map(move |i| (VarId(v), i)))
    }
}

/// The expressions that are written, each as often as it is.
fn roots(machine: &Machine) -> Vec<E> {
    let mut roots: Vec<E> = machine.atoms.iter().map(|a| a.holds).collect();
    for command in &machine.commands {
        roots.push(command.guard);
        for u in &command.updates {
            roots.push(u.value);
            if let Some(i) = u.index {
                // Every element asks whether it is meant, and is told.
                roots.extend([i, i, u.value]);
            }
        }
    }
    roots
}

fn n_cases(machine: &Machine, roots: &[E]) -> usize {
    let needed = reachable(&machine.nodes, roots.iter().copied());
    let read = needed.iter().map(|e| match machine.nodes[e.index()] {
        Node::Tab(t, _) => machine.tables[t.0 as usize].cells.len(),
        Node::Elem(v, _) => machine.vars[v.index()].n_flat(),
        _ => 0,
    });
    let updates = machine.commands.iter().flat_map(|c| &c.updates);
    let written = updates.map(|u| machine.vars[u.var.index()].n_flat());
    read.chain(written).fold(0, usize::saturating_add)
}
