//! PDDL, by Fast Downward: blind A* finds a shortest plan, or that there is
//! none.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use playproof_conformance::examples::{LEVELS, levels, ours};
use playproof_conformance::games::random_rules;
use playproof_export::{ExportError, PlanningTask, TraceFormat, pddl};
use playproof_model::{Model, Property, Rules};

use super::imported::imported;

/// Where `scripts/test` puts the planner.
fn driver() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("target/fast-downward/up_fast_downward/downward/fast-downward.py")
}

/// A shortest plan, if there is a plan.
fn plan(task: &PlanningTask) -> Option<String> {
    let driver = driver();
    let missing = "Fast Downward is missing; scripts/test installs it";
    assert!(driver.exists(), "{missing}: {}", driver.display());
    let folder = tempfile::TempDir::new().expect("a folder");
    fs::write(folder.path().join("domain.pddl"), &task.domain).expect("a file");
    fs::write(folder.path().join("problem.pddl"), &task.problem).expect("a file");
    let output = Command::new("python3")
        .arg(driver)
        .args(["domain.pddl", "problem.pddl", "--search", "astar(blind())"])
        .current_dir(folder.path())
        .output();
    let output = output.expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => Some(fs::read_to_string(folder.path().join("sas_plan")).expect("a plan")),
        // The search, or the translation before it, has looked everywhere.
        Some(10 | 11) => None,
        other => panic!(
            "{other:?}\n{said}\n{complaint}\n{}\n{}",
            task.domain, task.problem
        ),
    }
}

/// The length of a plan, all of whose steps are those of a run of the level.
fn length(rules: &Rules, plan: &str) -> u32 {
    let steps = plan.lines().filter(|line| !line.starts_with(';')).count();
    let length = imported(rules, &Property::Solvable, plan, TraceFormat::Plan);
    assert_eq!(length, steps as u32, "{plan}");
    length
}

fn agrees_on_plans(game: &str) {
    let levels = levels(game, LEVELS);
    let mut n_unfit = 0;
    for example in &levels {
        let length = match pddl(&example.rules, "solvable", &Property::Solvable) {
            Ok(task) => plan(&task).map(|plan| length(&example.rules, &plan)),
            // A goal that no state meets, such as a thing that lies nowhere.
            Err(ExportError::Unfit(why)) => {
                assert!(why.starts_with("no state"), "{why}");
                n_unfit += 1;
                None
            }
            Err(other) => panic!("{other}"),
        };
        assert_eq!(length, example.shortest, "{game}\n{}", example.text);
    }
    let won = levels.iter().filter(|e| e.shortest.is_some()).count();
    println!("{LEVELS} levels of {game}: Fast Downward agrees; {won} can be won");
    assert!(n_unfit <= LEVELS / 10, "{n_unfit} went to no planner");
    assert!(won.min(LEVELS - won) >= LEVELS / 10, "one-sided");
}

#[test]
fn plans_of_mazes() {
    agrees_on_plans("maze");
}

#[test]
fn plans_of_races() {
    agrees_on_plans("race");
}

#[test]
fn plans_of_runs() {
    agrees_on_plans("run");
}

#[test]
fn plans_of_catches() {
    agrees_on_plans("catch");
}

#[test]
fn plans_of_sokoban() {
    agrees_on_plans("sokoban");
}

#[test]
fn plans_of_dungeons() {
    agrees_on_plans("dungeon");
}

/// Negative numbers, overlapping commands, arrays written at computed places.
#[test]
fn random_rules_have_the_same_plans() {
    let mut n_plans = 0;
    for seed in 0..30 {
        let mut rules = random_rules::rules(&mut playproof_conformance::suite::random(seed));
        rules.initial.truncate(1);
        let property: Property = "solvable".parse().expect("a property");
        let ours = ours(&Model::Rules(Box::new(rules.clone())), &property);
        let task = match pddl(&rules, "solvable", &property) {
            Ok(task) => task,
            // Some read everything at once, and some goals are never true.
            Err(ExportError::TooLarge { .. }) => continue,
            Err(ExportError::Unfit(why)) => {
                assert!(ours.is_none() && why.starts_with("no state"), "{why}");
                continue;
            }
            Err(other) => panic!("{other}"),
        };
        let length = plan(&task).map(|plan| length(&rules, &plan));
        assert_eq!(length, ours, "rules {seed}");
        n_plans += 1;
    }
    assert!(n_plans >= 10, "only {n_plans} were small enough");
}

#[test]
fn what_is_no_planning_task_is_refused() {
    let mut rules = levels("maze", 1).remove(0).rules;
    let two = rules.initial[0].clone();
    rules.initial.push(two);
    let refused = pddl(&rules, "solvable", &Property::Solvable).expect_err("two beginnings");
    assert_eq!(
        refused.to_string(),
        "play can begin in 2 states, and a planning task begins in one"
    );
}
