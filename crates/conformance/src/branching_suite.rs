//! The suite for branching time: verdicts against a direct evaluator, every
//! evidence through the checker, mutants and forgeries rejected.

use std::collections::HashMap;

use playproof_certify::{CheckError, Claims, Engine, Evidence, Finding, Task, Unlimited, check};
use playproof_model::{
    Answer, Branching, BranchingNode, Model, Property, Question, Runs, Subject, steps,
};

use crate::games::{lamps, random_graph, random_rules};
use crate::mutants::reject_trap_mutants;
use crate::oracle;
use crate::random_formula::tree_formula;
use crate::second_checker::must_reject;
use crate::suite::n_cases;
use crate::textbook::Tree;

/// Random graphs.
pub fn on_random_graphs(engine: &dyn Engine) {
    let mut seen = Seen::default();
    for seed in 0..10 * n_cases() {
        let mut rng = crate::suite::random(seed);
        let model = Model::Rules(Box::new(random_graph::rules(&mut rng)));
        let conditions = ["win", "red", "blue", "place == 1", "turns >= 1"];
        let size = rng.usize(2..13);
        conforms(engine, &model, size, &conditions, &mut rng, &mut seen);
    }
    assert!(seen.holds > 50 && seen.violated > 50 && seen.wrong_mutants > 500);
}

/// Random Rules.
pub fn on_random_rules(engine: &dyn Engine) {
    let mut seen = Seen::default();
    for seed in 0..n_cases() {
        let mut rng = crate::suite::random(seed);
        let model = Model::Rules(Box::new(random_rules::rules(&mut rng)));
        let conditions = ["win", "odd", "x > 0", "y == 2", "a[1] < y", "moves <= 2"];
        let size = rng.usize(2..9);
        conforms(engine, &model, size, &conditions, &mut rng, &mut seen);
    }
}

/// A game with an interpreter of its own.
pub fn on_an_interpreted_game(engine: &dyn Engine) {
    let mut seen = Seen::default();
    for seed in 0..n_cases() {
        let mut rng = crate::suite::random(seed);
        let lit = (0..rng.usize(1..5)).map(|_| rng.i32(0..2)).collect();
        let model = Model::System(std::sync::Arc::new(lamps::Lamps::new(lit)));
        let size = rng.usize(2..9);
        conforms(
            engine,
            &model,
            size,
            &["win", "all_lit", "lamp[0] == 1"],
            &mut rng,
            &mut seen,
        );
    }
}

#[derive(Default)]
struct Seen {
    holds: usize,
    violated: usize,
    traps: usize,
    wrong_mutants: usize,
}

fn conforms(
    engine: &dyn Engine,
    model: &Model,
    size: usize,
    conditions: &[&str],
    rng: &mut fastrand::Rng,
    seen: &mut Seen,
) {
    let property = Property::Temporal {
        assumptions: Vec::new(),
        formula: tree_formula(rng, size, conditions),
    };
    let subject = model.elaborate(&property).unwrap();
    let Question::Branching(question) = subject.question() else {
        return;
    };
    let task = Task::new(&subject, &property, &[]);
    let (answer, evidence) = match engine.check(&task, &mut Unlimited).finding {
        Finding::Holds(evidence) => (Answer::Holds, evidence),
        Finding::Violated(evidence) => (Answer::Violated, evidence),
        Finding::Unknown(reason) => panic!("{property}: {reason}"),
    };
    let definition = property.definition().unwrap();
    let right = Tree::new(&subject).satisfies(&subject, &definition);
    assert_eq!(answer == Answer::Holds, right, "{property}");
    if let Err(error) = check(&subject, answer, &evidence, &mut Unlimited) {
        panic!("{property}: {error}");
    }
    match answer {
        Answer::Holds => seen.holds += 1,
        Answer::Violated => seen.violated += 1,
    }
    forged_for_the_opposite(&subject, answer, rng);
    let claims = match &evidence {
        Evidence::Claims(claims) => claims,
        Evidence::Trap(trap) => {
            assert_eq!(answer, Answer::Violated, "{property}");
            let form = question
                .formula
                .escapable()
                .expect("a form that traps refute");
            let is_right = oracle::is_trap(&subject, form, trap);
            assert!(is_right != Some(false), "{property}");
            let strangers = Tree::new(&subject).states;
            let tally = reject_trap_mutants(&subject, form, trap, &strangers, rng);
            seen.wrong_mutants += tally.wrong;
            seen.traps += 1;
            return;
        }
        other => panic!("a {}", other.kind()),
    };
    let formula = match answer {
        Answer::Holds => &question.formula,
        Answer::Violated => &question.negation,
    };
    assert!(are_founded(&subject, formula, answer, claims), "{property}");
    for (name, mutant) in mutants(&subject, formula, claims, rng) {
        if are_founded(&subject, formula, answer, &mutant) {
            continue;
        }
        let mutant = Evidence::Claims(mutant);
        let verdict = check(&subject, answer, &mutant, &mut Unlimited);
        assert!(
            matches!(verdict, Err(CheckError::Rejected(_))),
            "{property}: a mutant was accepted ({name}): {mutant:?}"
        );
        must_reject(&subject, answer, &mutant);
        seen.wrong_mutants += 1;
    }
}

