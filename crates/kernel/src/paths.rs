//! Checking how many runs there are to a target: runs that repeat no state,
//! runs that share no state, and that there are no more.
//!
//! A run ends with its first target state. Runs are different if their states
//! are, so two names for one step do not make two runs.

use std::collections::HashSet;

use crate::{
    Answer, AtomId, Checked, Checker, Cut, Evidence, PathCount, PathsQuestion, Rows, Trace, Val,
    does_not_show, ensure,
};

type State = Vec<Val>;

pub(crate) fn check_paths(
    checker: &mut Checker,
    question: PathsQuestion,
    answer: Answer,
    evidence: &Evidence,
) -> Checked {
    use Answer::{Holds, Violated};
    use PathCount::{Alternatives, Routes, Unique};
    let target = question.target;
    let mut check = PathChecker { checker, target };
    match (question.count, answer, evidence) {
        (Alternatives(n), Holds, Evidence::Runs(runs)) => check.different(runs, n).map(drop),
        (Unique, Violated, Evidence::Runs(runs)) => check.different(runs, 2).map(drop),
        (Routes(n), Holds, Evidence::Runs(runs)) => apart(&check.different(runs, n)?),
        (Alternatives(n), Violated, Evidence::AllRuns(runs)) => {
            ensure((runs.len() as u64) < u64::from(n), "that many runs are enough")?;
            check.no_others(runs)
        }
        (Unique, Holds, Evidence::AllRuns(runs)) if runs.len() == 1 => check.no_others(runs),
        (Routes(n), Violated, Evidence::Cut(cut)) => check.cut(cut, n),
        (Alternatives(1..) | Routes(1..) | Unique, Violated, Evidence::ClosedSet(set)) => {
            check.checker.never(target, set)
        }
        _ => does_not_show(evidence, answer),
    }
}

struct PathChecker<'c, 's> {
    checker: &'c mut Checker<'s>,
    target: AtomId,
}

impl PathChecker<'_, '_> {
    fn bytes_a_state(&self) -> u64 {
        // Twice, for the tables that hold them and what the allocator adds.
        2 * (size_of::<State>() + 32 + self.checker.statement.layout().n_flat() * size_of::<Val>())
            as u64
    }

    fn won(&mut self, state: &[Val]) -> bool {
        self.checker.play.holds(state, self.target)
    }

    /// The states of a run that wins and repeats none of them.
    fn simple_run(&mut self, run: &Trace) -> Checked<Vec<State>> {
        let mut states: Vec<State> = Vec::new();
        self.checker.run(run, &mut |_, state| states.push(state.to_vec()))?;
        let distinct: HashSet<&State> = states.iter().collect();
        ensure(distinct.len() == states.len(), "a run repeats a state")?;
        let first_won = states.iter().position(|s| self.won(s));
        ensure(first_won == Some(states.len() - 1), "a run does not end where it wins")?;
        Ok(states)
    }

    /// At least `n` runs, all different.
    fn different(&mut self, runs: &[Trace], n: u32) -> Checked<Vec<Vec<State>>> {
        let mut states: Vec<Vec<State>> = Vec::new();
        let mut bytes = 0;
        for run in runs {
            bytes += run.steps.len() as u64 * self.bytes_a_state();
            self.checker.poll(0, bytes)?;
            states.push(self.simple_run(run)?);
        }
        let distinct: HashSet<&Vec<State>> = states.iter().collect();
        ensure(distinct.len() == states.len(), "two runs are the same")?;
        ensure(states.len() as u64 >= u64::from(n), "there are too few runs")?;
        Ok(states)
    }

