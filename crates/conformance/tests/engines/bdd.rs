//! Decision diagrams where they differ from other engines: circuits of the
//! reachable states, and tables of nodes that are too small.

use std::ops::ControlFlow;

use playproof_bdd::{BddEngine, Circuit, reachable};
use playproof_certify::{
    Budget, Engine, Evidence, Finding, Progress, Reason, StateSet, Stop, Task, Unlimited, check,
};
use playproof_conformance::games::random_rules;
use playproof_conformance::mutants::{Tally, reject_mutants};
use playproof_conformance::oracle;
use playproof_conformance::suite::n_cases;
use playproof_engines::Encoding;
use playproof_model::{Answer, Builder, E, Model, Property, Rules, Val, set_elem};

/// What a circuit says of a state, gate by gate in their order.
fn value(circuit: &Circuit, bits: &[bool]) -> bool {
    let mut values = vec![false, true];
    for gate in &circuit.gates {
        let chosen = match bits[gate.bit as usize] {
            true => gate.then,
            false => gate.other,
        };
        values.push(values[chosen as usize]);
    }
    values[circuit.roots[0] as usize]
}

#[test]
fn the_circuit_of_the_reachable_states_is_right() {
    let (mut n_inside, mut n_outside) = (0, 0);
    for seed in 0..n_cases() {
        let mut rng = playproof_conformance::suite::random(seed);
        let model = Model::Rules(Box::new(random_rules::rules(&mut rng)));
        let property: Property = "unsolvable".parse().unwrap();
        let subject = model.elaborate(&property).unwrap();
        let circuit = reachable(&subject, &mut Unlimited).unwrap();
        let states = oracle::reachable(&subject);
        assert_eq!(
            circuit.n_states(0),
            Some(states.len() as u64),
            "seed {seed}"
        );
        let encoding = Encoding::new(subject.machine());
        let domains: Vec<(Val, Val)> = (0..encoding.n_flat()).map(|f| encoding.domain(f)).collect();
        for state in states.keys() {
            let bits = encoding.encode(state);
            assert!(value(&circuit, &bits), "seed {seed}: {state:?}");
            assert!(circuit.holds(0, |bit| bits[bit as usize]));
            n_inside += 1;
        }
        for _ in 0..100 {
            let state: Vec<Val> = domains.iter().map(|&(lo, hi)| rng.i32(lo..=hi)).collect();
            let is_in = value(&circuit, &encoding.encode(&state));
            assert_eq!(is_in, states.contains_key(&state), "seed {seed}: {state:?}");
            n_outside += usize::from(!is_in);
        }
    }
    assert!(n_inside > 0 && n_outside > 0);
}

/// Two rows of lamps that can be switched one by one; won where they are the
/// same. That has a diagram with as many nodes as a row has states, because one
/// row comes above the other.
fn two_rows(n: u32) -> Rules {
    let mut b = Builder::default();
    let rows = [b.array("left", n, 0, 1), b.array("right", n, 0, 1)];
    let (switch, always) = (b.action("switch"), b.constant(1));
    let mut same: Vec<E> = Vec::new();
    for i in 0..n as Val {
        let i = b.constant(i);
        let [left, right] = rows.map(|row| b.elem(row, i));
        let differ = {
            let (not_left, not_right) = (b.not(left), b.not(right));
            let (one, other) = (b.all([left, not_right]), b.all([right, not_left]));
            b.any([one, other])
        };
        same.push(b.not(differ));
        for (row, now) in rows.into_iter().zip([left, right]) {
            let other = b.not(now);
            b.command("switch", switch, always, vec![set_elem(row, i, other)]);
        }
    }
    let win = b.all(same);
    b.atom("win", win);
    b.initial(vec![1; 2 * n as usize]);
    b.finish().unwrap()
}

fn verdict(engine: BddEngine, n: u32, property: &str, budget: &mut dyn Budget) -> Finding {
    let model = Model::Rules(Box::new(two_rows(n)));
    let property: Property = property.parse().unwrap();
    let subject = model.elaborate(&property).unwrap();
    let task = Task::new(&subject, &property, &[]);
    engine.check(&task, budget).finding
}

const PROPERTIES: [&str; 3] = ["solvable", "AG EF win", "F G win"];

#[test]
fn without_nodes_nothing_is_decided() {
    let engine = BddEngine {
        max_nodes: 10_000,
        ..BddEngine::default()
    };
    for property in PROPERTIES {
        let decided = verdict(engine, 4, property, &mut Unlimited);
        assert!(
            !matches!(decided, Finding::Unknown(_)),
            "{property}: {decided:?}"
        );
        let verdict = verdict(engine, 24, property, &mut Unlimited);
        let no_memory = Finding::Unknown(Reason::Stopped(Stop::Memory));
        assert_eq!(verdict, no_memory, "{property}");
    }
}

/// So many bytes and no more.
struct Memory(u64);

impl Budget for Memory {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        match progress.bytes > self.0 {
            true => ControlFlow::Break(Stop::Memory),
            false => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn the_budget_sees_the_memory_of_nodes() {
    for property in PROPERTIES {
        let engine = BddEngine::default();
        let verdict = verdict(engine, 30, property, &mut Memory(64 << 20));
        let no_memory = Finding::Unknown(Reason::Stopped(Stop::Memory));
        assert_eq!(verdict, no_memory, "{property}");
    }
}

#[test]
fn circuits_are_evidence_with_proofs() {
    // Nothing may be listed, so that every "never" needs a circuit.
    let engine = BddEngine {
        max_listed: 0,
        ..BddEngine::default()
    };
    let mut rng = playproof_conformance::suite::random(1);
    let (mut n_proofs, mut mutants) = (0, Tally::default());
    for seed in 0..n_cases() {
        let rules = random_rules::rules(&mut playproof_conformance::suite::random(seed));
        let model = Model::Rules(Box::new(rules));
        for text in [
            "solvable",
            "never x == 3 && a[1] < y",
            "reach odd && weight < 2",
        ] {
            let property: Property = text.parse().unwrap();
            let subject = model.elaborate(&property).unwrap();
            let task = Task::new(&subject, &property, &[]);
            let (answer, evidence) = match engine.check(&task, &mut Unlimited).finding {
                Finding::Holds(evidence) => (Answer::Holds, evidence),
                Finding::Violated(evidence) => (Answer::Violated, evidence),
                Finding::Unknown(why) => panic!("seed {seed}, {text}: {why}"),
            };
            let right = oracle::answer(&subject, oracle::distance(&subject));
            assert_eq!(answer, right, "seed {seed}, {text}");
            check(&subject, answer, &evidence, &mut Unlimited).expect("evidence");
            if let Evidence::Invariant(invariant) = &evidence {
                assert!(matches!(invariant.set, StateSet::Circuit(_)));
                n_proofs += 1;
                mutants += reject_mutants(&subject, answer, &evidence, &mut rng);
            }
        }
    }
    assert!(n_proofs > 0 && mutants.wrong > 0, "{n_proofs} {mutants:?}");
}
