//! The textbook meaning of formulas, read as they are written: on a run that
//! repeats, and on the tree of runs of a small game. Neither the normal form
//! nor anything that an engine or the checker does is used.

use std::collections::HashMap;

use playproof_certify::Lasso;
use playproof_model::{AtomId, Formula, Joint, Later, Quantifier, Span, Step, Subject, Val, steps};

/// Whether a condition on a state is true there, by the propositions of the
/// subject's question, which are named after the conditions they come from.
pub fn is_true(subject: &Subject, state: &[Val], condition: &Formula) -> bool {
    if let Formula::Const(b) = condition {
        return *b;
    }
    let text = condition.to_string();
    let atoms = subject.signature().atoms.iter();
    let atom = atoms.zip(0..).find(|(name, _)| **name == text);
    let (_, atom) = atom.expect("a proposition of the question");
    subject.holds(state, AtomId(atom))
}

/// Where a formula is true on a run that repeats: for each position of it.
pub fn on_word(
    formula: &Formula,
    n: usize,
    again: usize,
    letter: &dyn Fn(usize, &Formula) -> bool,
) -> Vec<bool> {
    let next = |i: usize| if i + 1 < n { i + 1 } else { again };
    // All positions that are ever reached from this one, in order; each of
    // them comes up within the next n steps.
    let from = |i: usize| std::iter::successors(Some(i), move |&j| Some(next(j))).take(n + 1);
    if formula.is_state() {
        return (0..n).map(|i| letter(i, formula)).collect();
    }
    let of = |p: &Formula| on_word(p, n, again, letter);
    match formula {
        Formula::Not(p) => of(p).iter().map(|b| !b).collect(),
        Formula::Join(joint, p, q) => {
            let (p, q) = (of(p), of(q));
            let pairs = p.iter().zip(&q);
            pairs.map(|(&p, &q)| join(*joint, p, q)).collect()
        }
        Formula::Later(later, p) => {
            let p = of(p);
            let at = |i: usize| match later {
                Later::Next => p[next(i)],
                Later::Finally => from(i).any(|j| p[j]),
                Later::Globally => from(i).all(|j| p[j]),
            };
            (0..n).map(at).collect()
        }
        Formula::Span(span, p, q) => {
            let (p, q) = (of(p), of(q));
            let at = |i: usize| {
                let positions: Vec<usize> = from(i).collect();
                let until = |good: &dyn Fn(usize) -> bool, before: &dyn Fn(usize) -> bool| {
                    (0..positions.len())
                        .any(|k| good(positions[k]) && positions[..k].iter().all(|&j| before(j)))
                };
                match span {
                    Span::Until => until(&|j| q[j], &|j| p[j]),
                    Span::WeakUntil => {
                        until(&|j| q[j], &|j| p[j]) || positions.iter().all(|&j| p[j])
                    }
                    Span::StrongRelease => until(&|j| p[j] && q[j], &|j| q[j]),
                    Span::Release => {
                        until(&|j| p[j] && q[j], &|j| q[j]) || positions.iter().all(|&j| q[j])
                    }
                }
            };
            (0..n).map(at).collect()
        }
        other => panic!("{other} is no formula about one run"),
    }
}

fn join(joint: Joint, p: bool, q: bool) -> bool {
    match joint {
        Joint::And => p && q,
        Joint::Or => p || q,
        Joint::Implies => !p || q,
        Joint::Iff => p == q,
    }
}

/// Whether a lasso is a run of the game that satisfies a formula.
pub fn is_lasso(subject: &Subject, formula: &Formula, lasso: &Lasso) -> bool {
    let mut states: Vec<Vec<Val>> = Vec::new();
    subject.initial(&mut |s| states.push(s.to_vec()));
    let Some(first) = states.get(lasso.initial as usize).cloned() else {
        return false;
    };
    let mut states = vec![first];
    for step in lasso.stem.iter().chain(&lasso.cycle) {
        let here = states.last().expect("a first state").clone();
        match take(subject, &here, *step) {
            Some(next) => states.push(next),
            None => return false,
        }
    }
    let last = states.pop().expect("a first state");
    let again = lasso.stem.len();
    if lasso.cycle.is_empty() || states[again] != last {
        return false;
    }
    let truth = on_word(formula, states.len(), again, &|i, condition| {
        is_true(subject, &states[i], condition)
    });
    truth[0]
}

