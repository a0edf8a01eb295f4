//! SMT-LIB, by z3: the shortest run by unrolling, and the verdict by Horn
//! clauses.

use std::fs;
use std::process::Command;

use playproof_conformance::examples::{Example, GAMES, LEVELS, levels, ours};
use playproof_conformance::games::random_rules;
use playproof_export::{ExportError, TraceFormat, horn, smtlib};
use playproof_model::{Model, Property};

use super::imported::imported;

/// Horn clauses are asked of fewer and smaller levels of each game: z3 takes
/// long to learn what play never leaves.
const HORN_LEVELS: usize = 4;
const HORN_STATES: usize = 16;

/// What z3 says to a text.
pub fn said_to(text: &str) -> String {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("all.smt2");
    fs::write(&file, text).expect("a file");
    let output = Command::new("z3").arg("-T:300").arg(&file).output();
    let output = output.expect("z3 runs; install z3 if it is missing");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What z3 says to each of several texts, in one call: whether it is `sat`,
/// and the values that it shows.
fn z3(texts: &[String]) -> Vec<(bool, String)> {
    let said = said_to(&texts.join("(reset)\n"));
    let mut answers = Vec::new();
    for line in said.lines() {
        match line {
            "sat" => answers.push((true, "sat\n".to_owned())),
            "unsat" => answers.push((false, String::new())),
            // After `unsat` there are no values to show.
            error if error.starts_with("(error") => {
                assert!(error.contains("model is not available"), "{error}");
                let is_unsat = answers.last().is_some_and(|(sat, _)| !sat);
                assert!(is_unsat, "{error}");
            }
            "unknown" | "timeout" => panic!("z3 does not know"),
            values => {
                let (_, told) = answers.last_mut().expect("an answer comes first");
                *told += values;
                *told += "\n";
            }
        }
    }
    assert_eq!(answers.len(), texts.len(), "{said}");
    answers
}

fn unrolled(example: &Example, bound: u32) -> String {
    smtlib(
        &example.rules,
        "solvable",
        &Property::Solvable,
        u64::from(bound),
    )
    .expect("a text")
}

fn agrees_on_shortest_runs(game: &str) {
    let levels = levels(game, LEVELS);
    let mut texts = Vec::new();
    let mut right = Vec::new();
    for example in &levels {
        match example.shortest {
            Some(n) => {
                texts.extend([unrolled(example, n - 1), unrolled(example, n)]);
                right.extend([(example, false), (example, true)]);
            }
            None => {
                texts.push(unrolled(example, example.depth + 1));
                right.push((example, false));
            }
        }
    }
    for ((said, told), (example, right)) in z3(&texts).into_iter().zip(right) {
        assert_eq!(said, right, "{:?}\n{}", example.shortest, example.text);
        if said {
            let property = Property::Solvable;
            let length = imported(&example.rules, &property, &told, TraceFormat::Smt);
            assert_eq!(Some(length), example.shortest, "{}", example.text);
        }
    }
    let won = levels.iter().filter(|e| e.shortest.is_some()).count();
    println!("{LEVELS} levels of {game}: z3 agrees; {won} can be won");
    assert!(won.min(LEVELS - won) >= LEVELS / 10, "one-sided");
}

#[test]
fn shortest_runs_of_mazes() {
    agrees_on_shortest_runs("maze");
}

#[test]
fn shortest_runs_of_races() {
    agrees_on_shortest_runs("race");
}

#[test]
fn shortest_runs_of_runs() {
    agrees_on_shortest_runs("run");
}

#[test]
fn shortest_runs_of_catches() {
    agrees_on_shortest_runs("catch");
}

#[test]
fn shortest_runs_of_sokoban() {
    agrees_on_shortest_runs("sokoban");
}

#[test]
fn shortest_runs_of_dungeons() {
    agrees_on_shortest_runs("dungeon");
}

#[test]
fn horn_clauses_have_the_same_verdict() {
    for game in GAMES {
        let mut levels = levels(game, LEVELS);
        levels.retain(|e| e.states <= HORN_STATES);
        levels.truncate(HORN_LEVELS);
        assert_eq!(levels.len(), HORN_LEVELS, "{game} has few small levels");
        let text = |e: &Example| horn(&e.rules, "solvable", &Property::Solvable).expect("a text");
        let texts: Vec<String> = levels.iter().map(text).collect();
        for ((safe, _), example) in z3(&texts).into_iter().zip(&levels) {
            assert_eq!(safe, example.shortest.is_none(), "{game}\n{}", example.text);
        }
    }
}

/// Negative numbers, overlapping commands, arrays written at computed places,
/// several initial states, counters.
#[test]
fn random_rules_have_the_same_shortest_runs() {
    let mut texts = Vec::new();
    let mut right = Vec::new();
    for seed in 0..40 {
        let rules = random_rules::rules(&mut playproof_conformance::suite::random(seed));
        for text in [
            "solvable",
            "never odd && weight >= 3",
            "reach moves == 2 && a[1] != x",
        ] {
            let property: Property = text.parse().expect("a property");
            let ours = ours(&Model::Rules(Box::new(rules.clone())), &property);
            let bounds = match ours {
                Some(0) => vec![0, 1],
                Some(n) => vec![n - 1, n, n + 2],
                None => vec![4],
            };
            for bound in bounds {
                texts.push(smtlib(&rules, text, &property, u64::from(bound)).expect("a text"));
                right.push((seed, text, bound, ours.is_some_and(|n| n <= bound)));
            }
        }
    }
    for ((said, told), (seed, text, bound, right)) in z3(&texts).into_iter().zip(right) {
        assert_eq!(said, right, "rules {seed}, {text}, bound {bound}");
        if said && bound > 0 {
            let rules = random_rules::rules(&mut playproof_conformance::suite::random(seed));
            let property: Property = text.parse().expect("a property");
            let length = imported(&rules, &property, &told, TraceFormat::Smt);
            assert!(length <= bound, "rules {seed}, {text}, bound {bound}");
        }
    }
}

#[test]
fn other_questions_are_refused() {
    let rules = levels("maze", 1).remove(0).rules;
    let refused = |text: &str| {
        let property: Property = text.parse().expect("a property");
        match smtlib(&rules, text, &property, 3) {
            Err(ExportError::Unsayable { why, .. }) => why,
            other => panic!("{other:?}"),
        }
    };
    assert!(refused("F win").ends_with("promela and smv can say it"));
    assert!(refused("AG EF win").ends_with("only smv can say"));
    assert!(refused("unique").ends_with("no export can say"));
}
