//! DIMACS: whether a run of at most so many steps gets somewhere, as clauses.
//! They are those that the kernel makes for its own use, so that a solver's
//! answer here is about what evidence is checked with.

use std::fmt::Write as _;

use playproof_kernel::{Unlimited, bounded_run};
use playproof_model::{AtomId, Encoding, Machine, Property, Rules};

use crate::error::ExportError;
use crate::names::Names;
use crate::question::ReachTask;

/// Whether a run of at most `bound` steps reaches what a property asks about:
/// satisfiable if there is one, and then the comments say which variables are
/// the digits of what.
///
/// Properties of other kinds are refused.
pub fn dimacs(
    rules: &Rules,
    name: &str,
    property: &Property,
    bound: u32,
) -> Result<String, ExportError> {
    let task = ReachTask::new(rules, name, property)?;
    let machine = task.machine();
    let too_large = || ExportError::TooLarge {
        what: format!("a run of {bound} steps"),
        limit: "the rules are too large to be written as clauses".into(),
    };
    let n_states = bound.checked_add(1).ok_or_else(too_large)?;
    let run = bounded_run(machine, AtomId(0), n_states, &mut Unlimited);
    let (cnf, states) = run.map_err(|_| too_large())?;
    let mut out = header(&task, bound);
    let encoding = Encoding::new(machine);
    let names = flat_names(machine);
    for (step, bits) in states.iter().enumerate() {
        for (flat, name) in names.iter().enumerate() {
            let digits = &bits[encoding.bits(flat)];
            if digits.is_empty() {
                continue;
            }
            let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
            let least = match encoding.domain(flat).0 {
                0 => String::new(),
                lo => format!(", above {lo}"),
            };
            let _ = writeln!(out, "c {name}@{step}: {}{least}", digits.join(" "));
        }
    }
    let _ = writeln!(out, "p cnf {} {}", cnf.n_vars(), cnf.n_clauses());
    for clause in cnf.clauses() {
        for literal in clause {
            let _ = write!(out, "{literal} ");
        }
        out += "0\n";
    }
    Ok(out)
}

/// A name for each flat variable.
fn flat_names(machine: &Machine) -> Vec<String> {
    let mut names = Names::avoiding("");
    let mut flat = Vec::new();
    for decl in &machine.vars {
        let name = names.give(&decl.name);
        match decl.len {
            None => flat.push(name),
            Some(n) => flat.extend((0..n).map(|i| format!("{name}.{i}"))),
        }
    }
    flat
}

fn header(task: &ReachTask, bound: u32) -> String {
    let [reached, _] = task.outcomes();
    let mut lines = vec!["A game for SAT solvers, written by playproof.".to_owned()];
    lines.extend(task.asked());
    lines.extend([
        String::new(),
        "  cadical FILE".into(),
        String::new(),
        format!("s SATISFIABLE    a run of at most {bound} steps gets there: {reached}"),
        format!("s UNSATISFIABLE  no run of at most {bound} steps does; longer ones may"),
        String::new(),
        "NAME@n: below are the variables that are the binary digits of a value of the".into(),
        "game after n steps, the lowest first; NAME.i is element i of an array. What comes".into(),
        "after it is reached means nothing.".into(),
    ]);
    let lines = lines
        .iter()
        .map(|l| format!("c {l}").trim_end().to_owned() + "\n");
    lines.collect()
}