fn take(subject: &Subject, state: &[Val], wanted: Step) -> Option<Vec<Val>> {
    let mut found = None;
    steps(subject, state, &mut |step, next| {
        if step == wanted {
            found = Some(next.to_vec());
        }
    });
    found
}

/// All states of a small game, and what follows each.
pub struct Tree {
    /// The states.
    pub states: Vec<Vec<Val>>,
    /// The initial ones, by number.
    pub initial: Vec<usize>,
    /// For each, those that can follow.
    pub next: Vec<Vec<usize>>,
}

impl Tree {
    /// Explores the whole game.
    pub fn new(subject: &Subject) -> Tree {
        let mut tree = Tree {
            states: Vec::new(),
            initial: Vec::new(),
            next: Vec::new(),
        };
        let mut numbers: HashMap<Vec<Val>, usize> = HashMap::new();
        let mut initial = Vec::new();
        subject.initial(&mut |s| initial.push(s.to_vec()));
        for state in initial {
            let n = tree.number(&mut numbers, &state);
            tree.initial.push(n);
        }
        while tree.next.len() < tree.states.len() {
            let state = tree.states[tree.next.len()].clone();
            let mut next = Vec::new();
            steps(subject, &state, &mut |_, s| next.push(s.to_vec()));
            let next = next.iter().map(|s| tree.number(&mut numbers, s)).collect();
            tree.next.push(next);
        }
        tree
    }

    fn number(&mut self, numbers: &mut HashMap<Vec<Val>, usize>, state: &[Val]) -> usize {
        let known = numbers.get(state).copied();
        known.unwrap_or_else(|| {
            numbers.insert(state.to_vec(), self.states.len());
            self.states.push(state.to_vec());
            self.states.len() - 1
        })
    }

    /// The states in which a CTL formula is true: each operator by iterating
    /// its equation until nothing changes.
    pub fn satisfying(&self, subject: &Subject, formula: &Formula) -> Vec<bool> {
        let n = self.states.len();
        if formula.is_state() {
            let states = self.states.iter();
            return states.map(|s| is_true(subject, s, formula)).collect();
        }
        let of = |p: &Formula| self.satisfying(subject, p);
        match formula {
            Formula::Not(p) => of(p).iter().map(|b| !b).collect(),
            Formula::Join(joint, p, q) => {
                let (p, q) = (of(p), of(q));
                let pairs = p.iter().zip(&q);
                pairs.map(|(&p, &q)| join(*joint, p, q)).collect()
            }
            Formula::Runs(quantifier, path) => {
                let after = |set: &[bool], i: usize| match quantifier {
                    Quantifier::All => self.next[i].iter().all(|&j| set[j]),
                    Quantifier::Some => self.next[i].iter().any(|&j| set[j]),
                };
                // From an approximation to a solution of x = law(x, after x).
                let iterate = |start: bool, law: &dyn Fn(usize, bool) -> bool| {
                    let mut set = vec![start; n];
                    loop {
                        let next: Vec<bool> = (0..n).map(|i| law(i, after(&set, i))).collect();
                        if next == set {
                            return set;
                        }
                        set = next;
                    }
                };
                match &**path {
                    Formula::Later(Later::Next, p) => {
                        let p = of(p);
                        (0..n).map(|i| after(&p, i)).collect()
                    }
                    Formula::Later(Later::Finally, p) => {
                        let p = of(p);
                        iterate(false, &|i, later| p[i] || later)
                    }
                    Formula::Later(Later::Globally, p) => {
                        let p = of(p);
                        iterate(true, &|i, later| p[i] && later)
                    }
                    Formula::Span(span, p, q) => {
                        let (p, q) = (of(p), of(q));
                        let until = |i: usize, later: bool| q[i] || (p[i] && later);
                        let release = |i: usize, later: bool| q[i] && (p[i] || later);
                        match span {
                            Span::Until => iterate(false, &until),
                            Span::WeakUntil => iterate(true, &until),
                            Span::StrongRelease => iterate(false, &release),
                            Span::Release => iterate(true, &release),
                        }
                    }
                    state => of(state),
                }
            }
            other => panic!("{other} is no CTL formula"),
        }
    }

    /// Whether all initial states satisfy a CTL formula.
    pub fn satisfies(&self, subject: &Subject, formula: &Formula) -> bool {
        let set = self.satisfying(subject, formula);
        self.initial.iter().all(|&i| set[i])
    }
}