    /// There are no winning runs without repeated states but these.
    ///
    /// Lemma: let nobody who leaves all of them after a beginning that some
    /// share win without coming back to a state of that beginning; then there
    /// are no others. Who cannot win without passing the first states of a run
    /// cannot win without passing one of more of them: states that were gone
    /// through once are not gone through again further along that run.
    fn no_others(&mut self, runs: &[Trace]) -> Checked {
        let runs = self.different(runs, 0)?;
        let starts = self.checker.play.initial();
        let all: Vec<&Vec<State>> = runs.iter().collect();
        // A stack instead of recursion: runs can be long.
        let mut open = vec![(all, 0, starts, HashSet::new())];
        while let Some((runs, depth, next, mut hopeless)) = open.pop() {
            let passed = runs.first().map_or(&[][..], |run| &run[..depth]);
            let passed: HashSet<&State> = passed.iter().collect();
            let next: HashSet<&State> = next.iter().filter(|s| !passed.contains(s)).collect();
            let (mut leaving, mut going_on) = (Vec::new(), Vec::new());
            for state in next {
                let along = runs.iter().filter(|r| r[depth] == *state);
                let along: Vec<_> = along.copied().collect();
                match along.is_empty() {
                    true => leaving.push(state.clone()),
                    false if self.won(state) => {}
                    false => going_on.push((along, self.checker.next(state)?)),
                }
            }
            self.cannot_win(leaving, &passed, &mut hopeless)?;
            let n_copied = hopeless.len() * (open.len() + going_on.len());
            self.checker.poll(0, n_copied as u64 * self.bytes_a_state())?;
            let last = going_on.pop();
            for (along, further) in going_on {
                open.push((along, depth + 1, further, hopeless.clone()));
            }
            open.extend(last.map(|(along, further)| (along, depth + 1, further, hopeless)));
        }
        Ok(())
    }

    /// No run from these states wins without passing those. States of which
    /// that is known already are left out, and more become known.
    fn cannot_win(
        &mut self,
        mut open: Vec<State>,
        without: &HashSet<&State>,
        hopeless: &mut HashSet<State>,
    ) -> Checked {
        open.retain(|state| hopeless.insert(state.clone()));
        let mut n = 0;
        while let Some(state) = open.pop() {
            ensure(!self.won(&state), "there is another run")?;
            for next in self.checker.next(&state)? {
                if !without.contains(&next) && hopeless.insert(next.clone()) {
                    open.push(next);
                }
            }
            let n_held = (hopeless.len() + open.len()) as u64;
            self.checker.poll(n, n_held * self.bytes_a_state())?;
            n += 1;
        }
        Ok(())
    }

    /// Fewer than `n` runs that share no state: each must pass the cut, or
    /// wins with its first step.
    fn cut(&mut self, cut: &Cut, n: u32) -> Checked {
        let layout = self.checker.statement.layout();
        let inside = Rows::new(layout, &cut.inside, 0, self.checker.budget)?;
        let wall = Rows::new(layout, &cut.cut, 0, self.checker.budget)?;
        let starts: HashSet<State> = self.checker.play.initial().into_iter().collect();
        let mut at_once: HashSet<(&State, State)> = HashSet::new();
        let may_follow = |next: &State| {
            starts.contains(next)
                || wall.find(next, &[]).is_some()
                || inside.find(next, &[]).is_some()
        };
        for start in &starts {
            if self.won(start) {
                at_once.insert((start, start.clone()));
                continue;
            }
            for next in self.checker.next(start)? {
                if self.won(&next) {
                    at_once.insert((start, next));
                } else {
                    ensure(may_follow(&next), "a first step leads out of what is known")?;
                }
            }
        }
        let is_cut = wall.len() + at_once.len() < n as usize;
        ensure(is_cut, format_args!("the cut leaves room for {n} runs"))?;
        for i in 0..inside.len() {
            let state = inside.state(i);
            ensure(!self.won(&state), "a state before the cut wins")?;
            for next in self.checker.next(&state)? {
                ensure(!self.won(&next) && may_follow(&next), "a step leads past the cut")?;
            }
            self.checker.poll(i, inside.bytes())?;
        }
        Ok(())
    }
}

/// No two runs share a state, but for their first and their last.
fn apart(runs: &[Vec<State>]) -> Checked {
    let (mut firsts, mut between, mut lasts) = (HashSet::new(), HashSet::new(), HashSet::new());
    let mut are_apart = true;
    for run in runs {
        let (last, before) = run.split_last().expect("a run has a state");
        lasts.insert(last);
        firsts.extend(before.first());
        are_apart &= before.iter().skip(1).all(|state| between.insert(state));
    }
    are_apart &= lasts.is_disjoint(&firsts);
    are_apart &= between.is_disjoint(&firsts) && between.is_disjoint(&lasts);
    ensure(are_apart, "two runs share a state")
}
