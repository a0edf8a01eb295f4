//! Races through the facade: what the checker makes of the winner, when there
//! is no race, and that engines decide what they say they do.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use playproof::{
    Budget, Engine, Error, Evidence, Finish, Level, Playproof, Progress, Proof, Reason, Stop, Task,
    Unlimited, Verdict,
};
use playproof_certify::{Outcome, Trace};
use playproof_conformance::games::random_maze;
use playproof_engines::ExplicitEngine;
use playproof_maze::Maze;
use playproof_model::{Answer, Unsupported};

const OPEN: &str = "11111\n1A0G1\n11111\n";

/// An engine under the name of another.
struct Fake {
    name: &'static str,
    does: fn(&Task, &mut dyn Budget) -> Outcome,
}

impl Engine for Fake {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        "stands in for another"
    }

    fn supports(&self, _: &Task) -> Result<(), Unsupported> {
        Ok(())
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        (self.does)(task, budget)
    }
}

/// Sees many states and no end.
fn endless(_: &Task, budget: &mut dyn Budget) -> Outcome {
    let progress = Progress {
        states: 1_000_000,
        ..Progress::default()
    };
    loop {
        thread::sleep(Duration::from_millis(1));
        if let ControlFlow::Break(stop) = budget.spend(&progress) {
            return Outcome::unknown(Reason::Stopped(stop), progress.states);
        }
    }
}

/// Sees many states and then what there is.
fn late(task: &Task, budget: &mut dyn Budget) -> Outcome {
    for _ in 0..20 {
        let progress = Progress {
            states: 1_000_000,
            ..Progress::default()
        };
        if let ControlFlow::Break(stop) = budget.spend(&progress) {
            return Outcome::unknown(Reason::Stopped(stop), progress.states);
        }
        thread::sleep(Duration::from_millis(1));
    }
    honest(task, budget)
}

fn honest(task: &Task, budget: &mut dyn Budget) -> Outcome {
    ExplicitEngine::default().check(task, budget)
}

/// Says that it won by doing nothing.
fn lying(_: &Task, _: &mut dyn Budget) -> Outcome {
    let run = Trace {
        initial: 0,
        steps: Vec::new(),
    };
    Outcome::decided(Answer::Holds, Evidence::Trace(run), 1)
}

fn level(text: &str) -> Level {
    let file = playproof::read("level", text.as_bytes()).unwrap();
    file.levels.into_iter().next().unwrap()
}

type Does = fn(&Task, &mut dyn Budget) -> Outcome;

fn race(favourite: Does, rival: Does, threads: usize) -> Proof {
    let fake = |name, does| Box::new(Fake { name, does }) as Box<dyn Engine>;
    let engines = vec![fake("favourite", favourite), fake("bdd", rival)];
    let playproof = Playproof::new(vec![Box::new(Maze)], engines).on_threads(threads);
    let level = level(OPEN);
    let prepared = playproof.prepare(&level, None).unwrap();
    let property = Playproof::property("solvable").unwrap();
    prepared
        .verify_by_portfolio(&property, &mut Unlimited)
        .unwrap()
}

#[test]
fn the_winner_is_checked_like_anybody() {
    let proof = race(endless, honest, 2);
    assert!(proof.holds() && proof.certificate.is_some());
    assert_eq!(proof.engine, "bdd");
    let contenders: Vec<_> = proof
        .contenders
        .iter()
        .map(|r| (r.engine, &r.finish))
        .collect();
    let expected = [("favourite", &Finish::Beaten), ("bdd", &Finish::First)];
    assert_eq!(contenders, expected);
    let proof = race(endless, lying, 2);
    assert!(
        matches!(proof.verdict, Verdict::Rejected(_)),
        "{:?}",
        proof.verdict
    );
    assert_eq!((proof.engine, proof.certificate.is_none()), ("bdd", true));
}

#[test]
fn without_need_there_is_no_race() {
    // The favourite answers within its head start.
    let proof = race(honest, lying, 8);
    assert!(proof.holds() && proof.contenders.is_empty());
    // There is one thread, however long it takes.
    let proof = race(late, lying, 1);
    assert!(proof.holds() && proof.contenders.is_empty());
    assert_eq!(proof.engine, "favourite");
}

