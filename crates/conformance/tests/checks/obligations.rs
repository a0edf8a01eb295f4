//! What symbolic evidence must refute, against all states of random Rules: the
//! clauses can be true together exactly where there is such a step or run.

use std::ops::ControlFlow;

use playproof_certify::{
    Budget, CheckError, Circuit, Cnf, Gate, Progress, StateSet, Stop, Unlimited, bounded_run,
    check_lrat, induction_step, invariant_safe, invariant_step,
};
use playproof_conformance::games::random_rules;
use playproof_conformance::symbolic::{misses_target, no_step_leaves, steps_lead_there};
use playproof_conformance::{oracle, suite::n_cases};
use playproof_model::{Encoding, Model, Property, Subject};
use playproof_sat::{NotRefuted, refute};

/// Whether clauses are refuted, by a proof that the checker accepts.
fn is_refuted(cnf: Result<Cnf, CheckError>) -> bool {
    let cnf = cnf.expect("small Rules");
    match refute(&cnf, &mut Unlimited) {
        Ok(proof) => {
            check_lrat(&cnf, &proof, &mut Unlimited).expect("a proof");
            true
        }
        Err(NotRefuted::Satisfiable) => false,
        Err(other) => panic!("{other:?}"),
    }
}

fn subjects(n: u64) -> impl Iterator<Item = (u64, Subject)> {
    (0..n).map(|seed| {
        let rules = random_rules::rules(&mut playproof_conformance::suite::random(seed));
        let properties = [
            "solvable",
            "reach odd && moves <= 3",
            "never x == 3 && a[1] < y",
        ];
        let property: Property = properties[seed as usize % 3].parse().expect("a property");
        let model = Model::Rules(Box::new(rules));
        (
            seed,
            model.elaborate(&property).expect("a property of the game"),
        )
    })
}

/// Clauses or gates, whatever they say.
fn random_set(n_bits: usize, rng: &mut fastrand::Rng) -> StateSet {
    let sign = |rng: &mut fastrand::Rng| if rng.bool() { 1 } else { -1 };
    if rng.bool() {
        let clauses = (0..rng.usize(0..6)).map(|_| {
            let n = rng.usize(1..5);
            (0..n)
                .map(|_| rng.i32(1..=n_bits as i32) * sign(rng))
                .collect()
        });
        return StateSet::Clauses(clauses.collect());
    }
    let n = rng.usize(0..8) as i32;
    let gates = (0..n).map(|i| Gate {
        bit: rng.u32(0..n_bits as u32),
        then: rng.i32(1..i + 2) * sign(rng),
        other: rng.i32(1..i + 2) * sign(rng),
    });
    let gates = gates.collect();
    let output = (n + 1) * sign(rng);
    StateSet::Circuit(Circuit { gates, output })
}

#[test]
fn sets_of_states() {
    let mut counts = [0; 4];
    for (seed, subject) in subjects(n_cases()) {
        let mut rng = playproof_conformance::suite::random(seed);
        let machine = subject.machine();
        let target = subject.question().reach().expect("reachability").target;
        for _ in 0..4 {
            let set = random_set(Encoding::new(machine).n_bits(), &mut rng);
            let stays = no_step_leaves(&subject, &set).expect("few states");
            let said = is_refuted(invariant_step(machine, &set, &mut Unlimited));
            assert_eq!(said, stays, "rules {seed}, {set:?}");
            let misses = misses_target(&subject, &set).expect("few states");
            let said = is_refuted(invariant_safe(machine, &set, target, &mut Unlimited));
            assert_eq!(said, misses, "rules {seed}, {set:?}");
            counts[usize::from(stays)] += 1;
            counts[2 + usize::from(misses)] += 1;
        }
    }
    assert!(counts.iter().all(|&n| n > 0), "one-sided: {counts:?}");
}

#[test]
fn runs_up_to_a_length() {
    let mut counts = [0; 2];
    for (seed, subject) in subjects(n_cases()) {
        let machine = subject.machine();
        let target = subject.question().reach().expect("reachability").target;
        let distance = oracle::distance(&subject);
        for length in 1..6 {
            let none = distance.is_none_or(|d| d >= length);
            let run = bounded_run(machine, target, length, &mut Unlimited);
            let run = run.map(|(cnf, states)| {
                assert_eq!(states.len(), length as usize);
                cnf
            });
            let said = is_refuted(run);
            assert_eq!(said, none, "rules {seed}, length {length}");
            counts[usize::from(none)] += 1;
        }
    }
    assert!(counts.iter().all(|&n| n > 0), "one-sided: {counts:?}");
}

/// Fewer, since looking for steps through different states takes long without
/// a solver.
#[test]
fn steps_from_anywhere() {
    let mut counts = [0; 2];
    for (seed, subject) in subjects(n_cases() / 5) {
        let machine = subject.machine();
        let target = subject.question().reach().expect("reachability").target;
        for (length, distinct) in [(1, false), (2, false), (4, false), (2, true), (3, true)] {
            let leads = steps_lead_there(&subject, length, distinct).expect("few states");
            let cnf = induction_step(machine, target, length, distinct, &mut Unlimited);
            assert_eq!(
                is_refuted(cnf),
                !leads,
                "rules {seed}, {length}, {distinct}"
            );
            counts[usize::from(leads)] += 1;
        }
    }
    assert!(counts.iter().all(|&n| n > 0), "one-sided: {counts:?}");
}

/// Stops when more than a megabyte is used.
struct OneMegabyte;

impl Budget for OneMegabyte {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        match progress.bytes > 1 << 20 {
            true => ControlFlow::Break(Stop::Memory),
            false => ControlFlow::Continue(()),
        }
    }
}

#[test]
fn the_budget_is_asked() {
    let (_, subject) = subjects(1).next().expect("one");
    let target = subject.question().reach().expect("reachability").target;
    let machine = subject.machine();
    let long = bounded_run(machine, target, 500, &mut OneMegabyte).map(drop);
    assert_eq!(long, Err(CheckError::Stopped(Stop::Memory)));
    let long = induction_step(machine, target, 500, false, &mut OneMegabyte).map(drop);
    assert_eq!(long, Err(CheckError::Stopped(Stop::Memory)));
    // What would be too large is known after one step, whatever the budget.
    let endless = bounded_run(machine, target, u32::MAX, &mut OneMegabyte).map(drop);
    assert!(
        matches!(endless, Err(CheckError::Rejected(_))),
        "{endless:?}"
    );
    for distinct in [false, true] {
        let endless = induction_step(machine, target, u32::MAX, distinct, &mut OneMegabyte);
        assert!(matches!(endless, Err(CheckError::Rejected(_))));
    }
}
