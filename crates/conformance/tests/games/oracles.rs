//! The meaning of games against the oracles in `oracles/`, which were written
//! in Python from the pages in `docs/` alone. `scripts/oracles` draws levels,
//! and compares statements with the oracles state by state; run by hand it
//! does so for thousands of levels.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use playproof::{Playproof, Unlimited};
use playproof_conformance::graph::graph;

/// Levels of a game; about three statements each.
const LEVELS: &str = "60";

/// States of a statement that are gone through in any case.
const STATES: usize = 60;

/// The script, which is told to write questions or to read statements.
fn script(arguments: &[&str], folder: &Path) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/oracles");
    let mut command = Command::new("python3");
    command
        .arg(script)
        .args(["--levels", LEVELS, "--threads", "1"]);
    let states = STATES.to_string();
    let output = command
        .args(["--states", &states])
        .args(arguments)
        .arg(folder);
    output.output().expect("python3 runs")
}

/// What the oracle says about the statements of its levels, each changed first.
fn told(oracle: &str, change: fn(String) -> String) -> (bool, String) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let written = script(&[oracle, "--write"], folder.path());
    let errors = String::from_utf8_lossy(&written.stderr);
    assert!(written.status.success(), "{errors}");
    let playproof = Playproof::default();
    let questions = String::from_utf8(written.stdout).expect("text");
    for line in questions.lines() {
        let [game, file, property, statement]: [String; 4] =
            serde_json::from_str(line).expect("four strings");
        let text = fs::read(folder.path().join(&file)).expect("a level");
        let read = playproof.read(&file, &text).expect("a level");
        let [level] = &read.levels[..] else {
            panic!("{file} has {} levels", read.levels.len());
        };
        let property = Playproof::property(&property).expect("a property");
        // A statement that is not there is missed below, where it should be there.
        let Ok(prepared) = playproof.prepare(level, Some(&game)) else {
            continue;
        };
        let meant = prepared.statement(&property).expect("a statement");
        // Where a game has an interpreter of its own, the steps are not in the statement.
        let text = match meant.machine().foreign {
            Some(_) => graph(&meant, STATES),
            None => meant.text(),
        };
        fs::write(folder.path().join(statement), change(text)).expect("a file");
    }
    let read = script(&[oracle, "--read"], folder.path());
    let said = [read.stdout, read.stderr].concat();
    (
        read.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

fn agree(oracle: &str) {
    let (same, said) = told(oracle, |statement| statement);
    assert!(same, "{said}");
    // The table has the numbers of levels, statements and so on.
    let row = said.lines().last().expect("a row");
    assert!(row.starts_with(oracle), "{said}");
    assert_eq!(row.split_whitespace().nth(1), Some(LEVELS), "{said}");
}

#[test]
fn maze() {
    agree("maze");
}

#[test]
fn race() {
    agree("race");
}

#[test]
fn run() {
    agree("run");
}

#[test]
fn catch() {
    agree("catch");
}

#[test]
fn ice() {
    agree("ice");
}

#[test]
fn sokoban() {
    agree("sokoban");
}

#[test]
fn sokoban_with_holes() {
    agree("sokoban-holes");
}

#[test]
fn dungeons_in_words() {
    agree("dungeon-words");
}

#[test]
fn drawn_dungeons() {
    agree("dungeon-drawn");
}

#[test]
fn dungeons_of_rules() {
    agree("dungeon-rules");
}

#[test]
fn coarse_platform_levels() {
    agree("platform-coarse");
}

#[test]
fn platform_levels() {
    agree("platform");
}

#[test]
fn vgdl() {
    agree("vgdl");
}

#[test]
fn vgdl_said_as_rules() {
    agree("vgdl-rules");
}

#[test]
fn another_step_of_an_interpreter_is_noticed() {
    let (same, said) = told("vgdl", |graph| graph.replace(" left:", " right:"));
    assert!(!same && said.contains("DIFFERENCE"), "{said}");
}

#[test]
fn another_action_is_noticed() {
    let (same, said) = told("maze", |statement| {
        let swapped = statement.replace("command left left", "command left RIGHT");
        let swapped = swapped.replace("command right right", "command right left");
        swapped.replace("command left RIGHT", "command left right")
    });
    assert!(!same && said.contains("DIFFERENCE"), "{said}");
}

/// A mushroom is in the way of every jump to the block. Whom it kills must not
/// break the block after death.
#[test]
fn the_dead_break_no_blocks() {
    let level = "platform: x\nlegend: mario\nletter B: solid, breaks from below\nmap:\n\
                 B---\ng---\nM---\nXXX-\n";
    let playproof = Playproof::default();
    let read = playproof.read("level", level.as_bytes()).expect("a level");
    let prepared = playproof.prepare(&read.levels[0], Some("platform-coarse"));
    let prepared = prepared.expect("a platform level");
    let ask = |property| {
        let property = Playproof::property(property).expect("a property");
        let proof = prepared.verify(&property, None, &mut Unlimited);
        proof.expect("a property of the game")
    };
    assert!(ask("reach lose").holds());
    assert!(ask("reach block[0] == 0").violated());
}