#[test]
fn what_is_not_raced_has_the_same_bytes() {
    let (alone, many) = (Playproof::default(), Playproof::with_threads(4));
    for seed in 0..30 {
        let level = level(&random_maze::text(
            &mut playproof_conformance::suite::random(seed),
        ));
        for property in ["solvable", "GF win", "AG EF win", "alternatives >= 2"] {
            let property = Playproof::property(property).unwrap();
            let bytes = |playproof: &Playproof, is_race: bool| {
                let prepared = playproof.prepare(&level, Some("maze")).unwrap();
                let proof = match is_race {
                    true => prepared.verify_by_portfolio(&property, &mut Unlimited),
                    false => prepared.verify(&property, None, &mut Unlimited),
                };
                proof.unwrap().certificate.unwrap().to_bytes(false)
            };
            let expected = bytes(&alone, false);
            assert!(bytes(&many, true) == expected, "seed {seed}, {property}");
            assert!(bytes(&alone, true) == expected, "seed {seed}, {property}");
        }
    }
}

#[test]
fn a_refusal_names_those_who_can() {
    let playproof = Playproof::default();
    let level = level(OPEN);
    let prepared = playproof.prepare(&level, None).unwrap();
    let property = Playproof::property("AG EF win").unwrap();
    let refused = prepared.verify(&property, Some("explicit"), &mut Unlimited);
    let error = refused.unwrap_err();
    let Error::Unsupported { able, .. } = &error else {
        panic!("{error}");
    };
    assert!(able.contains(&"fixpoint") && !able.contains(&"explicit"));
    let text = error.to_string();
    assert!(
        text.starts_with("engine `explicit`: unsupported: it searches"),
        "{text}"
    );
    assert!(text.contains("fixpoint"), "{text}");
}

#[test]
fn engines_decide_what_they_say_by_the_evidence_they_say() {
    let playproof = Playproof::default();
    // Of each of these *holds* is yes, and *violated* is no.
    let properties = ["solvable", "E G !win", "AG EF win", "alternatives >= 2"];
    let levels = [
        OPEN,
        "111111\n1A01G1\n111111\n",
        "#####\n#@$.#\n#####\n",
        // Nothing is lost; nothing helps; a key can be wasted.
        "dungeon\nstart: A\ngoal: B\nroom A: key\nroom B\nA - B: key\n",
        "dungeon\nstart: A\ngoal: B\nroom A\nroom B: key\nA - B: key\n",
        "dungeon\nstart: A\ngoal: B\nused-up: key\nroom A: key\nroom B\nroom C\n\
         A - B: key\nA - C: key\n",
    ];
    let mut n_decided = 0;
    for engine in playproof.engines() {
        assert!(!engine.abilities().is_empty(), "{}", engine.name());
        for (text, property) in levels.iter().flat_map(|l| properties.map(|p| (l, p))) {
            let level = level(text);
            let prepared = playproof.prepare(&level, None).unwrap();
            let property = Playproof::property(property).unwrap();
            let Ok(proof) = prepared.verify(&property, Some(engine.name()), &mut Unlimited) else {
                continue;
            };
            let Some(certificate) = proof.certificate else {
                let stopped = |stop| Verdict::Unknown(Reason::Stopped(stop));
                if proof.verdict == stopped(Stop::Bound) {
                    // A longer run would not have been seen.
                    assert_eq!(engine.name(), "sat-bmc");
                    continue;
                }
                assert_eq!(
                    proof.verdict,
                    stopped(Stop::Incomplete),
                    "{}",
                    engine.name()
                );
                let never_no = engine.abilities().iter().all(|able| able.no.is_empty());
                let never_yes = engine.abilities().iter().all(|able| able.yes.is_empty());
                // That runs end may be due to where they begin, of which an
                // induction knows nothing.
                let may_end = never_no || never_yes || engine.name() == "sat-bmc";
                assert!(may_end, "{}: {property} of\n{text}", engine.name());
                continue;
            };
            let kind = certificate.evidence.kind();
            let said = engine.abilities().iter().any(|able| {
                let kinds = match certificate.answer {
                    Answer::Holds => able.yes,
                    Answer::Violated => able.no,
                };
                kinds.contains(&kind)
            });
            assert!(said, "{}: {property} by {kind}", engine.name());
            n_decided += 1;
        }
    }
    assert!(n_decided > 20, "{n_decided}");
}
