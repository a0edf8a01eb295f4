//! Several levels at once: summaries, reports beside the text, and only what fails.

use crate::support::{OPEN, Sandbox, WALLED};

fn sandbox() -> Sandbox {
    Sandbox::new(&[
        ("levels/open.txt", OPEN),
        ("levels/walled.txt", WALLED),
        ("levels/bad.txt", "1111\n1A?1\n1111\n"),
    ])
}

/// The text without its last number of seconds.
fn timeless(line: &str) -> &str {
    line.rsplit_once(", ").map_or(line, |(before, _)| before)
}

#[test]
fn a_batch_ends_with_a_summary() {
    let said = sandbox().run(&["verify", "levels"]);
    let last = said.stdout.lines().last().unwrap();
    let expected = "2 levels: 1 hold, 1 violated, 1 input error";
    assert_eq!((said.status, timeless(last)), (2, expected));
    let said = sandbox().run(&["verify", "levels/open.txt"]);
    assert!(!said.stdout.contains("level:"), "{}", said.stdout);
}

#[test]
fn quiet_shows_failures_only() {
    let said = sandbox().run(&["verify", "levels/open.txt", "levels/walled.txt", "-q"]);
    let lines = said.stdout.lines().filter(|line| !line.starts_with(' '));
    let lines: Vec<&str> = lines.collect();
    assert_eq!((said.status, lines.len()), (1, 2), "{}", said.stdout);
    assert!(lines[0].starts_with("levels/walled.txt: solvable violated"));
    assert_eq!(timeless(lines[1]), "2 levels: 1 hold, 1 violated");
}

#[test]
fn reports_are_written_beside_the_text() {
    let sandbox = sandbox();
    let mut args = vec!["verify", "levels"];
    args.extend(["--junit", "out.xml", "--json", "out.jsonl"]);
    args.extend(["--sarif", "out.sarif"]);
    let said = sandbox.run(&args);
    assert!(said.stdout.contains("levels/open.txt: solvable holds"));
    let text = |name: &str| String::from_utf8(sandbox.read(name)).unwrap();
    let junit = text("out.xml");
    assert!(
        junit.contains("tests=\"3\" failures=\"1\" errors=\"1\""),
        "{junit}"
    );
    let json = text("out.jsonl");
    let verdicts: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(verdicts.len(), 2);
    let sarif: serde_json::Value = serde_json::from_str(&text("out.sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let ids: Vec<&str> = results
        .iter()
        .filter_map(|r| r["ruleId"].as_str())
        .collect();
    assert_eq!(ids, ["solvable", "solvable"]);
    assert!(sarif["runs"][0]["results"][0]["locations"].is_array());
}

#[test]
fn a_report_that_cannot_be_written_costs_no_verdict() {
    let said = sandbox().run(&["verify", "levels/open.txt", "--junit", "nowhere/out.xml"]);
    assert_eq!(said.status, 2);
    assert!(said.stdout.contains("solvable holds"), "{}", said.stdout);
    assert!(
        said.stderr.contains("cannot write nowhere/out.xml"),
        "{}",
        said.stderr
    );
}

#[test]
fn a_report_takes_the_place_of_no_level() {
    let sandbox = sandbox();
    let level = "levels/open.txt";
    let path = sandbox.path().join(level);
    let before = std::fs::read(&path).unwrap();
    for option in ["--junit", "--json", "--sarif"] {
        let said = sandbox.run(&["verify", level, option, level]);
        assert_eq!(said.status, 2, "{option}");
        assert!(said.stdout.contains("solvable holds"), "{}", said.stdout);
        assert!(said.stderr.contains("is not replaced"), "{}", said.stderr);
        assert_eq!(std::fs::read(&path).unwrap(), before, "{option}");
    }
    let said = sandbox.run(&["analyze", level, "--html", level]);
    assert_eq!(said.status, 2);
    assert_eq!(std::fs::read(&path).unwrap(), before, "--html");
    // Reports of an earlier time are replaced, and one file is for one report.
    for _ in 0..2 {
        let all = ["verify", level, "--junit", "a.xml", "--json", "a.json"];
        assert_eq!(sandbox.run(&all).status, 0);
    }
    let twice = ["verify", level, "--sarif", "b.json", "--json", "b.json"];
    assert_eq!(sandbox.run(&twice).status, 2);
}

#[test]
fn github_is_noticed() {
    let sandbox = sandbox();
    let said = |set: &str| {
        let mut command = sandbox.command(&["verify", "levels/walled.txt"]);
        let output = command.env("GITHUB_ACTIONS", set).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(said("true").contains("::error file=levels/walled.txt"));
    assert!(!said("").contains("::error"));
}

#[test]
fn explain_goes_through_folders() {
    let sandbox = sandbox();
    let said = sandbox.run(&["explain", "levels"]);
    assert!(said.stdout.contains("levels/open.txt: solvable holds"));
    assert!(said.stdout.contains("the smallest repair"));
    let last = timeless(said.stdout.lines().last().unwrap());
    assert_eq!((said.status, last), (2, "2 levels: 1 hold, 1 violated"));
    let said = sandbox.run(&["explain", "levels/open.txt", "levels/walled.txt", "-q"]);
    assert!(!said.stdout.contains("solvable holds"), "{}", said.stdout);
    assert!(said.stdout.contains("the smallest repair"));
    let said = sandbox.run(&["explain", "levels", "--repaired", "mended.txt"]);
    assert_eq!(said.status, 2);
    assert!(
        said.stderr.contains("--repaired is about one level"),
        "{}",
        said.stderr
    );
}
