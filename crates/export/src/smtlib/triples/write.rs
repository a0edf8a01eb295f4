//! The whole text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use playproof_kernel::{Evidence, Interval};
use playproof_model::{Command, E, Machine, Property, Rules};

use super::bit_vectors::{BitVectors, said};
use super::facts::{Facts, facts_of};
use super::plan::Plan;
use crate::error::ExportError;
use crate::question::ReachTask;
use crate::ranges::domains;
use crate::smtlib::expressions::join;
use crate::smtlib::names::StepNames;
use crate::smtlib::states::StateParts;
use crate::smtlib::unrolled::MAX_TEXT;
use crate::text::one_line;

/// The states of a triple.
const BEFORE: &str = "@before";
const AFTER: &str = "@after";

/// That each step of a run does what the next one needs, and that all of them together
/// reach what a property asks about, as SMT-LIB over bit-vectors: a solver answers
/// `unsat` to every question if so.
///
/// Properties of other kinds, and evidence that is no run, are refused.
pub fn triples(
    rules: &Rules,
    name: &str,
    property: &Property,
    evidence: &Evidence,
) -> Result<String, ExportError> {
    let task = ReachTask::new(rules, name, property)?;
    let plan = Plan::new(task.subject(), task.target_atom(), evidence)?;
    let text = Text::new(&task, &plan);
    let mut out = text.header(&task);
    let width = text.words.width;
    let _ = writeln!(
        out,
        "(set-logic QF_BV)\n(define-sort Num () (_ BitVec {width}))"
    );
    out += &text.definitions(task.target())?;
    for step in 0..plan.commands.len() {
        if out.len() as u64 > MAX_TEXT {
            return Err(ExportError::TooLarge {
                what: format!("a plan of {} steps", plan.commands.len()),
                limit: format!("{MAX_TEXT} bytes may be written"),
            });
        }
        out += &text.triple(step);
    }
    Ok(out + &text.composition())
}

struct Text<'a> {
    machine: &'a Machine,
    plan: &'a Plan,
    words: BitVectors<'a>,
    states: StateParts,
    domains: Vec<Interval>,
    /// What is true before the first step and after each.
    facts: Vec<Facts>,
    /// The names of all commands.
    commands: Vec<String>,
}