/// For each state, its claims with the rank of each *until*.
type Known = HashMap<Vec<i32>, (u64, HashMap<u32, u32>)>;

fn is_until(formula: &Branching, node: u32) -> bool {
    matches!(formula.nodes()[node as usize], BranchingNode::Until(..))
}

/// The claims by state, or nothing if they are malformed.
fn known(subject: &Subject, formula: &Branching, claims: &Claims) -> Option<Known> {
    let (layout, n_nodes) = (subject.layout(), formula.nodes().len() as u32);
    let mut ranks = claims.ranks.iter();
    let rows = claims.points.chunks_exact(layout.words);
    if !rows.remainder().is_empty() || rows.len() != claims.claims.len() {
        return None;
    }
    let mut known = Known::new();
    for (row, &claimed) in rows.zip(&claims.claims) {
        if !layout.canonical(row) || (n_nodes < 64 && claimed >> n_nodes != 0) {
            return None;
        }
        let mut state = Vec::new();
        layout.unpack(row, &mut state);
        let untils = (0..n_nodes).filter(|&n| claimed >> n & 1 == 1 && is_until(formula, n));
        let own = untils.map(|n| ranks.next().map(|&r| (n, r)));
        known.insert(state, (claimed, own.collect::<Option<_>>()?));
    }
    ranks.next().is_none().then_some(known)
}

/// The same definition as the checker's, over plain maps.
fn are_founded(subject: &Subject, formula: &Branching, answer: Answer, claims: &Claims) -> bool {
    let Some(known) = known(subject, formula, claims) else {
        return false;
    };
    let says = |state: &[i32], node: u32| {
        let claimed = known.get(state).map_or(0, |(claimed, _)| *claimed);
        claimed >> node & 1 == 1
    };
    let mut initial = Vec::new();
    subject.initial(&mut |s| initial.push(says(s, formula.root())));
    let enough = match answer {
        Answer::Holds => initial.iter().all(|b| *b),
        Answer::Violated => initial.contains(&true),
    };
    enough
        && known.iter().all(|(state, (claimed, ranks))| {
            let mut next = Vec::new();
            steps(subject, state, &mut |_, s| next.push(s.to_vec()));
            let after = |runs: Runs, fits: &dyn Fn(&Vec<i32>) -> bool| match runs {
                Runs::All => next.iter().all(fits),
                Runs::Some => next.iter().any(fits),
            };
            let nodes = 0..formula.nodes().len() as u32;
            let mut claimed = nodes.filter(|n| claimed >> n & 1 == 1);
            claimed.all(|node| match formula.nodes()[node as usize] {
                BranchingNode::Const(b) => b,
                BranchingNode::Atom(a, wanted) => subject.holds(state, a) == wanted,
                BranchingNode::And(p, q) => says(state, p) && says(state, q),
                BranchingNode::Or(p, q) => says(state, p) || says(state, q),
                BranchingNode::Next(runs, p) => after(runs, &|s| says(s, p)),
                BranchingNode::Until(runs, p, q) => {
                    let nearer = |s: &Vec<i32>| says(s, node) && known[s].1[&node] < ranks[&node];
                    says(state, q) || (says(state, p) && after(runs, &nearer))
                }
                BranchingNode::Release(runs, p, q) => {
                    says(state, q) && (says(state, p) || after(runs, &|s| says(s, node)))
                }
            })
        })
}

