//! Plans as triples over bit-vectors, by z3: each holds, and one with another outcome
//! does not.

use std::fs;
use std::path::Path;

use playproof::{Evidence, Playproof, Unlimited};
use playproof_certify::{Engine, Finding, Task};
use playproof_conformance::games::random_rules;
use playproof_conformance::suite::random;
use playproof_engines::ExplicitEngine;
use playproof_export::{by_actions, triples};
use playproof_model::{Model, Property, Rules};

use super::z3::said_to;

/// The rules of a level of ours, and a run for a property.
fn planned(file: &str, game: &str, property: &Property) -> (Rules, Evidence) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../levels")
        .join(file);
    let bytes = fs::read(path).expect("a level");
    let playproof = Playproof::default();
    let levels = playproof.read(file, &bytes).expect("a level").levels;
    let prepared = playproof
        .prepare(&levels[0], Some(game))
        .expect("a level of the game");
    let proof = prepared.verify(property, None, &mut Unlimited);
    let certificate = proof
        .expect("a property of the game")
        .certificate
        .expect("an answer");
    let rules = prepared.rules().expect("every game here has Rules");
    (rules.clone(), certificate.evidence)
}

fn property(text: &str) -> Property {
    text.parse().expect("a property")
}

fn n_steps(evidence: &Evidence) -> usize {
    match evidence {
        Evidence::Trace(trace) => trace.steps.len(),
        other => panic!("{other:?}"),
    }
}

/// Every question of a text is answered `unsat`, and with each outcome denied `sat`.
fn judged(rules: &Rules, asked: &str, evidence: &Evidence) {
    let text = triples(rules, asked, &property(asked), evidence).expect("a text");
    let n = n_steps(evidence);
    let said = said_to(&text);
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        vec!["unsat"; n + 3],
        "{text}"
    );
    let mut wrong = text.clone();
    for step in 1..=n {
        let outcome = outcome(&text, step);
        wrong = wrong.replace(&format!("{outcome})))"), &format!("(not {outcome}))))"));
    }
    let said = said_to(&wrong);
    let right = [vec!["sat"; n], vec!["unsat"; 3]].concat();
    assert_eq!(said.lines().collect::<Vec<_>>(), right, "{wrong}");
}

/// What a triple says of the state after its step.
fn outcome(text: &str, step: usize) -> &str {
    let begin = text.find(&format!("    (p.{step} ")).expect("an outcome") + 4;
    let end = text[begin..].find(')').expect("it ends");
    let outcome = &text[begin..=begin + end];
    assert!(outcome.contains("@after"), "{outcome}");
    outcome
}

#[test]
fn plans_of_coarse_platform_levels_and_of_a_maze_hold() {
    for (file, game, asked) in [
        ("platform/maze.txt", "platform-coarse", "reach win"),
        ("platform/several-ways.txt", "platform-coarse", "solvable"),
        (
            "platform/no-long-jump.txt",
            "platform-coarse",
            "reach win && moves <= 8",
        ),
        ("maze/first.txt", "maze", "solvable"),
    ] {
        let (rules, evidence) = planned(file, game, &property(asked));
        assert!(n_steps(&evidence) >= 8, "{file}");
        judged(&rules, asked, &evidence);
    }
}

#[test]
fn an_outcome_of_another_step_does_not_hold() {
    let asked = property("solvable");
    let (rules, evidence) = planned("maze/first.txt", "maze", &asked);
    let text = triples(&rules, "solvable", &asked, &evidence).expect("a text");
    let wrong = text.replacen("    (p.5 player@after)", "    (p.6 player@after)", 1);
    assert_ne!(text, wrong);
    let said = said_to(&wrong);
    let sat: Vec<usize> = (1..)
        .zip(said.lines())
        .filter(|(_, l)| *l == "sat")
        .map(|(i, _)| i)
        .collect();
    assert_eq!(sat, [5]);
}

#[test]
fn a_plan_by_the_names_of_its_actions() {
    let asked = property("reach win");
    let (rules, _) = planned("platform/maze.txt", "platform-coarse", &asked);
    let plan = |moves: &str| -> Vec<String> { moves.split(' ').map(str::to_owned).collect() };
    // It goes to and fro first, so that no search finds it.
    let moves = "R L RJ L RJ RJ RJ JL LJ LJ LJ JR RJ RJ RJ RJ";
    let evidence = by_actions(&rules, &asked, &plan(moves)).expect("it wins");
    assert_eq!(n_steps(&evidence), 16);
    judged(&rules, "reach win", &evidence);
    let short = by_actions(&rules, &asked, &plan("R L")).expect_err("it does not win");
    assert!(short.to_string().contains("is not reached"), "{short}");
    let wrong = by_actions(&rules, &asked, &plan("R X")).expect_err("no such action");
    assert!(wrong.to_string().starts_with("step 2, X: "), "{wrong}");
}

/// Negative numbers, quotients, arrays written at computed places, counters: what no
/// width may make overflow.
#[test]
fn plans_of_random_rules_hold() {
    let mut n_plans = 0;
    for seed in 0..60 {
        let rules = random_rules::rules(&mut random(seed));
        for asked in [
            "solvable",
            "never odd && weight >= 3",
            "reach moves == 2 && a[1] != x",
        ] {
            let property = property(asked);
            let model = Model::Rules(Box::new(rules.clone()));
            let subject = model.elaborate(&property).expect("a property of the rules");
            let task = Task::new(&subject, &property, &[]);
            let outcome = ExplicitEngine::default().check(&task, &mut Unlimited);
            let (Finding::Holds(evidence) | Finding::Violated(evidence)) = outcome.finding else {
                panic!("rules {seed}, {asked}: unknown");
            };
            if let Evidence::Trace(trace) = &evidence
                && !trace.steps.is_empty()
            {
                judged(&rules, asked, &evidence);
                n_plans += 1;
            }
        }
    }
    assert!(n_plans > 50, "{n_plans}");
}
