//! Any number of threads finds the same: verdict, length, and every byte of
//! the certificate.

use playproof_certify::{Engine, Evidence, Task, Unlimited, Verdict};
use playproof_conformance::games::tokens::{self, TokenGrid};
use playproof_conformance::suite;
use playproof_engines::{ExplicitEngine, Threads};
use playproof_model::{Model, Property, Subject};

fn evidence(subject: &Subject, property: &Property, threads: Threads) -> (Evidence, u64) {
    let task = Task {
        subject,
        property,
        natives: &[],
    };
    let outcome = ExplicitEngine(threads).check(&task, &mut Unlimited);
    match outcome.verdict {
        Verdict::Holds(evidence) | Verdict::Violated(evidence) => (evidence, outcome.states),
        Verdict::Unknown(reason) => panic!("{reason}"),
    }
}

#[test]
fn on_small_levels_every_round_shared() {
    let mut n_levels = 0;
    let cases = suite::mazes().chain(suite::rules().take(100)).take(200);
    for case in cases {
        for text in &case.properties {
            let property: Property = text.parse().unwrap();
            let subject = case.model.elaborate(&property).unwrap();
            let with = |count| {
                let threads = Threads {
                    count,
                    worth_sharing: 0,
                };
                evidence(&subject, &property, threads)
            };
            let alone = with(1);
            assert_eq!(with(2), alone, "{}, {text}", case.name);
            assert_eq!(with(4), alone, "{}, {text}", case.name);
        }
        n_levels += 1;
    }
    assert!(
        n_levels >= 200 || suite::n_cases() < 100,
        "{n_levels} levels"
    );
}

/// Large enough for several rounds a depth and many growing tables.
#[test]
fn on_a_large_state_space() {
    let model = Model::Rules(Box::new(tokens::rules::<3>(&TokenGrid::new(9))));
    for text in ["unsolvable", "reach t0 == 80 && t1 == 79 && t2 == 78"] {
        let property: Property = text.parse().unwrap();
        let subject = model.elaborate(&property).unwrap();
        let with = |count| evidence(&subject, &property, Threads::new(count));
        let alone = with(1);
        assert!(alone.1 > 100_000, "{} states", alone.1);
        assert_eq!(with(2), alone);
        assert_eq!(with(4), alone);
    }
}
