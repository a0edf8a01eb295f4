//! Progression, and evaluation on a lasso, against the textbook.

use std::collections::HashMap;

use playproof_conformance::suite::n_cases;
use playproof_conformance::{random_formula, textbook};
use playproof_model::{
    Alternative, AtomId, Builder, Linear, LinearNode, Model, Property, Quantifier, Question, Word,
    set,
};

const LETTERS: [&str; 3] = ["a", "b", "c"];

/// A game with one run: a word of three propositions that repeats.
struct OneRun {
    letters: Vec<[bool; 3]>,
    again: usize,
}

impl OneRun {
    fn random(rng: &mut fastrand::Rng) -> OneRun {
        let n = rng.usize(1..8);
        OneRun {
            letters: (0..n)
                .map(|_| [rng.bool(), rng.bool(), rng.bool()])
                .collect(),
            again: rng.usize(0..n),
        }
    }

    fn model(&self) -> Model {
        let n = self.letters.len() as i32;
        let mut b = Builder::default();
        let at = b.variable("at", 0, n - 1);
        let here = b.var(at);
        let next = (1..n).chain([self.again as i32]).collect();
        let next = b.table("next", &[n as u32], next);
        let to = b.lookup(next, &[here]);
        let (go, always) = (b.action("go"), b.constant(1));
        b.command("go", go, always, vec![set(at, to)]);
        for (i, name) in LETTERS.iter().enumerate() {
            let cells = self.letters.iter().map(|l| i32::from(l[i])).collect();
            let table = b.table(name, &[n as u32], cells);
            let truth = b.lookup(table, &[here]);
            b.atom(name, truth);
        }
        b.initial(vec![0]);
        Model::Rules(Box::new(b.finish().unwrap()))
    }
}

/// Whether progression lets a word through: some choice of alternatives goes
/// on for ever and postpones no *until* for ever. By trying everything.
fn progression_accepts(formula: &Linear, letters: &[Vec<bool>], again: usize) -> bool {
    let n = letters.len();
    let next = |i: usize| if i + 1 < n { i + 1 } else { again };
    let mut numbers: HashMap<(usize, u64), usize> = HashMap::new();
    let mut nodes = vec![(0, formula.first())];
    numbers.insert(nodes[0], 0);
    let mut edges: Vec<(usize, usize, Alternative)> = Vec::new();
    let mut at = 0;
    while at < nodes.len() {
        let (i, owed) = nodes[at];
        let ways = formula.progress(owed, &|a: AtomId| letters[i][a.index()]);
        for way in ways.expect("small formulas") {
            let to = (next(i), way.next);
            let number = *numbers.entry(to).or_insert_with(|| {
                nodes.push(to);
                nodes.len() - 1
            });
            edges.push((at, number, way));
        }
        at += 1;
    }
    // Who reaches whom, as the transitive closure.
    let mut reach = vec![vec![false; nodes.len()]; nodes.len()];
    edges.iter().for_each(|&(a, b, _)| reach[a][b] = true);
    for k in 0..nodes.len() {
        for i in 0..nodes.len() {
            if reach[i][k] {
                let further = reach[k].clone();
                let both = reach[i].iter_mut().zip(further);
                both.for_each(|(here, there)| *here |= there);
            }
        }
    }
    let untils = formula
        .owed()
        .iter()
        .zip(0..)
        .filter(|(node, _)| matches!(formula.nodes()[**node as usize], LinearNode::Until(..)));
    let untils: Vec<u32> = untils.map(|(_, bit)| bit).collect();
    (0..nodes.len()).any(|x| {
        let round = |a: usize, b: usize| (a == x || reach[x][a]) && (b == x || reach[b][x]);
        let kept = |bit: &u32| {
            let mut inner = edges.iter().filter(|(a, b, _)| round(*a, *b));
            inner.any(|(_, _, way)| way.postponed >> bit & 1 == 0)
        };
        reach[x][x] && untils.iter().all(kept)
    })
}

#[test]
fn progression_and_evaluation_are_what_the_textbook_says() {
    let (mut n, mut n_true) = (0, 0);
    for seed in 0..100 * n_cases() {
        let mut rng = playproof_conformance::suite::random(seed);
        let run = OneRun::random(&mut rng);
        let size = rng.usize(2..13);
        let formula = random_formula::formula(&mut rng, size, &LETTERS);
        let property = Property::Temporal {
            assumptions: Vec::new(),
            formula: formula.clone().on(Quantifier::Some),
        };
        let subject = run.model().elaborate(&property).unwrap();
        let Question::Linear(question) = subject.question() else {
            continue;
        };
        let position = |i: usize| [i as i32];
        let right = textbook::on_word(&formula, run.letters.len(), run.again, &|i, condition| {
            textbook::is_true(&subject, &position(i), condition)
        })[0];
        let n_atoms = subject.signature().atoms.len() as u32;
        let letters: Vec<Vec<bool>> = (0..run.letters.len())
            .map(|i| {
                let holds = |a| subject.holds(&position(i), AtomId(a));
                (0..n_atoms).map(holds).collect()
            })
            .collect();
        let word = Word {
            letters: &letters,
            again: run.again,
        };
        assert_eq!(question.formula.holds_on(&word), right, "{formula}");
        let accepted = progression_accepts(&question.formula, &letters, run.again);
        assert_eq!(
            accepted, right,
            "{formula} on {letters:?}, again {}",
            run.again
        );
        n += 1;
        n_true += usize::from(right);
    }
    assert!(
        n_true > n / 5 && n_true < 4 * n / 5,
        "one-sided: {n_true} of {n}"
    );
    assert!(
        n as u64 > 80 * n_cases(),
        "few formulas were about runs: {n}"
    );
}
