//! The game as a process: variables, tables, and one `d_step` a command, so
//! that one step of the game is one step of SPIN.
//!
//! What is asked about is kept in bits beside the game's variables: they are
//! functions of the state, so that there are no more states for it, and
//! claims over bits are read by SPIN without surprises.

use std::fmt::Write as _;

use playproof_kernel::{Code, Evaluator};
use playproof_model::{Command, Formula, Machine, Node, Table, Val, VarId, reachable};

use super::expressions::{Expressions, MACROS, MAX_LIST, shift_of_array, shift_of_table};
use crate::error::ExportError;
use crate::names::Names;

/// A machine with a name for everything in it.
pub struct Model<'a> {
    machine: &'a Machine,
    vars: Vec<String>,
    tables: Vec<Vec<String>>,
    conditions: Vec<Condition>,
    clock: Clock,
    /// Places for values that are computed before anything is written.
    scratch: Vec<String>,
}

/// How claims know when to begin.
#[derive(Clone, Copy)]
pub struct Clock {
    /// How far steps are counted.
    pub n_steps: u32,
    /// Whether runs that end must go on step by step, because a claim begins
    /// late or remembers.
    pub goes_on: bool,
}

/// A proposition of the machine as a bit of the state.
struct Condition {
    text: String,
    /// Its name now, one step ago, and so on.
    names: Vec<String>,
}

