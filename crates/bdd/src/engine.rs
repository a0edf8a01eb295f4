//! The engine: what is asked, the search, and its evidence.

use std::sync::Arc;

use playproof_certify::{
    Budget, ClosedSet, Column, Engine, Evidence, Outcome, Reason, Task, Verdict,
};
use playproof_engines::{
    Automaton, CompiledModel, StepCounter, claims, finish_run, lasso_within, late_pattern,
    player_only, ranking, replay, simplify, translate,
};
use playproof_model::{
    BranchingQuestion, Elaborated, LinearQuestion, Question, Reach, Subject, Unsupported, Val,
};

use crate::reach::{Found, Rings, Search};
use crate::space::Trouble;
use crate::watch::{Gone, Watch, watched};
use crate::{branching, linear};

/// Sets of states as decision diagrams.
#[derive(Clone, Copy, Debug, Default)]
pub struct BddEngine;

impl Engine for BddEngine {
    fn name(&self) -> &'static str {
        "bdd"
    }

    fn summary(&self) -> &'static str {
        "sets of states as decision diagrams: what is reachable, by a shortest run or a closed set; CTL by claims; LTL by a lasso or a ranking"
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        rules(task)?;
        match task.subject.question() {
            Question::Reach(_) | Question::Branching(_) => Ok(()),
            Question::Linear(question) => automaton(question).map(|_| ()),
            Question::Paths(_) => Err(Unsupported("it does not count runs".into())),
        }
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let rules = match rules(task) {
            Ok(rules) => rules,
            Err(why) => return Outcome::unsupported(why),
        };
        let subject = task.subject;
        match subject.question() {
            Question::Reach(reach) => decide_reach(subject, rules, *reach, budget),
            Question::Branching(question) => decide_branching(subject, rules, question, budget),
            Question::Linear(question) => decide_linear(subject, rules, question, budget),
            Question::Paths(_) => {
                Outcome::unsupported(Unsupported("it does not count runs".into()))
            }
        }
    }
}

/// The Rules of a task, if it has some and the player alone chooses.
fn rules<'a>(task: &Task<'a>) -> Result<&'a Elaborated, Unsupported> {
    player_only(task)?;
    match task.subject {
        Subject::Rules(rules) => Ok(rules),
        Subject::Interpreted(_) => {
            let why = "it reads Rules, and this game is an interpreter";
            Err(Unsupported(why.into()))
        }
    }
}

/// The automaton of a formula, if it is not too large.
fn automaton(question: &LinearQuestion) -> Result<Automaton, Unsupported> {
    let automaton = translate(&question.formula).map_err(|explosion| {
        Unsupported(format!(
            "the formula's automaton is too large: more than {} states and {} transitions",
            explosion.states, explosion.transitions
        ))
    })?;
    Ok(simplify(automaton))
}

/// Runs a search; if nothing comes of it, why.
fn found<F: Send + 'static>(
    watch: &Arc<Watch>,
    budget: &mut dyn Budget,
    search: impl FnOnce(&Arc<Watch>) -> Result<F, Trouble> + Send + 'static,
) -> Result<F, Reason> {
    match watched(watch, budget, search) {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(Trouble::Stopped(stop))) | Err(Gone::Stopped(stop)) => Err(Reason::Stopped(stop)),
        Ok(Err(Trouble::TooLarge(what))) => Err(Reason::Unsupported(Unsupported(what.to_string()))),
        Err(Gone::Lost) => {
            let why = "the search broke down";
            Err(Reason::Unsupported(Unsupported(why.into())))
        }
    }
}

fn decide_branching(
    subject: &Subject,
    rules: &Elaborated,
    question: &BranchingQuestion,
    budget: &mut dyn Budget,
) -> Outcome {
    let search = branching::Search {
        rules: rules.rules().clone(),
        layout: rules.layout().clone(),
        question: question.clone(),
    };
    let watch = Arc::new(Watch::default());
    let found = found(&watch, budget, move |watch| search.run(watch));
    let decided = found.and_then(|found| {
        let claims = claims(subject, question, found.answer, &found.parts, budget);
        let claims = claims.map_err(Reason::Stopped)?;
        Ok((found.answer, Evidence::Claims(claims)))
    });
    match decided {
        Ok((answer, evidence)) => Outcome::decided(answer, evidence, watch.states()),
        Err(reason) => Outcome::unknown(reason, watch.states()),
    }
}

