//! Levels in, verdicts out, by each of the engines; and what stops them.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use playproof_certify::{
    Budget, Engine, Finding, Outcome, Progress, Reason, Stop, Task, Unlimited, check,
};
use playproof_game::Game;
use playproof_model::{Answer, Property};
use playproof_sat::{BmcEngine, Ic3Engine, KInductionEngine};
use playproof_sokoban::Sokoban;

const SOLVABLE: &str = "\
#######
#@ $ .#
#  $ .#
#######
";

const BOX_IN_CORNER: &str = "\
######
#@   #
#  $.#
#$  .#
######
";

/// The engine's outcome, its evidence accepted, in short.
fn decide(engine: &dyn Engine, level: &str, property: &str, budget: &mut dyn Budget) -> Outcome {
    let file = playproof_level::read("level.xsb", level.as_bytes()).expect("a level");
    let compiled = Sokoban.compile(&file.levels[0]).expect("a board");
    let property: Property = property.parse().expect("a property");
    let subject = compiled.model.elaborate(&property).expect("of this game");
    let task = Task::new(&subject, &property, &[]);
    engine.supports(&task).expect("it is supported");
    let outcome = engine.check(&task, budget);
    let shown = match &outcome.finding {
        Finding::Holds(evidence) => Some((Answer::Holds, evidence)),
        Finding::Violated(evidence) => Some((Answer::Violated, evidence)),
        Finding::Unknown(_) => None,
    };
    if let Some((answer, evidence)) = shown {
        check(&subject, answer, evidence, &mut Unlimited).expect("accepted");
    }
    outcome
}

fn verdict(engine: &dyn Engine, level: &str, property: &str) -> String {
    let outcome = decide(engine, level, property, &mut Unlimited);
    match outcome.finding {
        Finding::Holds(evidence) => format!("holds: {}", evidence.kind()),
        Finding::Violated(evidence) => format!("violated: {}", evidence.kind()),
        Finding::Unknown(reason) => format!("{reason} at {:?}", outcome.lower_bound),
    }
}

#[test]
fn runs_and_their_absence() {
    let (bmc, kind, ic3) = (BmcEngine::default(), KInductionEngine::default(), Ic3Engine);
    for engine in [&bmc as &dyn Engine, &kind, &ic3] {
        assert_eq!(verdict(engine, SOLVABLE, "solvable"), "holds: trace");
    }
    assert_eq!(
        verdict(&ic3, BOX_IN_CORNER, "solvable"),
        "violated: invariant"
    );
    assert_eq!(
        verdict(&kind, BOX_IN_CORNER, "never box_at(1, 1)"),
        "holds: induction"
    );
    assert_eq!(
        verdict(&BmcEngine { bound: 7 }, BOX_IN_CORNER, "solvable"),
        "the bound on the length of runs was reached at Some(8)"
    );
    assert_eq!(
        verdict(&bmc, BOX_IN_CORNER, "shortest <= 5"),
        "violated: induction"
    );
    assert_eq!(
        verdict(&BmcEngine { bound: 4 }, BOX_IN_CORNER, "shortest <= 5"),
        "the bound on the length of runs was reached at Some(5)"
    );
}

#[test]
fn formulas_about_runs() {
    let bmc = BmcEngine { bound: 20 };
    // Walking to and fro wins nothing, and goes on for ever.
    assert_eq!(verdict(&bmc, SOLVABLE, "F win"), "violated: lasso");
    // Once play is won nothing happens any more.
    assert_eq!(
        verdict(&bmc, SOLVABLE, "E F (win && X X win)"),
        "holds: trace"
    );
    assert_eq!(verdict(&bmc, SOLVABLE, "E F G win"), "holds: lasso");
    assert!(verdict(&bmc, SOLVABLE, "E F (win && F !win)").starts_with("the bound on the length"));
}

struct Deadline(Instant);

impl Budget for Deadline {
    fn spend(&mut self, _: &Progress) -> ControlFlow<Stop> {
        match Instant::now() < self.0 {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(Stop::Cancelled),
        }
    }
}

#[test]
fn a_search_is_given_up_in_time() {
    // Too many boxes for any of them.
    let large = "\
##############
#@           #
# $ $ $ $ $  #
#  $ $ $ $ $ #
#  #   #   # #
#. . . . . . #
# . . . .    #
#           $#
##############
";
    let engines: [&dyn Engine; 3] = [
        &BmcEngine { bound: 1000 },
        &KInductionEngine::default(),
        &Ic3Engine,
    ];
    for engine in engines {
        let end = Instant::now() + Duration::from_millis(1500);
        let outcome = decide(engine, large, "solvable", &mut Deadline(end));
        let late = end.elapsed();
        let stopped = Finding::Unknown(Reason::Stopped(Stop::Cancelled));
        assert_eq!(outcome.finding, stopped, "{}", engine.name());
        assert!(
            late < Duration::from_millis(200),
            "{}: {late:?}",
            engine.name()
        );
    }
}