impl<'a> Model<'a> {
    /// The machine of `conditions`, each remembered for so many steps.
    pub fn new(
        machine: &'a Machine,
        conditions: &[(Formula, u32)],
        clock: Clock,
        names: &mut Names,
    ) -> Result<Model<'a>, ExportError> {
        let conditions = conditions.iter().map(|(condition, ago)| {
            let text = condition.to_string();
            let now = names.give(&text);
            let before = (1..=*ago).map(|n| names.give(&format!("{now}_{n}_ago")));
            let names = [now.clone()].into_iter().chain(before).collect();
            Condition { text, names }
        });
        let conditions = conditions.collect();
        let vars = machine.vars.iter();
        let vars = vars.map(|v| names.give_with("v_", &v.name)).collect();
        let tables = machine.tables.iter().map(|t| {
            let n_pieces = t.cells.len().div_ceil(MAX_LIST);
            let pieces = (0..n_pieces).map(|_| names.give_with("t_", &t.name));
            pieces.collect()
        });
        let tables = tables.collect();
        let needed = machine.commands.iter().map(|c| early(machine, c).len());
        let scratch = 1..=needed.max().unwrap_or(0);
        let scratch = scratch.map(|n| names.give_with("s_", &n.to_string()));
        let model = Model {
            machine,
            vars,
            tables,
            conditions,
            clock,
            scratch: scratch.collect(),
        };
        model.fits()?;
        Ok(model)
    }

    fn fits(&self) -> Result<(), ExportError> {
        let machine = self.machine;
        let too_large = |what: String, limit: String| ExportError::TooLarge { what, limit };
        for (v, base) in machine.vars.iter().zip(machine.bases()) {
            let first = &machine.initial[0][base..][..v.n_flat()];
            if first.len() > MAX_LIST && first.iter().any(|x| *x != first[0]) {
                let limit = format!("SPIN reads {MAX_LIST} different initial values");
                return Err(too_large(format!("the array `{}`", v.name), limit));
            }
        }
        for t in &machine.tables {
            if highest(t) > i64::from(Val::MAX) {
                let limit = format!("cells may differ by {}", Val::MAX);
                return Err(too_large(format!("the table `{}`", t.name), limit));
            }
        }
        let writes = || machine.commands.iter().flat_map(|c| &c.updates);
        let guards = machine.commands.iter().map(|c| c.guard);
        let values = writes().map(|u| u.value);
        let indices = writes().filter_map(|u| u.index);
        // Each command looks at the conditions, and each guard may be asked
        // twice.
        let atoms = machine.atoms.iter().map(|a| a.holds);
        let looks = machine.commands.iter().flat_map(|_| atoms.clone());
        let all = guards.clone().chain(guards).chain(values).chain(indices);
        self.expressions().fit(all.chain(looks))
    }

    fn expressions(&self) -> Expressions<'_> {
        Expressions::new(self.machine, &self.vars, &self.tables)
    }

    /// The name of a condition as it was some steps ago.
    pub fn condition(&self, number: usize, ago: u32) -> &str {
        &self.conditions[number].names[ago as usize]
    }

    /// Whether one of several initial states is chosen by a first step.
    pub fn chooses(machine: &Machine) -> bool {
        machine.initial.len() > 1
    }

    /// How many bytes a state has, or a few more.
    pub fn n_bytes(&self) -> usize {
        let vars = self.machine.vars.iter().map(|v| {
            let shift = shift_of_array(v);
            v.n_flat() * kind(i64::from(v.lo) + shift, i64::from(v.hi) + shift).1
        });
        let bits = self.conditions.iter().map(|c| c.names.len());
        // What SPIN adds of its own.
        64 + vars.sum::<usize>() + bits.sum::<usize>()
    }

    /// The declarations and the process.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.declare_tables(&mut text);
        self.declare_variables(&mut text);
        self.declare_conditions(&mut text);
        self.process(&mut text);
        let called = MACROS.iter().filter(|(call, _)| text.contains(call));
        let macros: String = called.map(|(_, define)| *define).collect();
        match macros.is_empty() {
            true => text,
            false => format!("{macros}\n{text}"),
        }
    }

    fn declare_tables(&self, out: &mut String) {
        if self.machine.tables.is_empty() {
            return;
        }
        *out += "/* The map and other tables: hidden, because they are not part of the state. */\n";
        for (table, names) in self.machine.tables.iter().zip(&self.tables) {
            let shift = shift_of_table(table);
            if shift > 0 {
                let (name, shift) = (&names[0], shift);
                let _ = writeln!(out, "/* {name} holds its values plus {shift}. */");
            }
            // Hidden bits are refused.
            let (kind, _) = kind(0, highest(table).max(2));
            for (name, cells) in names.iter().zip(table.cells.chunks(MAX_LIST)) {
                let n = cells.len();
                let cells = cells.iter().map(|&c| (i64::from(c) + shift).to_string());
                let cells = cells.collect::<Vec<_>>().join(", ");
                let _ = writeln!(out, "hidden {kind} {name}[{n}] = {{ {cells} }};");
            }
        }
        *out += "\n";
    }

    fn declare_variables(&self, out: &mut String) {
        *out += "/* The game's variables, as they are at first. */\n";
        let first = &self.machine.initial[0];
        for ((decl, name), base) in self
            .machine
            .vars
            .iter()
            .zip(&self.vars)
            .zip(self.machine.bases())
        {
            let shift = shift_of_array(decl);
            if shift > 0 {
                let _ = writeln!(out, "/* {name} holds its values plus {shift}. */");
            }
            let (kind, _) = kind(i64::from(decl.lo) + shift, i64::from(decl.hi) + shift);
            let values: Vec<String> = first[base..][..decl.n_flat()]
                .iter()
                .map(|&v| (i64::from(v) + shift).to_string())
                .collect();
            let (same, all) = (&values[0], values.join(", "));
            let _ = match decl.len {
                None => writeln!(out, "{kind} {name} = {same};"),
                Some(n) if values.iter().all(|v| v == same) => {
                    writeln!(out, "{kind} {name}[{n}] = {same};")
                }
                Some(n) => writeln!(out, "{kind} {name}[{n}] = {{ {all} }};"),
            };
        }
        if !self.scratch.is_empty() {
            *out += "\n/* For values that are computed before any is written. */\n";
            for name in &self.scratch {
                let _ = writeln!(out, "hidden int {name};");
            }
        }
        *out += "\n";
    }

    fn declare_conditions(&self, out: &mut String) {
        let bases = self.machine.bases();
        let code = Code::new(self.machine, &bases);
        let mut evaluator = Evaluator::default();
        evaluator.begin(code);
        let first = &self.machine.initial[0];
        let expressions = self.expressions();
        *out += "/* What is asked about, looked at after every step. */\n";
        let mut looks = Vec::new();
        for (condition, atom) in self.conditions.iter().zip(&self.machine.atoms) {
            let names = &condition.names;
            let now = evaluator.value(code, atom.holds, first);
            let (name, text) = (&names[0], comment(&condition.text));
            let _ = writeln!(out, "bit {name} = {}; /* {text} */", now);
            for name in &names[1..] {
                let _ = writeln!(out, "bit {name} = 0;");
            }
            // The oldest first, so that none is overwritten before it is read.
            let older = names.windows(2).rev();
            looks.extend(older.map(|w| format!("{} = {}", w[1], w[0])));
            looks.push(format!("{name} = ({})", expressions.text(atom.holds)));
        }
        let n = self.clock.n_steps;
        if n > 0 {
            let _ = writeln!(out, "byte steps = 0; /* so far, at most {n} */");
            looks.push(format!("steps = (steps < {n} -> steps + 1 : {n})"));
        }
        if looks.is_empty() {
            looks.push("skip".into());
        }
        let _ = writeln!(
            out,
            "#define look \\\n        {}\n",
            looks.join("; \\\n        ")
        );
    }

    fn process(&self, out: &mut String) {
        *out += "active proctype game()\n{\n";
        if Model::chooses(self.machine) {
            *out += "    /* Any of the initial states. */\n    if\n";
            for state in &self.machine.initial {
                let _ = writeln!(
                    out,
                    "    :: d_step {{ true -> {}; look }}",
                    self.writes(state)
                );
            }
            *out += "    fi;\n";
        }
        *out += "end:\n    do\n";
        let expressions = self.expressions();
        for command in &self.machine.commands {
            self.command(command, &expressions, out);
        }
        if self.clock.goes_on {
            let guards = self.machine.commands.iter().map(|c| c.guard);
            let none: Vec<String> = guards.map(|g| expressions.negation(g)).collect();
            let none = match none.is_empty() {
                true => "true".to_owned(),
                false => none.join(" && "),
            };
            *out += "    /* Nothing can be done any more, and time goes on. */\n";
            let _ = writeln!(out, "    :: d_step {{\n        {none} ->");
            let _ = writeln!(out, "        printf(\"{STUTTER}\\n\");");
            *out += "        look\n       }\n";
        } else if self.machine.commands.is_empty() {
            *out += "    :: false -> skip\n";
        }
        *out += "    od\n}\n";
    }

    /// Gives every variable its value of a state.
    fn writes(&self, state: &[Val]) -> String {
        let mut writes = Vec::new();
        for ((decl, name), base) in self
            .machine
            .vars
            .iter()
            .zip(&self.vars)
            .zip(self.machine.bases())
        {
            let shift = shift_of_array(decl);
            for (i, value) in state[base..][..decl.n_flat()].iter().enumerate() {
                let value = i64::from(*value) + shift;
                writes.push(match decl.len {
                    None => format!("{name} = {value}"),
                    Some(_) => format!("{name}[{i}] = {value}"),
                });
            }
        }
        writes.join("; ")
    }

    fn command(&self, command: &Command, expressions: &Expressions, out: &mut String) {
        let action = &self.machine.actions[command.action.index()].name;
        if command.name != *action {
            let _ = writeln!(out, "    /* {} */", comment(&command.name));
        }
        let guard = match self.machine.nodes[command.guard.index()] {
            Node::Const(c) => (c == 1).to_string(),
            _ => expressions.text(command.guard),
        };
        let _ = writeln!(out, "    :: d_step {{\n        {guard} ->");
        let _ = writeln!(out, "        printf(\"{}\\n\");", quoted(action));
        let early = early(self.machine, command);
        let held: Vec<_> = early.iter().zip(&self.scratch).collect();
        for (e, place) in &held {
            let _ = writeln!(out, "        {place} = {};", expressions.text(**e));
        }
        let value = |e| match held.iter().find(|(early, _)| **early == e) {
            Some((_, place)) => place.to_string(),
            None => expressions.text(e),
        };
        for u in &command.updates {
            let (name, shift) = (
                &self.vars[u.var.index()],
                shift_of_array(&self.machine.vars[u.var.index()]),
            );
            let index = u.index.map_or(String::new(), |i| format!("[{}]", value(i)));
            let more = match shift {
                0 => String::new(),
                shift => format!(" + {shift}"),
            };
            let _ = writeln!(out, "        {name}{index} = {}{more};", value(u.value));
        }
        *out += "        look\n       }\n";
    }
}

