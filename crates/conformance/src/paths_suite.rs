//! The suite for counted runs: verdicts against going through all runs, every
//! evidence through the checker, mutants rejected.

use std::collections::{HashMap, HashSet};

use playproof_certify::{
    CheckError, Cut, Engine, Evidence, Finding, Task, Trace, Unlimited, check,
};
use playproof_model::{ActionId, Answer, Formula, Model, Property, Step, Subject, steps};

use crate::games::random_graph;
use crate::second_checker::must_reject;
use crate::suite::n_cases;
use crate::textbook::{Tree, is_true};

/// Small random graphs, whose runs can all be gone through.
pub fn on_random_graphs(engine: &dyn Engine) {
    let mut seen = Seen {
        engine,
        kinds: HashMap::new(),
        rejected: 0,
    };
    for seed in 0..5 * n_cases() {
        let mut rng = crate::suite::random(seed);
        let model = Model::Rules(Box::new(random_graph::rules(&mut rng)));
        let subject = model.elaborate(&Property::Unique).unwrap();
        let small = Small::new(&subject);
        let n_runs = small.simple_runs().len();
        if n_runs > 60 {
            continue;
        }
        let n_routes = small.n_routes();
        seen.ask(&model, Property::Unique, n_runs == 1, &mut rng);
        for n in [0, 1, 2, n_runs, n_runs + 1] {
            let property = Property::Alternatives(n as i32);
            seen.ask(&model, property, n_runs >= n, &mut rng);
        }
        for n in [0, 1, 2, n_routes, n_routes + 1] {
            let property = Property::Routes(n as i32);
            seen.ask(&model, property, n_routes >= n, &mut rng);
        }
    }
    let kinds = [
        ("runs", true),
        ("runs", false),
        ("all-runs", false),
        ("all-runs", true),
        ("cut", false),
        ("closed-set", false),
    ];
    for kind in kinds {
        assert!(
            seen.kinds.contains_key(&kind),
            "no {kind:?}: {:?}",
            seen.kinds
        );
    }
    assert!(seen.rejected > 1000, "{} mutants rejected", seen.rejected);
}

/// The small game with its won states.
struct Small {
    tree: Tree,
    won: Vec<bool>,
}

impl Small {
    fn new(subject: &Subject) -> Small {
        let tree = Tree::new(subject);
        let win = Formula::name("win");
        let won = tree.states.iter().map(|s| is_true(subject, s, &win));
        let won = won.collect();
        Small { tree, won }
    }

    /// All runs that repeat no state and end with the first win.
    fn simple_runs(&self) -> HashSet<Vec<usize>> {
        let mut found = HashSet::new();
        let mut open: Vec<Vec<usize>> = self.tree.initial.iter().map(|&s| vec![s]).collect();
        while let Some(run) = open.pop() {
            let last = run[run.len() - 1];
            if self.won[last] {
                found.insert(run);
                continue;
            }
            for &next in &self.tree.next[last] {
                if !run.contains(&next) {
                    open.push([&run[..], &[next]].concat());
                }
            }
        }
        found
    }

    /// Runs of a few steps to a won state that are not simple.
    fn walks(&self) -> Vec<Vec<usize>> {
        let simple = self.simple_runs();
        let mut found = Vec::new();
        let mut open: Vec<Vec<usize>> = self.tree.initial.iter().map(|&s| vec![s]).collect();
        while let Some(run) = open.pop() {
            let last = run[run.len() - 1];
            if self.won[last] && !simple.contains(&run) && !found.contains(&run) {
                found.push(run.clone());
            }
            if run.len() < 6 && open.len() + found.len() < 200 {
                let next = self.tree.next[last].iter();
                // A state that stands still has no step.
                let next = next.filter(|&&t| t != last);
                open.extend(next.map(|&t| [&run[..], &[t]].concat()));
            }
        }
        found
    }

