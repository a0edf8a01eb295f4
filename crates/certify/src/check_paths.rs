//! Checking how many runs there are to a target: runs that repeat no state,
//! runs that share no state, and that there are no more.
//!
//! A run ends with its first target state. Runs are different if their states
//! are, so two names for one step do not make two runs.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

use playproof_model::{Answer, AtomId, PathCount, PathsQuestion, Step, Subject, Val};

use crate::check::{CheckError, does_not_show, poll, reject, replay};
use crate::check_closed_set::check_closed_set;
use crate::evidence::{Cut, Evidence, Trace, UniqueRun};
use crate::rows::{Rows, initial_states, successors};
use crate::task::Budget;

type State = Vec<Val>;

pub(crate) fn check_paths(
    subject: &Subject,
    question: PathsQuestion,
    answer: Answer,
    evidence: &Evidence,
    budget: &mut dyn Budget,
) -> Result<(), CheckError> {
    use PathCount::{Alternatives, Routes, Unique};
    let target = question.target;
    let check = PathChecker { subject, target };
    match (question.count, answer, evidence) {
        (Alternatives(n), Answer::Holds, Evidence::Runs(runs)) => {
            check.different(runs, n, budget).map(|_| ())
        }
        (Unique, Answer::Violated, Evidence::Runs(runs)) => {
            check.different(runs, 2, budget).map(|_| ())
        }
        (Routes(n), Answer::Holds, Evidence::Runs(runs)) => {
            let runs = check.different(runs, n, budget)?;
            apart(&runs)
        }
        (Alternatives(n), Answer::Violated, Evidence::AllRuns(runs)) => {
            if runs.len() as u64 >= u64::from(n) {
                return reject("that many runs are enough");
            }
            check.no_others(runs, budget)
        }
        (Alternatives(n), Answer::Violated, Evidence::UniqueRun(unique)) if n >= 2 => {
            check.unique(unique, budget)
        }
        (Unique, Answer::Holds, Evidence::UniqueRun(unique)) => check.unique(unique, budget),
        (Routes(n), Answer::Violated, Evidence::Cut(cut)) => check.cut(cut, n, budget),
        (Alternatives(1..) | Routes(1..) | Unique, Answer::Violated, Evidence::ClosedSet(set)) => {
            check_closed_set(subject, target, set, budget)
        }
        _ => does_not_show(evidence, answer),
    }
}

struct PathChecker<'a> {
    subject: &'a Subject,
    target: AtomId,
}

