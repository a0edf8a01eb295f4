//! Horn clauses: whether any run at all gets there.

use std::fmt::Write as _;

use playproof_model::{Property, Rules};

use super::functions::Functions;
use super::names::{IDLE, Numbers};
use crate::error::ExportError;
use crate::question::ReachTask;

/// Whether a run reaches what a property asks about, as constrained Horn
/// clauses in SMT-LIB: `sat` if none does, because there is a set of states
/// that holds the first one, is closed under steps and has no such state.
///
/// Properties of other kinds are refused.
pub fn horn(rules: &Rules, name: &str, property: &Property) -> Result<String, ExportError> {
    let task = ReachTask::new(rules, name, property)?;
    let functions = Functions::new(&task, Numbers::Integers)?;
    let mut out = header(&task);
    out += "(set-logic HORN)\n\n";
    out += &functions.text;
    let _ = writeln!(
        out,
        "\n; The states that can be reached.\n(declare-fun reachable ({}) Bool)",
        functions
            .states
            .parts
            .iter()
            .map(|(_, sort)| *sort)
            .collect::<Vec<_>>()
            .join(" ")
    );
    let (here, next) = (
        functions.states.parameters(""),
        functions.states.parameters(".next"),
    );
    let reachable = functions.states.call("reachable", &[""]);
    let _ = writeln!(
        out,
        "(assert (forall ({here})\n    (=> {} {reachable})))",
        functions.states.call("start", &[""]),
    );
    for name in functions.commands.iter().filter(|name| *name != IDLE) {
        let _ = writeln!(
            out,
            "(assert (forall ({here} {next})\n    (=> (and {reachable} {})\n        {})))",
            functions.states.call(&format!("do.{name}"), &["", ".next"]),
            functions.states.call("reachable", &[".next"]),
        );
    }
    let _ = writeln!(
        out,
        "(assert (forall ({here})\n    (=> (and {reachable} {}) false)))\n(check-sat)",
        functions.states.call("target", &[""]),
    );
    Ok(out)
}

fn header(task: &ReachTask) -> String {
    let [reached, never] = task.outcomes();
    let mut lines = vec!["A game as constrained Horn clauses, written by playproof.".to_owned()];
    lines.extend(task.asked());
    lines.extend([
        String::new(),
        "  z3 FILE".into(),
        String::new(),
        format!("sat    no run gets there: {never}. The solver found"),
        "       a set of states that play never leaves.".into(),
        format!("unsat  some run gets there: {reached}."),
    ]);
    let lines = lines
        .iter()
        .map(|l| format!("; {l}").trim_end().to_owned() + "\n");
    lines.collect::<String>() + "\n"
}