fn decide_linear(
    subject: &Subject,
    rules: &Elaborated,
    question: &LinearQuestion,
    budget: &mut dyn Budget,
) -> Outcome {
    let automaton = match automaton(question) {
        Ok(automaton) => automaton,
        Err(why) => return Outcome::unsupported(why),
    };
    let search = linear::Search {
        rules: rules.rules().clone(),
        layout: rules.layout().clone(),
        automaton,
    };
    let watch = Arc::new(Watch::default());
    let outcome = match found(&watch, budget, move |watch| search.run(watch)) {
        Ok(Some(fair)) => lasso_within(
            subject,
            question,
            &|row, memory| fair.has(row, memory),
            budget,
        ),
        Ok(None) => ranking(subject, question, budget),
        Err(reason) => Outcome::unknown(reason, 0),
    };
    Outcome {
        states: watch.states(),
        ..outcome
    }
}

fn decide_reach(
    subject: &Subject,
    rules: &Elaborated,
    reach: Reach,
    budget: &mut dyn Budget,
) -> Outcome {
    let counter = StepCounter::of(rules);
    let flat = |counter: &StepCounter| rules.rules().bases()[counter.var.index()];
    let counter = counter.map(|counter| (flat(&counter), counter));
    let no = reach.on_reach.opposite();
    if let Some((flat, counter)) = counter.as_ref().filter(|(_, counter)| counter.limit < 0) {
        let set = ClosedSet {
            patterns: vec![late_pattern(counter, *flat as u32)],
            ..ClosedSet::default()
        };
        return Outcome::decided(no, Evidence::ClosedSet(set), 0);
    }
    let left_out = counter
        .as_ref()
        .filter(|(_, counter)| counter.can_be_left_out);
    let left_out = left_out.map(|(flat, _)| *flat);
    let search = Search {
        rules: rules.rules().clone(),
        layout: rules.layout().clone(),
        target: reach.target,
        left_out,
        max_depth: counter.as_ref().map(|(_, counter)| counter.limit as u32),
    };
    let watch = Arc::new(Watch::default());
    let found = found(&watch, budget, move |watch| search.run(watch));
    let states = watch.states();
    let reason = match found {
        Ok(Found::Run(run)) => {
            let rows: Vec<&[u64]> = run.iter().map(|row| &row[..]).collect();
            let open: Vec<u32> = left_out.iter().map(|&flat| flat as u32).collect();
            let trace = replay(subject, &CompiledModel::new(rules), &rows, &open);
            return Outcome {
                verdict: finish_run(reach, trace),
                states,
                lower_bound: Some(run.len() as u32 - 1),
            };
        }
        Ok(Found::None(rings)) => {
            let lower_bound = rings.cut_short.then(|| watch.depth() + 1);
            let set = Evidence::ClosedSet(closed_set(rings, counter, left_out.is_some()));
            return Outcome {
                verdict: Verdict::decided(no, set),
                states,
                lower_bound,
            };
        }
        Ok(Found::TooMany(n)) => {
            let how_many = n.map_or("more than 2^64".to_owned(), |n| n.to_string());
            let why = format!(
                "the target is in none of the {how_many} reachable states, which are too many to list as evidence"
            );
            Reason::Unsupported(Unsupported(why))
        }
        Err(reason) => reason,
    };
    Outcome {
        lower_bound: Some(watch.depth()),
        ..Outcome::unknown(reason, states)
    }
}

/// The states of all rings; where a counter was left out, from its ring on.
fn closed_set(rings: Rings, counter: Option<(usize, StepCounter)>, is_left_out: bool) -> ClosedSet {
    let mut set = ClosedSet {
        points: rings.rows,
        ..ClosedSet::default()
    };
    let Some((flat, counter)) = counter else {
        return set;
    };
    if is_left_out {
        let depths = rings.sizes.iter().enumerate();
        let ranges = depths.flat_map(|(depth, &size)| {
            std::iter::repeat_n((depth as Val, counter.cap), size as usize)
        });
        set.free = vec![flat as u32];
        set.columns = vec![Column::Ranges(ranges.collect())];
    }
    if rings.cut_short {
        // What lies beyond the limit is too late, whatever it is.
        set.patterns = vec![late_pattern(&counter, flat as u32)];
    }
    set
}
