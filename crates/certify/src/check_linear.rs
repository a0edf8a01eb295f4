//! Checking linear time: a run on which a formula is true, or ranks that show
//! that there is none.
//!
//! A lasso's word is evaluated by the definition of each operator. A finite
//! run is enough where progression leaves nothing owed after it. Ranks are
//! checked step by step over states with what is owed there: no automaton and
//! no translation comes in.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use playproof_model::{
    Alternative, Answer, AtomId, Linear, LinearQuestion, Obligations, Subject, TooManyAlternatives,
    Val, Word,
};

use crate::check::{CheckError, does_not_show, poll, reject, replay};
use crate::evidence::{Evidence, Lasso, Ranking, Trace};
use crate::rows::{Rows, initial_states, successors};
use crate::task::Budget;

/// Bytes for the evaluation of a formula along a run.
const MAX_EVALUATED: usize = 1 << 30;

/// The most alternatives that are kept in memory.
const MAX_KNOWN: usize = 1 << 20;

/// The most sets of obligations that are followed along a finite run.
const MAX_SETS: usize = 1024;

pub(crate) fn check_linear(
    subject: &Subject,
    question: &LinearQuestion,
    answer: Answer,
    evidence: &Evidence,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let formula = &question.formula;
    match evidence {
        Evidence::Lasso(lasso) if answer == question.on_run => {
            check_lasso(subject, formula, lasso, budget)
        }
        Evidence::Trace(trace) if answer == question.on_run => {
            check_prefix(subject, formula, trace, budget)
        }
        Evidence::Ranking(ranking) if answer == question.on_run.opposite() => {
            check_ranking(subject, formula, ranking, budget)
        }
        _ => does_not_show(evidence, answer),
    }
}

/// Which propositions are true in a state.
fn letter(subject: &Subject, state: &[Val]) -> Vec<bool> {
    let semantics = subject.semantics();
    let atoms = 0..semantics.signature().atoms.len() as u32;
    atoms.map(|a| semantics.holds(state, AtomId(a))).collect()
}

/// Replays the run once round; the formula must be true on its word.
fn check_lasso(
    subject: &Subject,
    formula: &Linear,
    lasso: &Lasso,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    if lasso.cycle.is_empty() {
        return reject("nothing repeats");
    }
    let again = lasso.stem.len();
    let run: Vec<_> = lasso.stem.iter().chain(&lasso.cycle).copied().collect();
    // A letter and a truth value a part of the formula for every step: few
    // bytes of a file may stand for many of these.
    let atoms = subject.semantics().signature().atoms.len();
    let a_step = size_of::<Vec<bool>>() + atoms + formula.nodes().len();
    if run.len().saturating_mul(a_step) > MAX_EVALUATED {
        return reject("the run is too long for a formula of this size");
    }
    poll(budget, 0, (run.len() * a_step) as u64)?;
    let (mut letters, mut first, mut last) = (Vec::new(), Vec::new(), Vec::new());
    replay(subject, lasso.initial, &run, budget, &mut |state| {
        if letters.len() == again {
            first = state.to_vec();
        }
        letters.push(letter(subject, state));
        last.clear();
        last.extend_from_slice(state);
    })?;
    if last != first {
        return reject("the steps that repeat do not lead back to where they began");
    }
    letters.pop();
    let word = Word {
        letters: &letters,
        again,
    };
    if formula.holds_on(&word) {
        Ok(())
    } else {
        reject("the run is not one that the formula speaks of")
    }
}

fn too_many<T>(TooManyAlternatives(n): TooManyAlternatives) -> Result<T, CheckError> {
    reject(format!("one state leaves {n} alternatives"))
}

/// Replays the run; after it, nothing may be owed.
fn check_prefix(
    subject: &Subject,
    formula: &Linear,
    trace: &Trace,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let a_letter = size_of::<Vec<bool>>() + subject.semantics().signature().atoms.len();
    poll(budget, 0, (trace.steps.len() * a_letter) as u64)?;
    let mut letters = Vec::new();
    replay(subject, trace.initial, &trace.steps, budget, &mut |state| {
        letters.push(letter(subject, state));
    })?;
    let mut owed: Vec<Obligations> = vec![formula.first()];
    for letter in &letters {
        let mut next = Vec::new();
        for &set in &owed {
            match formula.progress(set, &|a| letter[a.index()]) {
                Ok(ways) => next.extend(ways.iter().map(|way| way.next)),
                Err(error) => return too_many(error),
            }
            poll(budget, 0, 0)?;
        }
        next.sort_unstable();
        next.dedup();
        if next.len() > MAX_SETS {
            return too_many(TooManyAlternatives(next.len()));
        }
        owed = next;
    }
    if owed.contains(&0) {
        Ok(())
    } else {
        reject("the run leaves it open whether the formula is true")
    }
}

/// Goes through every state with its obligations and every step from it.
fn check_ranking(
    subject: &Subject,
    formula: &Linear,
    ranking: &Ranking,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    let rows = Rows::new(subject, &ranking.rows, 1, budget)?;
    let n_ranks = ranking.postponed.len();
    if ranking.ranks.len() != rows.len() || ranking.ranks.iter().any(|&r| r as usize >= n_ranks) {
        return reject("the ranks do not fit the states");
    }
    for (i, state) in initial_states(subject).iter().enumerate() {
        if rows.find(state, &[formula.first()]).is_none() {
            return reject(format!("initial state {i} has no rank"));
        }
    }
    // What a set of obligations leaves depends on the letter only.
    let mut known: HashMap<(Obligations, Vec<bool>), Vec<Alternative>> = HashMap::new();
    let mut n_known = 0;
    for i in 0..rows.len() {
        if i % 64 == 0 {
            poll(budget, i as u64, rows.bytes())?;
        }
        let (state, owed, rank) = (rows.state(i), rows.extra(i)[0], ranking.ranks[i]);
        if formula.owed().len() < 64 && owed >> formula.owed().len() != 0 {
            return reject(format!("entry {i} owes what the formula does not know"));
        }
        let letter = letter(subject, &state);
        if n_known > MAX_KNOWN {
            known.clear();
            n_known = 0;
        }
        let ways = match known.entry((owed, letter)) {
            Entry::Occupied(ways) => ways.into_mut(),
            Entry::Vacant(free) => {
                let letter = &free.key().1;
                match formula.progress(owed, &|a| letter[a.index()]) {
                    Ok(ways) => {
                        n_known += ways.len() + 1;
                        free.insert(ways)
                    }
                    Err(error) => return too_many(error),
                }
            }
        };
        if ways.is_empty() {
            continue;
        }
        for next in successors(subject, &state) {
            for way in ways.iter() {
                let Some(j) = rows.find(&next, &[way.next]) else {
                    return reject(format!("a step from entry {i} leads to what has no rank"));
                };
                let to = ranking.ranks[j];
                let postpones = |bit: u32| bit < 64 && way.postponed >> bit & 1 == 1;
                let stays_open = ranking.postponed[rank as usize].is_some_and(postpones);
                if to > rank || (to == rank && !stays_open) {
                    return reject(format!("a step from entry {i} does not lower the rank"));
                }
            }
        }
    }
    Ok(())
}