fn mutants(
    subject: &Subject,
    formula: &Branching,
    claims: &Claims,
    rng: &mut fastrand::Rng,
) -> Vec<(&'static str, Claims)> {
    let words = subject.layout().words;
    let n = claims.claims.len();
    let mut all = Vec::new();
    let mut add = |name, change: &dyn Fn(&mut Claims)| {
        let mut mutant = claims.clone();
        change(&mut mutant);
        all.push((name, mutant));
    };
    add("nothing", &|c| *c = Claims::default());
    for _ in 0..4 {
        let i = rng.usize(0..n);
        let node = rng.u32(0..formula.nodes().len() as u32);
        let before = |c: &Claims| -> usize {
            let untils = (0..formula.nodes().len() as u32).filter(|&u| is_until(formula, u));
            let untils = untils.fold(0u64, |bits, u| bits | 1 << u);
            let earlier = c.claims[..i]
                .iter()
                .map(|c| (c & untils).count_ones() as usize);
            let own = c.claims[i] & untils & !(u64::MAX << node);
            earlier.sum::<usize>() + own.count_ones() as usize
        };
        // A claim more or less, with its rank where it needs one.
        add("a claim changed", &|c| {
            let at = before(c);
            if is_until(formula, node) {
                match c.claims[i] >> node & 1 {
                    1 => drop(c.ranks.remove(at).to_string()),
                    _ => c.ranks.insert(at, 7),
                }
            }
            c.claims[i] ^= 1 << node;
        });
        add("a claim without a rank", &|c| c.claims[i] ^= 1 << node);
        add("a state less", &|c| {
            c.points.drain(i * words..(i + 1) * words);
            c.claims.remove(i);
        });
        add("a state that is none", &|c| c.points[i * words] = u64::MAX);
        if !claims.ranks.is_empty() {
            let r = rng.usize(0..claims.ranks.len());
            add("a lower rank", &|c| c.ranks[r] = 0);
            add("a higher rank", &|c| c.ranks[r] += 1);
            add("one rank for all", &|c| c.ranks.fill(3));
        }
    }
    add("an unknown part", &|c| c.claims[0] |= 1 << 63);
    add("a rank more", &|c| c.ranks.push(0));
    all
}

/// Claims made up for the wrong answer, which cannot be right.
fn forged_for_the_opposite(subject: &Subject, right: Answer, rng: &mut fastrand::Rng) {
    let Question::Branching(question) = subject.question() else {
        return;
    };
    let wrong = right.opposite();
    let formula = match wrong {
        Answer::Holds => &question.formula,
        Answer::Violated => &question.negation,
    };
    let tree = Tree::new(subject);
    let n_nodes = formula.nodes().len() as u32;
    let all = u64::MAX >> (64 - n_nodes);
    for round in 0..4 {
        let mut forged = Claims::default();
        for state in &tree.states {
            subject.layout().pack(state, &mut forged.points);
            // Everything that a look at the state does not refute, sometimes.
            let refuted = (0..n_nodes).filter(|&n| match formula.nodes()[n as usize] {
                BranchingNode::Const(b) => !b,
                BranchingNode::Atom(a, wanted) => subject.holds(state, a) != wanted,
                _ => round > 1 && rng.u32(0..8) == 0,
            });
            let claimed = match round {
                0 => all,
                _ => refuted.fold(all, |bits, n| bits & !(1 << n)),
            };
            forged.claims.push(claimed);
            let untils = (0..n_nodes).filter(|&n| claimed >> n & 1 == 1 && is_until(formula, n));
            let n = untils.count();
            forged.ranks.extend((0..n).map(|_| rng.u32(0..5)));
        }
        let forged = Evidence::Claims(forged);
        let verdict = check(subject, wrong, &forged, &mut Unlimited);
        assert!(verdict.is_err(), "forged claims were accepted");
        must_reject(subject, wrong, &forged);
    }
}
