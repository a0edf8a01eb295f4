//! Any number of threads finds the same: verdict, length, and every byte of
//! the certificate.

use playproof_certify::{Engine, Evidence, Finding, Task, Unlimited};
use playproof_conformance::games::tokens::{self, TokenGrid};
use playproof_conformance::suite;
use playproof_engines::{ExplicitEngine, NativeEngine, Threads};
use playproof_model::{Model, NativeFactory, Property, Subject};
use playproof_sokoban::{Prunings, PushFactory, canonical::Board, rules::rules};

fn evidence(subject: &Subject, property: &Property, threads: Threads) -> (Evidence, u64) {
    let task = Task::new(subject, property, &[]);
    let outcome = ExplicitEngine(threads).check(&task, &mut Unlimited);
    match outcome.finding {
        Finding::Holds(evidence) | Finding::Violated(evidence) => (evidence, outcome.states),
        Finding::Unknown(reason) => panic!("{reason}"),
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

/// A search by pushes with groups of boxes that block each other: in which
/// order threads meet them must not show.
#[test]
fn by_pushes_with_stuck_groups() {
    let text = "############\n#  . . . . #\n# $  $     #\n#   $  $   #\n#          #\n#@         #\n\
                #          #\n############\n";
    let file = playproof_level::read("level", text.as_bytes()).unwrap();
    let (board, _) = Board::read(&file.levels[0]).unwrap();
    let model = Model::Rules(Box::new(rules(&board)));
    let property: Property = "every pushes >= 8".parse().unwrap();
    let subject = model.elaborate(&property).unwrap();
    let prunings = Prunings {
        pairs: false,
        bounds: false,
        ..Prunings::ALL
    };
    let with = |count| {
        let natives: Vec<Box<dyn NativeFactory>> =
            vec![Box::new(PushFactory::new(board.clone(), prunings))];
        let task = Task::new(&subject, &property, &natives);
        let threads = Threads {
            count,
            worth_sharing: 0,
        };
        match NativeEngine(threads).check(&task, &mut Unlimited).finding {
            Finding::Holds(Evidence::ClosedSet(set)) => set,
            other => panic!("{other:?}"),
        }
    };
    let alone = with(1);
    let n_groups = alone.patterns.iter().filter(|p| p.len() > 2).count();
    assert!(n_groups > 10, "{n_groups} groups");
    for _ in 0..20 {
        assert!(with(2) == alone, "two threads find another certificate");
        assert!(with(4) == alone, "four threads find another certificate");
    }
}
