//! Levels that are solved.

use insta::assert_snapshot;

use crate::support::{OPEN, Sandbox, WALLED};

#[test]
fn a_shortest_run_or_a_proof_that_there_is_none() {
    let sandbox = Sandbox::new(&[
        ("open.txt", OPEN),
        ("walled.txt", WALLED),
        ("bad.txt", "AA\n"),
    ]);
    let said = [
        sandbox.run(&["solve", "open.txt"]),
        sandbox.run(&["solve", "walled.txt"]),
        sandbox.run(&["solve", "open.txt", "--max-states", "1"]),
        sandbox.run(&["solve", "bad.txt"]),
        sandbox.run(&["solve", "open.txt", "--format", "json"]),
    ];
    assert_eq!(said.each_ref().map(|s| s.status), [0, 1, 3, 2, 0]);
    assert_snapshot!(said.map(|s| s.whole()).join("\n"));
}

#[test]
fn the_run_is_whole_and_has_a_certificate() {
    let level = format!("A{}G\n", "0".repeat(200));
    let sandbox = Sandbox::new(&[("long.txt", &level)]);
    let said = sandbox.run(&["solve", "long.txt", "--cert", "certs"]);
    assert_eq!(said.stdout.lines().nth(1), Some(&"r".repeat(201)[..]));
    assert_eq!(sandbox.names("certs"), ["long-1-solvable.cert"]);
    let certificate = "certs/long-1-solvable.cert";
    assert_eq!(sandbox.run(&["check", certificate]).status, 0);
}

#[test]
fn one_level_of_a_file_or_all() {
    let levels = format!("{OPEN}\nA0G\n1\n\n{WALLED}");
    let sandbox = Sandbox::new(&[("all.txt", &levels)]);
    let solve = |args: &[&str]| sandbox.run(&[&["solve", "all.txt"], args].concat());
    let said = [
        solve(&[]),
        solve(&["--level", "2"]),
        solve(&["--level", "4"]),
    ];
    assert_eq!(said.each_ref().map(|s| s.status), [1, 0, 2]);
    assert_eq!(solve(&["--level", "0"]).status, 2);
    assert_snapshot!(said.map(|s| s.whole()).join("\n"));
    let object = &solve(&["--level", "3", "--format", "json"]).objects()[0];
    assert_eq!(object["index"], 2);
    assert_eq!(object["warnings"].as_array().unwrap().len(), 0);
}

#[test]
fn what_a_game_does_not_have_cannot_be_few() {
    let sandbox = Sandbox::new(&[("race.txt", RACE)]);
    let said = sandbox.run(&["solve", "race.txt", "--optimal", "pushes"]);
    assert_eq!(said.status, 2);
    let why = "race.txt: levels of race have no pushes to count";
    assert!(said.stderr.contains(why), "{}", said.stderr);
}

/// The opponent needs three steps, the avatar two.
const RACE: &str = "111111\n1A0G01\n11110E\n111111\n";

#[test]
fn runs_that_are_replayed_or_drawn_have_a_score() {
    let sandbox = Sandbox::new(&[("race.txt", RACE)]);
    let replay = |moves| sandbox.run(&["replay", "race.txt", "--moves", moves]);
    let (won, lost, bumps) = (replay("rr"), replay("rlr"), replay("urr"));
    assert_eq!([&won, &lost, &bumps].map(|said| said.status), [0, 1, 2]);
    assert!(
        won.stdout.ends_with("rr\n    score: 998\n"),
        "{}",
        won.stdout
    );
    let told = "race.txt: lost by these 3 moves\n    score: -1003\n";
    assert_eq!(lost.stdout, told);
    let why = "move 1 (u) is not possible: a wall is there, and a bump is no move";
    assert!(bumps.stderr.contains(why), "{}", bumps.stderr);
    let late = replay("rlrr");
    assert_eq!(late.status, 2);
    let why = "move 4 (r) is not possible: play is lost before it";
    assert!(late.stderr.contains(why), "{}", late.stderr);
    let args = ["replay", "race.txt", "--moves", "rlr", "--format", "json"];
    let said = sandbox.run(&args);
    assert_eq!(said.status, 1);
    let object = &said.objects()[0];
    assert_eq!(object["verdict"], "unknown");
    assert_eq!(object["reason"], "lost by these 3 moves");
    assert_eq!(
        (&object["score"], &object["length"]),
        (&(-1003).into(), &3.into())
    );
    let drawn = sandbox.run(&["animate", "race.txt", "-o", "race.svg"]);
    let caption = "solvable holds, 2 moves, a shortest run, score 998, checked";
    assert!(drawn.stdout.contains(caption), "{}", drawn.stdout);
    let svg = String::from_utf8(sandbox.read("race.svg")).unwrap();
    assert!(svg.contains(caption));
}

/// What is saved is the file with its runs; without a run nothing is written,
/// and what was there stays.
#[test]
fn runs_are_saved_and_replayed() {
    let two = "; first\n#####\n#@$.#\n#####\n\n; second\n######\n#@$ .#\n######\n";
    let sandbox = Sandbox::new(&[("two.sok", two), ("bad.sok", "#####\n#@$?#\n#####\n")]);
    let solved = sandbox.run(&["solve", "two.sok", "--fast", "--save", "saved.sok"]);
    assert_eq!(solved.status, 0, "{}", solved.stderr);
    let saved = String::from_utf8(sandbox.read("saved.sok")).unwrap();
    assert_eq!(saved.matches("Solution: ").count(), 2, "{saved}");
    let replayed = sandbox.run(&["replay", "saved.sok"]);
    assert_eq!(replayed.status, 0, "{}", replayed.stderr);
    assert_eq!(replayed.stdout.matches("run checked").count(), 2);
    for (moves, status) in [("R", 1), ("l", 2), ("RR", 0)] {
        let args = ["replay", "two.sok", "--level", "2", "--moves", moves];
        assert_eq!(sandbox.run(&args).status, status, "{moves}");
    }

    let refused = sandbox.run(&["solve", "bad.sok", "--save", "saved.sok"]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("was not written"),
        "{}",
        refused.stderr
    );
    assert_eq!(String::from_utf8(sandbox.read("saved.sok")).unwrap(), saved);
}

#[test]
fn pushes_are_capitals_however_the_run_was_found() {
    let level = "#######\n#@    #\n# $ . #\n#     #\n#######\n";
    let sandbox = Sandbox::new(&[("one.sok", level)]);
    let run = |more: &[&str]| {
        let said = sandbox.run(&[&["solve", "one.sok"], more].concat());
        assert_eq!(said.status, 0, "{}", said.stderr);
        said.stdout.lines().nth(1).map(str::to_owned)
    };
    assert_eq!(run(&[]).as_deref(), Some("dRR"));
    assert_eq!(run(&["--iterative"]).as_deref(), Some("dRR"));
    let json = ["solve", "one.sok", "--iterative", "--format", "json"];
    assert_eq!(sandbox.run(&json).objects()[0]["letters"], "dRR");
}