impl<'a> Text<'a> {
    fn new(task: &'a ReachTask, plan: &'a Plan) -> Text<'a> {
        let machine = task.machine();
        let done = plan.commands.iter().map(|&c| &machine.commands[c]);
        let roots = done.flat_map(Command::roots).chain([task.target()]);
        let words = BitVectors::new(machine, &roots.collect::<Vec<_>>());
        let parts = words.places().iter().flat_map(|p| p.parts.clone());
        Text {
            states: StateParts::new(parts.collect()),
            machine,
            plan,
            domains: domains(machine),
            facts: facts_of(machine, task.target(), plan),
            commands: StepNames::new(machine).commands,
            words,
        }
    }

    /// The functions that the questions are asked with.
    fn definitions(&self, target: E) -> Result<String, ExportError> {
        let (states, words) = (&self.states, &self.words);
        let numbers = self.domains.iter().zip(words.places());
        let numbers = numbers.filter(|(_, place)| place.parts[0].1 != "Bool");
        let everything = Interval {
            lo: i64::MIN,
            hi: i64::MAX,
        };
        let valid = numbers.map(|(&domain, place)| words.is_within(place, domain, everything));
        let mut out = "\n; The values that the numbers of a state can have.\n".to_owned();
        out += &states.defined("state", &[""], &join("and", &valid.collect::<Vec<_>>()));
        out += "\n; Where the run begins.\n";
        let first = self.plan.states[0].iter();
        let first: Facts = first.map(|&value| Interval::from((value, value))).collect();
        out += &states.defined("start", &[""], &self.condition(&first));
        out += "\n; What is to be reached.\n";
        let terms = words.terms(&[target])?;
        let reached = terms.around(&terms.condition(target));
        out += &states.defined("target", &[""], &reached);
        out += "\n; What is done: where it can be, and what the next state is.\n";
        let done: BTreeSet<usize> = self.plan.commands.iter().copied().collect();
        for c in done {
            out += &self.command(c)?;
        }
        out += "\n; What is true before the first step, and after each.\n";
        for (i, facts) in self.facts.iter().enumerate() {
            let _ = writeln!(out, "; {}", self.in_words(facts));
            out += &states.defined(&format!("p.{i}"), &[""], &self.condition(facts));
        }
        Ok(out)
    }

    fn command(&self, c: usize) -> Result<String, ExportError> {
        let (command, name) = (&self.machine.commands[c], &self.commands[c]);
        let terms = self.words.terms(&[command.guard])?;
        let can = terms.around(&terms.condition(command.guard));
        let written: Vec<E> = command.roots().skip(1).collect();
        let terms = self.words.terms(&written)?;
        let places = self.words.places().iter();
        let next = places.map(|place| {
            let after = terms.after(place, &command.updates);
            format!("(= {}.next {after})", place.parts[0].0)
        });
        let does = terms.around(&join("and", &next.collect::<Vec<_>>()));
        Ok(self.states.defined(&format!("can.{name}"), &[""], &can)
            + &self
                .states
                .defined(&format!("do.{name}"), &["", ".next"], &does))
    }

    fn condition(&self, facts: &Facts) -> String {
        let places = self.words.places().iter().zip(facts).zip(&self.domains);
        let all = places.map(|((place, &fact), &domain)| self.words.is_within(place, fact, domain));
        join("and", &all.collect::<Vec<_>>())
    }

    /// Facts for people.
    fn in_words(&self, facts: &Facts) -> String {
        let places = self.words.places().iter().zip(facts).zip(&self.domains);
        let said = places.filter_map(|((p, &fact), &domain)| said(&p.parts[0].0, fact, domain));
        match said.collect::<Vec<_>>() {
            said if said.is_empty() => "whatever the state is".into(),
            said => said.join(", "),
        }
    }

    /// One triple.
    fn triple(&self, step: usize) -> String {
        let name = &self.commands[self.plan.commands[step]];
        let action = self.machine.commands[self.plan.commands[step]].action;
        let action = one_line(&self.machine.actions[action.index()].name);
        let [before, after] = [&self.facts[step], &self.facts[step + 1]].map(|f| self.in_words(f));
        let mut out = match step {
            0 => format!(
                "\n; The state before a step and the one after it.\n{}{}",
                self.states.declared(BEFORE),
                self.states.declared(AFTER)
            ),
            _ => String::new(),
        };
        let (precondition, done) = (format!("p.{step}"), format!("do.{name}"));
        let (can, after_it) = (format!("can.{name}"), format!("p.{}", step + 1));
        let call = |function: &str, of: &[&str]| self.states.call(function, of);
        let _ = write!(
            out,
            "\n; Step {}: {{{before}}} {action} {{{after}}}\n\
             (push 1)\n(assert {})\n(assert {})\n(assert {})\n\
             (assert (not (and {}\n    {}\n    {})))\n(check-sat)\n(pop 1)\n",
            step + 1,
            call("state", &[BEFORE]),
            call(&precondition, &[BEFORE]),
            call(&done, &[BEFORE, AFTER]),
            call(&can, &[BEFORE]),
            call("state", &[AFTER]),
            call(&after_it, &[AFTER]),
        );
        out
    }

    /// That the run begins where the first triple does, that the last one ends where it
    /// should, and all steps at once.
    fn composition(&self) -> String {
        let n = self.plan.commands.len();
        let mut out = "\n; The run, state by state.\n".to_owned();
        let at = |i: usize| format!("@{i}");
        for i in 0..=n {
            out += &self.states.declared(&at(i));
        }
        let call = |function: &str, of: &[&str]| self.states.call(function, of);
        let _ = write!(
            out,
            "\n; It begins where the first triple does.\n(push 1)\n(assert {})\n\
             (assert (not (and {} {})))\n(check-sat)\n(pop 1)\n",
            call("start", &["@0"]),
            call("state", &["@0"]),
            call("p.0", &["@0"]),
        );
        let last = at(n);
        let _ = write!(
            out,
            "\n; What the last triple ends with is what is asked about.\n(push 1)\n(assert {})\n\
             (assert {})\n(assert (not {}))\n(check-sat)\n(pop 1)\n",
            call("state", &[&last]),
            call(&format!("p.{n}"), &[&last]),
            call("target", &[&last]),
        );
        out += "\n; All steps, one after the other, from the beginning.\n";
        let _ = writeln!(out, "(assert {})", call("start", &["@0"]));
        let mut all = vec![call("target", &[&last])];
        for (i, &command) in self.plan.commands.iter().enumerate() {
            let (name, here) = (&self.commands[command], at(i));
            let done = call(&format!("do.{name}"), &[&here, &at(i + 1)]);
            let _ = writeln!(out, "(assert {done})");
            all.push(call(&format!("can.{name}"), &[&here]));
        }
        let _ = write!(out, "(assert (not {}))\n(check-sat)\n", join("and", &all));
        out
    }

    fn header(&self, task: &ReachTask) -> String {
        let n = self.plan.commands.len();
        let mut lines =
            vec!["A plan as triples over bit-vectors, written by playproof.".to_owned()];
        lines.extend(task.asked());
        lines.extend([
            String::new(),
            "  z3 FILE".into(),
            String::new(),
            format!(
                "There are {} answers, and each should be unsat. One for each of {n} steps,",
                n + 3
            ),
            "{P} action {Q}: where P is true, the action can be done, and Q is true after it."
                .into(),
            "Then: the run begins where the first P is true; the last Q makes true what is".into(),
            "asked about; and all steps together lead there from the beginning.".into(),
            "sat    the triple is wrong; with (get-model) the solver shows a state for that."
                .into(),
            String::new(),
            format!(
                "Numbers are signed and have {} bits, in which nothing overflows.",
                self.words.width
            ),
            "P says only what matters: whatever it does not name may have any value.".into(),
            "NAME.i is element i of an array.".into(),
        ]);
        let lines = lines
            .iter()
            .map(|l| format!("; {l}").trim_end().to_owned() + "\n");
        lines.collect::<String>() + "\n"
    }
}