/// The expressions of a command that must be computed before it writes,
/// because they read what it writes before they would be.
fn early(machine: &Machine, command: &Command) -> Vec<playproof_model::E> {
    let mut written: Vec<VarId> = Vec::new();
    let mut early = Vec::new();
    for u in &command.updates {
        for e in u.index.into_iter().chain([u.value]) {
            let reads = reachable(&machine.nodes, [e]).into_iter().any(|e| {
                let (Node::Var(v) | Node::Elem(v, _)) = machine.nodes[e.index()] else {
                    return false;
                };
                written.contains(&v)
            });
            if reads && !early.contains(&e) {
                early.push(e);
            }
        }
        written.push(u.var);
    }
    early
}

/// The smallest type for values from `lo` to `hi`, and its bytes.
fn kind(lo: i64, hi: i64) -> (&'static str, usize) {
    match (lo, hi) {
        (0.., ..=1) => ("bit", 1),
        (0.., ..=255) => ("byte", 1),
        (-32768.., ..=32767) => ("short", 2),
        _ => ("int", 4),
    }
}

/// The greatest number that is written for a table's cell.
fn highest(table: &Table) -> i64 {
    let greatest = table.cells.iter().copied().max();
    i64::from(greatest.unwrap_or(0)) + shift_of_table(table)
}

/// Text that can stand in a comment.
pub fn comment(text: &str) -> String {
    text.replace("*/", "* /")
        .replace("/*", "/ *")
        .replace('\n', " ")
}

/// What is printed where nothing can be done any more and time goes on.
pub const STUTTER: &str = "stutter";

/// Text that can stand between quotes.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| match c {
        '"' | '\\' | '%' => '?',
        c if c.is_ascii_graphic() || c == ' ' => c,
        _ => '?',
    };
    text.chars().map(plain).collect()
}