impl PathChecker<'_> {
    fn bytes_a_state(&self) -> u64 {
        (size_of::<State>() + self.subject.layout().n_flat() * size_of::<Val>()) as u64
    }

    fn won(&self, state: &[Val]) -> bool {
        self.subject.semantics().holds(state, self.target)
    }

    /// The states of a run that wins and repeats none of them.
    fn simple_run(&self, run: &Trace, budget: &mut dyn Budget) -> Result<Vec<State>, CheckError> {
        if run.steps.contains(&Step::Stutter) {
            return reject("a run stutters");
        }
        poll(budget, 0, run.steps.len() as u64 * self.bytes_a_state())?;
        let mut states: Vec<State> = Vec::new();
        replay(self.subject, run.initial, &run.steps, budget, &mut |s| {
            states.push(s.to_vec());
        })?;
        let distinct: HashSet<&State> = states.iter().collect();
        if distinct.len() != states.len() {
            return reject("a run repeats a state");
        }
        let first_won = states.iter().position(|s| self.won(s));
        if first_won != Some(states.len() - 1) {
            return reject("a run does not end where it wins");
        }
        Ok(states)
    }

    /// At least `n` runs, all different.
    fn different(
        &self,
        runs: &[Trace],
        n: u32,
        budget: &mut dyn Budget,
    ) -> Result<Vec<Vec<State>>, CheckError> {
        let mut states: Vec<Vec<State>> = Vec::new();
        // Only runs with the same hash can be the same.
        let mut alike: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut bytes = 0;
        for run in runs {
            bytes += run.steps.len() as u64 * self.bytes_a_state();
            poll(budget, 0, bytes)?;
            let run = self.simple_run(run, budget)?;
            let mut hasher = DefaultHasher::new();
            run.hash(&mut hasher);
            let same_hash = alike.entry(hasher.finish()).or_default();
            if same_hash.iter().any(|&i| states[i] == run) {
                return reject("two runs are the same");
            }
            same_hash.push(states.len());
            states.push(run);
        }
        if (states.len() as u64) < u64::from(n) {
            return reject(format!("there are {} runs, not {n}", states.len()));
        }
        Ok(states)
    }

    /// There are no winning runs without repeated states but these: whoever
    /// leaves all of them cannot win without coming back to where he was.
    fn no_others(&self, runs: &[Trace], budget: &mut dyn Budget) -> Result<(), CheckError> {
        let runs = self.different(runs, 0, budget)?;
        let starts = initial_states(self.subject);
        self.only_known(&runs.iter().collect::<Vec<_>>(), 0, &starts, budget)
    }

    /// The same after the first `depth` states, which all these runs share;
    /// `next` are the states that can follow.
    fn only_known(
        &self,
        runs: &[&Vec<State>],
        depth: usize,
        next: &[State],
        budget: &mut dyn Budget,
    ) -> Result<(), CheckError> {
        // A stack instead of recursion: runs can be long.
        let mut open = vec![(runs.to_vec(), depth, next.to_vec())];
        while let Some((runs, depth, next)) = open.pop() {
            let passed: HashSet<&State> = match runs.first() {
                Some(run) => run[..depth].iter().collect(),
                None => HashSet::new(),
            };
            let next: HashSet<&State> = next.iter().filter(|s| !passed.contains(s)).collect();
            let mut leaving = Vec::new();
            for state in next {
                let along: Vec<_> = runs
                    .iter()
                    .filter(|r| r[depth] == *state)
                    .copied()
                    .collect();
                if along.is_empty() {
                    leaving.push(state.clone());
                } else if !self.won(state) {
                    let further = successors(self.subject, state);
                    open.push((along, depth + 1, further));
                }
            }
            self.cannot_win(leaving, &passed, budget)?;
        }
        Ok(())
    }

    /// No run from these states wins without passing those.
    fn cannot_win(
        &self,
        from: Vec<State>,
        without: &HashSet<&State>,
        budget: &mut dyn Budget,
    ) -> Result<(), CheckError> {
        let mut seen: HashSet<State> = from.iter().cloned().collect();
        let mut open = from;
        let mut n = 0u64;
        while let Some(state) = open.pop() {
            if self.won(&state) {
                return reject("there is another run");
            }
            for next in successors(self.subject, &state) {
                if !without.contains(&next) && !seen.contains(&next) {
                    seen.insert(next.clone());
                    open.push(next);
                }
            }
            if n.is_multiple_of(64) {
                let n_held = seen.len() + open.len();
                poll(budget, n, n_held as u64 * self.bytes_a_state())?;
            }
            n += 1;
        }
        poll(budget, n, seen.len() as u64 * self.bytes_a_state())
    }

    /// The run is the only one: whoever leaves it can come back only to where
    /// he was before.
    fn unique(&self, unique: &UniqueRun, budget: &mut dyn Budget) -> Result<(), CheckError> {
        let run = self.simple_run(&unique.run, budget)?;
        let place: HashMap<&State, usize> = run.iter().zip(0..).collect();
        let beside = Rows::new(self.subject, &unique.points, 0, budget)?;
        if unique.returns.len() != beside.len() {
            return reject("the states beside the run have a wrong number");
        }
        // From here, states of the run before `returns` may follow, and states
        // beside it from which no more than these can be returned to.
        let may_follow = |returns: usize, next: &State| match place.get(next) {
            Some(&k) => k < returns,
            None => {
                let beside = beside.find(next, &[]);
                beside.is_some_and(|j| unique.returns[j] as usize <= returns)
            }
        };
        for state in initial_states(self.subject) {
            if state != run[0] && !may_follow(0, &state) {
                return reject("another initial state leads to the run");
            }
        }
        for (i, state) in run[..run.len() - 1].iter().enumerate() {
            let follows = |next: &State| *next == run[i + 1] || may_follow(i + 1, next);
            if !successors(self.subject, state).iter().all(follows) {
                return reject(format!("the run can be left for good after {i} steps"));
            }
        }
        for j in 0..beside.len() {
            let state = beside.state(j);
            if self.won(&state) {
                return reject("another state wins");
            }
            let returns = unique.returns[j] as usize;
            let follows = |next: &State| may_follow(returns, next);
            if !successors(self.subject, &state).iter().all(follows) {
                return reject("a way beside the run leads back to it further on");
            }
            if j % 64 == 0 {
                poll(budget, j as u64, beside.bytes())?;
            }
        }
        Ok(())
    }

    /// Fewer than `n` runs that share no state: each must pass the cut, or
    /// wins with its first step.
    fn cut(&self, cut: &Cut, n: u32, budget: &mut dyn Budget) -> Result<(), CheckError> {
        let inside = Rows::new(self.subject, &cut.inside, 0, budget)?;
        let wall = Rows::new(self.subject, &cut.cut, 0, budget)?;
        let starts: HashSet<State> = initial_states(self.subject).into_iter().collect();
        let mut at_once: HashSet<(State, State)> = HashSet::new();
        let may_follow = |next: &State| {
            starts.contains(next)
                || wall.find(next, &[]).is_some()
                || inside.find(next, &[]).is_some()
        };
        for start in &starts {
            if self.won(start) {
                at_once.insert((start.clone(), start.clone()));
                continue;
            }
            for next in successors(self.subject, start) {
                if self.won(&next) {
                    at_once.insert((start.clone(), next));
                } else if !may_follow(&next) {
                    return reject("a first step leads out of what is known");
                }
            }
        }
        if wall.len() + at_once.len() >= n as usize {
            return reject(format!(
                "a cut of {} states, and {} runs of one step, leave room for {n}",
                wall.len(),
                at_once.len()
            ));
        }
        for i in 0..inside.len() {
            let state = inside.state(i);
            if self.won(&state) {
                return reject("a state before the cut wins");
            }
            if !successors(self.subject, &state)
                .iter()
                .all(|next| !self.won(next) && may_follow(next))
            {
                return reject("a step leads past the cut");
            }
            if i % 64 == 0 {
                poll(budget, i as u64, inside.bytes())?;
            }
        }
        Ok(())
    }
}

/// No two runs share a state, but for their first and their last.
fn apart(runs: &[Vec<State>]) -> Result<(), CheckError> {
    #[derive(Clone, Copy, PartialEq)]
    enum Role {
        First,
        Between,
        Last,
    }
    let mut roles: HashMap<&State, Role> = HashMap::new();
    for run in runs {
        for (i, state) in run.iter().enumerate() {
            let role = match i {
                _ if i + 1 == run.len() => Role::Last,
                0 => Role::First,
                _ => Role::Between,
            };
            if let Some(known) = roles.insert(state, role)
                && (known != role || role == Role::Between)
            {
                return reject("two runs share a state");
            }
        }
    }
    Ok(())
}
