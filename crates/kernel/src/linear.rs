//! Checking linear time: a run on which a formula is true, or ranks that show
//! that there is none.
//!
//! A lasso's word is evaluated by the definition of each operator. A finite
//! run is enough where progression leaves nothing owed after it. Ranks are
//! checked step by step over states with what is owed there: no automaton and
//! no translation comes in.

use crate::{
    Answer, Checked, Checker, Evidence, Lasso, Linear, LinearQuestion, Obligations, Ranking, Rows,
    TooManyAlternatives, Trace, Word, does_not_show, ensure, known, reject,
};

/// Bytes for the evaluation of a formula along a run.
const MAX_EVALUATED: usize = 1 << 30;

/// The most sets of obligations that are followed along a finite run.
const MAX_SETS: usize = 1024;

pub(crate) fn check_linear(
    checker: &mut Checker,
    question: &LinearQuestion,
    answer: Answer,
    evidence: &Evidence,
) -> Checked {
    let (formula, says_run) = (&question.formula, answer == question.on_run);
    match evidence {
        Evidence::Lasso(lasso) if says_run => check_lasso(checker, formula, lasso),
        Evidence::Trace(trace) if says_run => check_prefix(checker, formula, trace),
        Evidence::Ranking(ranking) if !says_run => check_ranking(checker, formula, ranking),
        _ => does_not_show(evidence, answer),
    }
}

/// Replays the run once round; the formula must be true on its word.
fn check_lasso(checker: &mut Checker, formula: &Linear, lasso: &Lasso) -> Checked {
    ensure(!lasso.cycle.is_empty(), "nothing repeats")?;
    let again = lasso.stem.len();
    let run: Vec<_> = lasso.stem.iter().chain(&lasso.cycle).copied().collect();
    // A letter and a truth value a part of the formula for every step: few
    // bytes of a file may stand for many of these.
    let atoms = checker.statement.machine().atoms.len();
    let a_step = size_of::<Vec<bool>>() + atoms + formula.nodes().len();
    let bytes = run.len().saturating_mul(a_step);
    ensure(bytes <= MAX_EVALUATED, "the run is too long for a formula of this size")?;
    checker.poll(0, bytes as u64)?;
    let (mut letters, mut first) = (Vec::new(), Vec::new());
    let last = checker.play.replay(lasso.initial, &run, checker.budget, &mut |play, state| {
        if letters.len() == again {
            first = state.to_vec();
        }
        letters.push(play.letter(state));
    })?;
    ensure(last == first, "the steps that repeat do not lead back to where they began")?;
    letters.pop();
    let word = Word { letters: &letters, again };
    ensure(formula.holds_on(&word), "the run is not one that the formula speaks of")
}

fn too_many<T>(TooManyAlternatives(n): TooManyAlternatives) -> Checked<T> {
    reject(format!("one state leaves {n} alternatives"))
}

/// Replays the run; after it, nothing may be owed.
fn check_prefix(checker: &mut Checker, formula: &Linear, trace: &Trace) -> Checked {
    let a_letter = size_of::<Vec<bool>>() + checker.statement.machine().atoms.len();
    checker.poll(0, (trace.steps.len() * a_letter) as u64)?;
    let mut letters = Vec::new();
    checker.play.replay(trace.initial, &trace.steps, checker.budget, &mut |play, state| {
        letters.push(play.letter(state));
    })?;
    let mut owed: Vec<Obligations> = vec![formula.first()];
    for letter in &letters {
        let mut next = Vec::new();
        for &set in &owed {
            let ways = formula.progress(set, &|a| letter[a.index()]).or_else(too_many)?;
            next.extend(ways.iter().map(|way| way.next));
            checker.poll(0, 0)?;
        }
        next.sort_unstable();
        next.dedup();
        if next.len() > MAX_SETS {
            return too_many(TooManyAlternatives(next.len()));
        }
        owed = next;
    }
    ensure(owed.contains(&0), "the run leaves it open whether the formula is true")
}

/// Goes through every state with its obligations and every step from it.
fn check_ranking(checker: &mut Checker, formula: &Linear, ranking: &Ranking) -> Checked {
    let Ranking { rows, ranks, postponed } = ranking;
    let rows = Rows::new(checker.statement.layout(), rows, 1, checker.budget)?;
    let are_ranks = ranks.iter().all(|&rank| (rank as usize) < postponed.len());
    ensure(are_ranks && ranks.len() == rows.len(), "the ranks do not fit the states")?;
    for (i, state) in checker.play.initial().iter().enumerate() {
        let has_rank = rows.find(state, &[formula.first()]).is_some();
        ensure(has_rank, format_args!("initial state {i} has no rank"))?;
    }
    for i in 0..rows.len() {
        checker.poll(i, rows.bytes())?;
        let (state, owed, rank) = (rows.state(i), rows.extra(i)[0], ranks[i]);
        let is_owed = formula.owed().len() >= 64 || owed >> formula.owed().len() == 0;
        ensure(is_owed, format_args!("entry {i} owes what the formula does not know"))?;
        let letter = checker.play.letter(&state);
        let ways = formula.progress(owed, &|a| letter[a.index()]).or_else(too_many)?;
        let all_next = if ways.is_empty() { Vec::new() } else { checker.next(&state)? };
        for next in &all_next {
            for way in &ways {
                let j = rows.find(next, &[way.next]);
                let j = known(j, format_args!("a step from entry {i} leads to what has no rank"))?;
                let postpones = |bit: u32| bit < 64 && way.postponed >> bit & 1 == 1;
                let stays_open = postponed[rank as usize].is_some_and(postpones);
                let is_fine = ranks[j] < rank || (ranks[j] == rank && stays_open);
                ensure(is_fine, format_args!("a step from entry {i} does not lower the rank"))?;
            }
        }
    }
    Ok(())
}