    /// The most runs that share nothing but first and won states.
    fn n_routes(&self) -> usize {
        let runs: Vec<Vec<usize>> = self.simple_runs().into_iter().collect();
        fn most(runs: &[Vec<usize>], from: usize, taken: &mut Vec<usize>) -> usize {
            let mut best = taken.len();
            for i in from..runs.len() {
                if taken.iter().all(|&t| apart(&runs[t], &runs[i])) {
                    taken.push(i);
                    best = best.max(most(runs, i + 1, taken));
                    taken.pop();
                }
            }
            best
        }
        // Short runs first, so that little is tried in vain.
        let mut runs = runs;
        runs.sort_by_key(Vec::len);
        most(&runs, 0, &mut Vec::new())
    }
}

fn apart(a: &[usize], b: &[usize]) -> bool {
    a.iter().enumerate().all(|(i, s)| {
        let Some(j) = b.iter().position(|t| t == s) else {
            return true;
        };
        let both_won = i + 1 == a.len() && j + 1 == b.len();
        (i == 0 && j == 0) || both_won
    })
}

fn decide(engine: &dyn Engine, subject: &Subject, property: &Property) -> (Answer, Evidence) {
    let task = Task::new(subject, property, &[]);
    match engine.check(&task, &mut Unlimited).finding {
        Finding::Holds(evidence) => (Answer::Holds, evidence),
        Finding::Violated(evidence) => (Answer::Violated, evidence),
        Finding::Unknown(reason) => panic!("{property}: {reason}"),
    }
}

struct Seen<'e> {
    engine: &'e dyn Engine,
    kinds: HashMap<(&'static str, bool), usize>,
    rejected: usize,
}

impl Seen<'_> {
    /// Decides, compares and checks; then nothing may show the opposite.
    fn ask(&mut self, model: &Model, property: Property, right: bool, rng: &mut fastrand::Rng) {
        let subject = model.elaborate(&property).unwrap();
        let (answer, evidence) = decide(self.engine, &subject, &property);
        assert_eq!(answer == Answer::Holds, right, "{property}");
        if let Err(error) = check(&subject, answer, &evidence, &mut Unlimited) {
            panic!("{property}: {error}");
        }
        *self.kinds.entry((evidence.kind(), right)).or_default() += 1;
        for mutant in mutants(&subject, &evidence, rng) {
            // What shows the wrong answer is wrong, whatever it is; for the
            // right answer some mutants are as good as what they come from.
            let verdict = check(&subject, answer.opposite(), &mutant, &mut Unlimited);
            assert!(
                matches!(verdict, Err(CheckError::Rejected(_))),
                "{property}: a mutant showed the opposite: {mutant:?}"
            );
            must_reject(&subject, answer.opposite(), &mutant);
            let verdict = check(&subject, answer, &mutant, &mut Unlimited);
            self.rejected += usize::from(verdict.is_err());
        }
        for forged in forgeries(&subject) {
            let verdict = check(&subject, answer.opposite(), &forged, &mut Unlimited);
            assert!(
                matches!(verdict, Err(CheckError::Rejected(_))),
                "{property}: a forgery showed the opposite: {forged:?}"
            );
            must_reject(&subject, answer.opposite(), &forged);
        }
    }
}

