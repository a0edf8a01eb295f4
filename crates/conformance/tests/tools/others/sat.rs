//! DIMACS, by CaDiCaL: whether there is a run of at most so many steps.

use std::io::Write as _;
use std::process::{Command, Stdio};

use playproof_conformance::examples::{GAMES, LEVELS, levels};
use playproof_export::dimacs;
use playproof_model::Property;

/// Whether clauses are satisfiable.
fn cadical(text: &str) -> bool {
    let child = Command::new("cadical")
        .args(["-q", "-n"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.expect("cadical runs; install cadical if it is missing");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(text.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    match output.status.code() {
        Some(10) => true,
        Some(20) => false,
        other => panic!("{other:?}: {}", String::from_utf8_lossy(&output.stdout)),
    }
}

#[test]
fn clauses_have_the_same_shortest_runs() {
    for game in GAMES {
        for example in levels(game, LEVELS) {
            let ask = |bound: u32| {
                let text = dimacs(&example.rules, "solvable", &Property::Solvable, bound);
                cadical(&text.expect("clauses"))
            };
            let said = match example.shortest {
                Some(n) => !ask(n - 1) && ask(n),
                None => !ask(example.depth + 1),
            };
            assert!(said, "{game}, {:?}\n{}", example.shortest, example.text);
        }
    }
}
