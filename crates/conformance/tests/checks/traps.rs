//! Traps: made from a textbook evaluation where a formula is violated, they are
//! accepted; made up where it holds, and changed wherever they are wrong, they
//! are rejected.

use std::collections::VecDeque;

use playproof_certify::{
    CheckError, ClosedSet, Column, Engine, Evidence, Finding, Task, Trace, Trap, Unlimited, check,
};
use playproof_conformance::games::{lamps, random_graph, random_rules};
use playproof_conformance::mutants::reject_trap_mutants;
use playproof_conformance::oracle;
use playproof_conformance::suite::n_cases;
use playproof_conformance::textbook::Tree;
use playproof_engines::FixpointEngine;
use playproof_kernel::{Escapable, EscapeKind};
use playproof_model::{Answer, Dom, Formula, Model, Property, Question, Step, Subject, steps};

/// The four forms that a trap refutes, and what the last two also say.
const FORMS: [&str; 4] = [
    "AG EF P",
    "AG (Q || EF P)",
    "AG (EF P || AF Q)",
    "A[P R EF P]",
];

fn asked(form: &str, p: &str, q: &str) -> Property {
    let text = form
        .replace('P', &format!("({p})"))
        .replace('Q', &format!("({q})"));
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn escapable(subject: &Subject) -> Escapable {
    let Question::Branching(question) = subject.question() else {
        panic!("a formula of branching time");
    };
    question.formula.escapable().expect("one of the four forms")
}

/// What textbooks say of the states of a tree.
struct Known {
    tree: Tree,
    p: Vec<bool>,
    q: Vec<bool>,
    /// `EF p`.
    possible: Vec<bool>,
    /// `AF q`.
    inevitable: Vec<bool>,
}

impl Known {
    fn new(subject: &Subject, form: Escapable) -> Known {
        let tree = Tree::new(subject);
        let n = tree.states.len();
        let q = match form.kind {
            EscapeKind::Unless(q) | EscapeKind::OrInevitably(q) => Some(q),
            EscapeKind::Always | EscapeKind::UntilThen => None,
        };
        let holds = |atom| tree.states.iter().map(move |s| subject.holds(s, atom));
        let p: Vec<bool> = holds(form.target).collect();
        let q: Vec<bool> = q.map_or(vec![false; n], |q| holds(q).collect());
        let mut possible = p.clone();
        let mut inevitable = q.clone();
        for _ in 0..n {
            for i in 0..n {
                possible[i] |= tree.next[i].iter().any(|&j| possible[j]);
                inevitable[i] |= tree.next[i].iter().all(|&j| inevitable[j]);
            }
        }
        Known {
            p,
            q,
            possible,
            inevitable,
            tree,
        }
    }

    /// Whether a state is one that the formula allows on the way.
    fn is_fine(&self, kind: EscapeKind, i: usize) -> bool {
        match kind {
            EscapeKind::Always | EscapeKind::UntilThen => self.possible[i],
            EscapeKind::Unless(_) => self.q[i] || self.possible[i],
            EscapeKind::OrInevitably(_) => self.inevitable[i] || self.possible[i],
        }
    }

    /// The first states that are not fine, with the states on the way there,
    /// `p` stopping play for `A[p R EF p]`.
    fn ways_out(&self, kind: EscapeKind) -> Vec<Vec<usize>> {
        let mut came = vec![None; self.tree.states.len()];
        let mut queue: VecDeque<usize> = self.tree.initial.iter().copied().collect();
        let mut seen = vec![false; came.len()];
        queue.iter().for_each(|&i| seen[i] = true);
        let mut ways = Vec::new();
        while let Some(i) = queue.pop_front() {
            if !self.is_fine(kind, i) {
                let mut way = vec![i];
                while let Some(before) = came[way[way.len() - 1]] {
                    way.push(before);
                }
                way.reverse();
                ways.push(way);
            }
            if kind == EscapeKind::UntilThen && self.p[i] {
                continue;
            }
            for &j in &self.tree.next[i] {
                if !seen[j] {
                    seen[j] = true;
                    came[j] = Some(i);
                    queue.push_back(j);
                }
            }
        }
        ways
    }

    /// All that can be reached from a state.
    fn reachable(&self, from: usize) -> Vec<usize> {
        let mut all = vec![from];
        let mut at = 0;
        while at < all.len() {
            for &j in &self.tree.next[all[at]] {
                if !all.contains(&j) {
                    all.push(j);
                }
            }
            at += 1;
        }
        all
    }

    /// The run through these states.
    fn run(&self, subject: &Subject, way: &[usize]) -> Trace {
        let states = &self.tree.states;
        let mut starts = Vec::new();
        subject.initial(&mut |s| starts.push(s.to_vec()));
        let first = starts.iter().position(|s| *s == states[way[0]]);
        let taken = way.windows(2).map(|pair| {
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

    fn set(&self, subject: &Subject, states: &[usize]) -> ClosedSet {
        let mut set = ClosedSet::default();
        for &i in states {
            subject.layout().pack(&self.tree.states[i], &mut set.points);
        }
        set
    }
}

fn judged(subject: &Subject, trap: &Trap) -> Result<(), CheckError> {
    let evidence = Evidence::Trap(trap.clone());
    check(subject, Answer::Violated, &evidence, &mut Unlimited).map(drop)
}

#[derive(Default, Debug)]
struct Seen {
    violated: usize,
    holds: usize,
    traps: usize,
    /// Violated because some run never meets `q`, although others do: that no
    /// set that misses `q` shows.
    untrapped: usize,
    forged: usize,
    mutants: usize,
}

/// A random run without stuttering, as long as it goes.
fn wander(subject: &Subject, known: &Known, rng: &mut fastrand::Rng) -> (Trace, Vec<usize>) {
    let mut way = vec![known.tree.initial[rng.usize(0..known.tree.initial.len())]];
    for _ in 0..rng.usize(0..6) {
        let at = way[way.len() - 1];
        let mut any = false;
        subject.successors(&known.tree.states[at], &mut |_, _| any = true);
        if !any {
            break;
        }
        let next = &known.tree.next[at];
        way.push(next[rng.usize(0..next.len())]);
    }
    (known.run(subject, &way), way)
}

fn conforms(model: &Model, property: &Property, rng: &mut fastrand::Rng, seen: &mut Seen) {
    let subject = model.elaborate(property).unwrap();
    let form = escapable(&subject);
    let known = Known::new(&subject, form);
    let definition: Formula = property.definition().unwrap();
    let holds = known.tree.satisfies(&subject, &definition);
    let ways = known.ways_out(form.kind);
    assert_eq!(holds, ways.is_empty(), "{property}: the oracles disagree");
    // What can be reached from where the formula is broken is a trap, unless
    // `q` can still happen there and nobody can stay where it has not.
    let mut shown = false;
    for way in &ways {
        let last = way[way.len() - 1];
        let states = known.reachable(last);
        let trap = Trap {
            run: known.run(&subject, way),
            set: known.set(&subject, &states),
        };
        let misses_q = states.iter().all(|&i| !known.q[i]);
        let stays = !known.q[last] && known.tree.next[last].contains(&last);
        let is_trap = !matches!(form.kind, EscapeKind::OrInevitably(_)) || misses_q || stays;
        assert_eq!(
            oracle::is_trap(&subject, form, &trap),
            Some(is_trap),
            "{property}"
        );
        let verdict = judged(&subject, &trap);
        assert_eq!(
            verdict.is_ok(),
            is_trap,
            "{property}: {verdict:?} of {trap:?}"
        );
        if is_trap && !shown {
            shown = true;
            let tally = reject_trap_mutants(&subject, form, &trap, &known.tree.states, rng);
            seen.mutants += tally.wrong;
            same_set_in_other_words(&subject, &trap);
        }
    }
    seen.traps += usize::from(shown);
    seen.untrapped += usize::from(!holds && !shown);
    // The engine finds one where the textbook does.
    let task = Task::new(&subject, property, &[]);
    match FixpointEngine.check(&task, &mut Unlimited).finding {
        Finding::Holds(_) => assert!(holds, "{property}"),
        Finding::Violated(evidence) => {
            assert!(!holds, "{property}");
            check(&subject, Answer::Violated, &evidence, &mut Unlimited).expect("evidence");
            let is_trap = matches!(evidence, Evidence::Trap(_));
            assert!(!is_trap || shown, "{property}: a trap where there is none");
        }
        Finding::Unknown(why) => panic!("{property}: {why}"),
    }
    if !holds {
        seen.violated += 1;
        return;
    }
    seen.holds += 1;
    // Whatever is made up is wrong: any run, and around its end everything, all
    // that follows, what misses `p`, or anything at all.
    let n = known.tree.states.len();
    for round in 0..12 {
        let (run, way) = wander(&subject, &known, rng);
        let last = way[way.len() - 1];
        let states: Vec<usize> = match round % 4 {
            0 => known.reachable(last),
            1 => (0..n).collect(),
            2 => (0..n).filter(|&i| !known.p[i] && !known.q[i]).collect(),
            _ => (0..n).filter(|_| rng.bool()).collect(),
        };
        let set = known.set(&subject, &states);
        let mut traps = vec![Trap { run, set }];
        if round % 3 == 0 {
            // A run that never was, and one that stands still.
            let mut other = traps[0].clone();
            other.run.steps.push(Step::Stutter);
            traps.push(other);
            let mut other = traps[0].clone();
            other.run.initial = u32::MAX;
            traps.push(other);
        }
        for trap in traps {
            seen.forged += 1;
            let verdict = judged(&subject, &trap);
            let rejected = matches!(verdict, Err(CheckError::Rejected(_)));
            assert!(rejected, "{property}: a forged trap was accepted: {trap:?}");
        }
    }
    let nothing = Trap {
        run: Trace {
            initial: 0,
            steps: Vec::new(),
        },
        set: ClosedSet::default(),
    };
    assert!(judged(&subject, &nothing).is_err(), "{property}");
}

/// The set of one variable as an open set, or as a pattern: the same states.
fn same_set_in_other_words(subject: &Subject, trap: &Trap) {
    if subject.is_foreign() || subject.layout().n_flat() != 1 {
        return;
    }
    let least = subject.signature().vars[0].lo;
    let values = trap
        .set
        .points
        .iter()
        .map(|&row| subject.layout().get(&[row], 0) - least);
    let bits = vec![values.fold(0u64, |bits, value| bits | 1 << value)];
    let as_cube = ClosedSet {
        free: vec![0],
        points: vec![0],
        columns: vec![Column::Sets {
            words: 1,
            bits: bits.clone(),
        }],
        ..ClosedSet::default()
    };
    let as_pattern = ClosedSet {
        patterns: vec![vec![(0, Dom::Set(bits))]],
        ..ClosedSet::default()
    };
    for set in [as_cube, as_pattern] {
        let other = Trap {
            set,
            ..trap.clone()
        };
        let verdict = judged(subject, &other);
        assert!(verdict.is_ok(), "{verdict:?}: {other:?}");
    }
}

#[test]
fn on_random_graphs() {
    let mut seen: [Seen; 4] = Default::default();
    for seed in 0..5 * n_cases() {
        let mut rng = playproof_conformance::suite::random(seed);
        let model = Model::Rules(Box::new(random_graph::rules(&mut rng)));
        let conditions = ["win", "red", "blue", "place == 1"];
        for (form, seen) in FORMS.iter().zip(&mut seen) {
            let [p, q] = [0, 1].map(|_| conditions[rng.usize(0..4)]);
            conforms(&model, &asked(form, p, q), &mut rng, seen);
        }
    }
    println!("{seen:?}");
    for (form, seen) in FORMS.iter().zip(&seen) {
        let enough = seen.holds > 20 && seen.traps > 20 && seen.mutants > 100;
        assert!(enough && seen.forged > 100, "{form}: {seen:?}");
        let may_be_untrapped = *form == FORMS[2];
        assert_eq!(seen.untrapped > 0, may_be_untrapped, "{form}: {seen:?}");
    }
}

#[test]
fn on_random_rules() {
    let mut seen = Seen::default();
    for seed in 0..n_cases() {
        let mut rng = playproof_conformance::suite::random(seed);
        let model = Model::Rules(Box::new(random_rules::rules(&mut rng)));
        let conditions = ["win", "odd", "x > 0", "y == 2", "a[1] < y"];
        let form = FORMS[seed as usize % 4];
        let [p, q] = [0, 1].map(|_| conditions[rng.usize(0..5)]);
        let property = asked(form, p, q);
        let subject = model.elaborate(&property).unwrap();
        if oracle::reachable(&subject).len() <= 100 {
            conforms(&model, &property, &mut rng, &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.holds > 0 && seen.traps > 0 && seen.mutants > 100);
}

#[test]
fn on_an_interpreted_game() {
    let mut seen = Seen::default();
    for seed in 0..n_cases() {
        let mut rng = playproof_conformance::suite::random(seed);
        let lit = (0..rng.usize(1..5)).map(|_| rng.i32(0..2)).collect();
        let model = Model::System(std::sync::Arc::new(lamps::Lamps::new(lit)));
        let conditions = ["win", "all_lit", "lamp[0] == 1", "lamp[0] == 0"];
        for form in FORMS {
            let [p, q] = [0, 1].map(|_| conditions[rng.usize(0..4)]);
            conforms(&model, &asked(form, p, q), &mut rng, &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.holds > 0 && seen.traps > 0 && seen.mutants > 100);
}

/// Formulas that look alike are not refuted by a trap.
#[test]
fn other_formulas_are_not_refuted_by_traps() {
    let forms = [
        "AG EF !P",
        "AF EF P",
        "EG EF P",
        "AG AF P",
        "AG EX P",
        "EF P",
        "A[Q R EF P]",
        "A[!P R EF P]",
        "AG (!Q || EF P)",
        "AG (Q && EF P)",
        "AG (EF P || EF Q)",
        "AG (EF P || AG Q)",
        "AG E[Q U P]",
        "AG (AF P || AF Q)",
        "E[P R EF P]",
        "A[P U EF P]",
        "AG (Q || AF P)",
    ];
    let mut n = 0;
    for seed in 0..n_cases() {
        let mut rng = playproof_conformance::suite::random(seed);
        let model = Model::Rules(Box::new(random_graph::rules(&mut rng)));
        for form in forms {
            let property = asked(form, "win", "red");
            let subject = model.elaborate(&property).unwrap();
            let Question::Branching(question) = subject.question() else {
                continue;
            };
            let definition = property.definition().unwrap();
            let tree = Tree::new(&subject);
            let holds = tree.satisfies(&subject, &definition);
            let mut set = ClosedSet::default();
            for state in &tree.states {
                subject.layout().pack(state, &mut set.points);
            }
            let run = Trace {
                initial: 0,
                steps: Vec::new(),
            };
            let verdict = judged(&subject, &Trap { run, set });
            assert!(verdict.is_err() || !holds, "{property}");
            if let Some(form) = question.formula.escapable() {
                // Some say one of the four in other words.
                assert!(holds || !known_trapless(&subject, form), "{property}");
            } else {
                assert!(verdict.is_err(), "{property}");
                n += 1;
            }
        }
    }
    assert!(n > 500, "{n}");
}

fn known_trapless(subject: &Subject, form: Escapable) -> bool {
    Known::new(subject, form).ways_out(form.kind).is_empty()
}