/// Evidence made up for the wrong answer: every small cut, and for every run
/// that it is the only one, or that there are only two, or all others.
fn forgeries(subject: &Subject) -> Vec<Evidence> {
    let small = Small::new(subject);
    let n = small.tree.states.len();
    let packed = |states: &[usize]| {
        let mut rows = Vec::new();
        for &s in states {
            subject.layout().pack(&small.tree.states[s], &mut rows);
        }
        rows
    };
    let mut all = Vec::new();
    // All other states that are not won are said to lie before the cut.
    for chosen in 0..1u32 << n.min(7) {
        let is_cut = |s: &usize| chosen >> s & 1 == 1;
        let cut: Vec<usize> = (0..n).filter(is_cut).collect();
        let before = |s: &usize| !is_cut(s) && !small.won[*s];
        let inside: Vec<usize> = (0..n).filter(before).collect();
        all.push(Evidence::Cut(Cut {
            cut: packed(&cut),
            inside: packed(&inside),
        }));
    }
    let runs: Vec<Vec<usize>> = small.simple_runs().into_iter().collect();
    let traces: Vec<Trace> = runs.iter().map(|run| trace(subject, &small, run)).collect();
    // Runs that share states, that repeat some, or that go on after a win.
    all.push(Evidence::Runs(traces.clone()));
    let walks: Vec<Trace> = small
        .walks()
        .iter()
        .map(|w| trace(subject, &small, w))
        .collect();
    let mut more = traces.clone();
    more.extend(walks.iter().cloned());
    all.push(Evidence::Runs(more));
    all.push(Evidence::Runs(walks));
    for i in 0..traces.len().min(6) {
        let mut others = traces.clone();
        others.remove(i);
        all.push(Evidence::AllRuns(others));
        // It alone, and with one other.
        all.push(Evidence::AllRuns(vec![traces[i].clone()]));
        let next = traces[(i + 1) % traces.len()].clone();
        all.push(Evidence::AllRuns(vec![traces[i].clone(), next]));
    }
    all
}

/// The run behind a list of states.
fn trace(subject: &Subject, small: &Small, run: &[usize]) -> Trace {
    let states = &small.tree.states;
    let mut starts = Vec::new();
    subject.initial(&mut |s| starts.push(s.to_vec()));
    let first = starts.iter().position(|s| *s == states[run[0]]);
    let taken = run.windows(2).map(|pair| {
        let mut found = None;
        steps(subject, &states[pair[0]], &mut |step, next| {
            if *next == states[pair[1]][..] {
                found = Some(step);
            }
        });
        found.expect("a step of the game")
    });
    Trace {
        initial: first.expect("a first state") as u32,
        steps: taken.collect(),
    }
}

fn mutants(subject: &Subject, evidence: &Evidence, rng: &mut fastrand::Rng) -> Vec<Evidence> {
    let words = subject.layout().words;
    let mut all = Vec::new();
    let step = |rng: &mut fastrand::Rng| Step::Act {
        action: ActionId(rng.u32(0..3)),
        choice: 0,
    };
    let changed_run = |run: &Trace, rng: &mut fastrand::Rng| {
        let mut run = run.clone();
        match rng.u32(0..4) {
            0 if !run.steps.is_empty() => drop(run.steps.pop().is_some()),
            1 => run.steps.push(step(rng)),
            2 => run.initial ^= 1,
            _ => {
                let place = rng.usize(0..=run.steps.len());
                run.steps.insert(place, step(rng));
            }
        }
        run
    };
    for _ in 0..4 {
        match evidence {
            Evidence::Runs(runs) | Evidence::AllRuns(runs) => {
                let mut fewer = runs.clone();
                fewer.pop();
                let mut twice = runs.clone();
                twice.extend(runs.first().cloned());
                let mut other = runs.clone();
                if let Some(run) = other.last_mut() {
                    *run = changed_run(run, rng);
                }
                for runs in [fewer, twice, other] {
                    all.push(Evidence::Runs(runs.clone()));
                    all.push(Evidence::AllRuns(runs));
                }
            }
            Evidence::Cut(cut) => {
                let mut add = |change: &dyn Fn(&mut Cut)| {
                    let mut mutant = cut.clone();
                    change(&mut mutant);
                    all.push(Evidence::Cut(mutant));
                };
                add(&|c| c.cut.clear());
                add(&|c| c.inside.clear());
                if !cut.inside.is_empty() {
                    let i = rng.usize(0..cut.inside.len() / words);
                    add(&|c| drop(c.inside.drain(i * words..(i + 1) * words)));
                }
            }
            _ => {}
        }
    }
    all
}
