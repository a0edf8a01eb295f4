//! Steps unrolled: whether a run of at most so many steps gets there.

use std::fmt::Write as _;

use playproof_model::{Property, Rules};

use super::functions::Functions;
use super::names::{Numbers, StepNames};
use crate::error::ExportError;
use crate::question::ReachTask;

/// The most bytes that are written.
pub(super) const MAX_TEXT: u64 = 1 << 28;

/// Whether a run of at most `bound` steps reaches what a property asks about,
/// as SMT-LIB over truth values: `sat` if there is one, and then the
/// values say which. Growing bounds find a shortest one.
///
/// Properties of other kinds are refused.
pub fn smtlib(
    rules: &Rules,
    name: &str,
    property: &Property,
    bound: u64,
) -> Result<String, ExportError> {
    let task = ReachTask::new(rules, name, property)?;
    let functions = Functions::new(&task, Numbers::ByValue)?;
    let mut out = header(&task, bound);
    out += "(set-logic QF_UF)\n(set-option :produce-models true)\n\n";
    out += &functions.text;
    let first = out.len() as u64;
    let _ = write!(out, "\n; The run.\n{}", functions.states.declared("@0"));
    let _ = writeln!(out, "(assert {})", functions.states.call("start", &["@0"]));
    for step in 0..bound {
        let before = out.len() as u64;
        out += &one_step(&functions, step);
        let grown = (out.len() as u64 - before).saturating_mul(bound - step);
        if first.saturating_add(grown) > MAX_TEXT {
            return Err(ExportError::TooLarge {
                what: format!("a run of {bound} steps"),
                limit: format!("{MAX_TEXT} bytes may be written"),
            });
        }
    }
    let _ = writeln!(
        out,
        "(assert {})",
        functions.states.call("target", &[&format!("@{bound}")])
    );
    out += "(check-sat)\n";
    let done = (0..bound).flat_map(|step| {
        let commands = functions.commands.iter();
        commands.map(move |name| StepNames::at(name, step))
    });
    let done: Vec<String> = done.collect();
    if !done.is_empty() {
        let _ = writeln!(out, "(get-value ({}))", done.join(" "));
    }
    Ok(out)
}

fn one_step(functions: &Functions, step: u64) -> String {
    let (now, next) = (format!("@{step}"), format!("@{}", step + 1));
    let declared = functions.states.declared(&next);
    let mut out = format!("\n; Step {}.\n{declared}", step + 1);
    let mut done = Vec::new();
    for name in &functions.commands {
        let at = StepNames::at(name, step);
        let effect = functions.states.call(&format!("do.{name}"), &[&now, &next]);
        let _ = writeln!(
            out,
            "(declare-const {at} Bool)\n(assert (=> {at} {effect}))"
        );
        done.push(at);
    }
    let _ = writeln!(out, "(assert (or {}))", done.join(" "));
    out
}

fn header(task: &ReachTask, bound: u64) -> String {
    let [reached, _] = task.outcomes();
    let mut lines = vec!["A game for SMT solvers, written by playproof.".to_owned()];
    lines.extend(task.asked());
    lines.extend([
        String::new(),
        "  z3 FILE".into(),
        String::new(),
        format!("sat    a run of at most {bound} steps gets there: {reached}. At each step"),
        "       one of what is true was done; if several are, they do the same.".into(),
        format!("unsat  no run of at most {bound} steps gets there, which says nothing of longer"),
        "       ones. That there are no values to show is then no mistake.".into(),
        String::new(),
        "The least bound with sat is the length of a shortest run.".into(),
        "NAME=5@n says that a number of the game is 5 after n steps, NAME@n that a truth".into(),
        "value is true then; NAME.i is element i of an array.".into(),
    ]);
    let lines = lines
        .iter()
        .map(|l| format!("; {l}").trim_end().to_owned() + "\n");
    lines.collect::<String>() + "\n"
}
