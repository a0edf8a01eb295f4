//! The engine: what is asked, the search, and its evidence.

use std::sync::Arc;

use playproof_certify::{
    Budget, ClosedSet, Column, Engine, Evidence, Outcome, Reason, Task, Verdict,
};
use playproof_engines::{
    CompiledModel, StepCounter, finish_run, late_pattern, player_only, replay,
};
use playproof_model::{Elaborated, Question, Reach, Subject, Unsupported, Val};

use crate::reach::{Found, Rings, Search};
use crate::space::Trouble;
use crate::watch::{Gone, Watch, watched};

/// Sets of states as decision diagrams.
#[derive(Clone, Copy, Debug, Default)]
pub struct BddEngine;

impl Engine for BddEngine {
    fn name(&self) -> &'static str {
        "bdd"
    }

    fn summary(&self) -> &'static str {
        "sets of states as decision diagrams: decides what is reachable, by a shortest run or a closed set"
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        rules(task)?;
        match task.subject.question() {
            Question::Reach(_) => Ok(()),
            _ => Err(Unsupported("it decides what is reachable".into())),
        }
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let rules = match self.supports(task).and_then(|()| rules(task)) {
            Ok(rules) => rules,
            Err(why) => return Outcome::unsupported(why),
        };
        match task.subject.question() {
            Question::Reach(reach) => decide_reach(task.subject, rules, *reach, budget),
            _ => Outcome::unsupported(Unsupported("it decides what is reachable".into())),
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

/// Why nothing was decided.
fn unknown(watch: &Watch, reason: Reason) -> Outcome {
    Outcome::unknown(reason, watch.states())
}

fn reason(trouble: Trouble) -> Reason {
    match trouble {
        Trouble::Stopped(stop) => Reason::Stopped(stop),
        Trouble::TooLarge(what) => Reason::Unsupported(Unsupported(what.to_string())),
    }
}

fn lost(gone: Gone) -> Reason {
    match gone {
        Gone::Stopped(stop) => Reason::Stopped(stop),
        Gone::Lost => {
            let why = "the search broke down";
            Reason::Unsupported(Unsupported(why.into()))
        }
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
    let found = watched(&watch, budget, move |watch| search.run(watch));
    let states = watch.states();
    let reason = match found {
        Ok(Ok(Found::Run(run))) => {
            let rows: Vec<&[u64]> = run.iter().map(|row| &row[..]).collect();
            let open: Vec<u32> = left_out.iter().map(|&flat| flat as u32).collect();
            let trace = replay(subject, &CompiledModel::new(rules), &rows, &open);
            return Outcome {
                verdict: finish_run(reach, trace),
                states,
                lower_bound: Some(run.len() as u32 - 1),
            };
        }
        Ok(Ok(Found::None(rings))) => {
            let lower_bound = rings.cut_short.then(|| watch.depth() + 1);
            let set = Evidence::ClosedSet(closed_set(rings, counter, left_out.is_some()));
            return Outcome {
                verdict: Verdict::decided(no, set),
                states,
                lower_bound,
            };
        }
        Ok(Ok(Found::TooMany(n))) => {
            let how_many = n.map_or("more than 2^64".to_owned(), |n| n.to_string());
            let why = format!(
                "the target is in none of the {how_many} reachable states, which are too many to list as evidence"
            );
            Reason::Unsupported(Unsupported(why))
        }
        Ok(Err(trouble)) => reason(trouble),
        Err(gone) => lost(gone),
    };
    Outcome {
        lower_bound: Some(watch.depth()),
        ..unknown(&watch, reason)
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
