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
    // What cannot be read has an object too.
    let said: Vec<(&str, &str)> = verdicts
        .iter()
        .map(|v| (v["level"].as_str().unwrap(), v["verdict"].as_str().unwrap()))
        .collect();
    let expected = [
        ("levels/bad.txt", "error"),
        ("levels/open.txt", "holds"),
        ("levels/walled.txt", "violated"),
    ];
    assert_eq!(said, expected);
    assert_eq!(verdicts[0]["line"], 2, "{json}");
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
fn a_report_does_not_go_to_standard_output() {
    let sandbox = sandbox();
    let said = sandbox.run(&["verify", "levels/open.txt", "--json", "-"]);
    assert_eq!((said.status, &said.stdout[..]), (2, ""));
    assert!(said.stderr.contains("--format prints to standard output"));
    assert!(!sandbox.path().join("-").exists());
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
    assert_eq!(
        (said.status, last),
        (2, "2 levels: 1 hold, 1 violated, 1 input error")
    );
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

/// Two boxes side by side below a wall: neither can be pushed.
const JAMMED: &str = "########\n#    . #\n# $  . #\n#  $$  #\n#@.### #\n########\n";

#[test]
fn why_no_run_wins_stands_in_every_report() {
    let sandbox = Sandbox::new(&[("jammed.xsb", JAMMED)]);
    let mut args = vec!["verify", "jammed.xsb", "--junit", "out.xml"];
    args.extend(["--json", "out.jsonl", "--sarif", "out.sarif"]);
    let said = sandbox.run(&args);
    let text = |name: &str| String::from_utf8(sandbox.read(name)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text("out.jsonl")).unwrap();
    let why = json["why"].as_str().unwrap();
    assert!(why.contains("are stuck"), "{why}");
    assert!(said.stdout.contains(&format!("why: {why};")));
    for report in ["out.xml", "out.sarif"] {
        let report = text(report);
        assert!(report.contains(why), "{report}");
    }
    let own = sandbox.run(&["verify", "jammed.xsb", "--format", "json"]);
    let own: serde_json::Value = serde_json::from_str(&own.stdout).unwrap();
    assert_eq!(own["why"], json["why"]);
}

#[test]
fn other_batches_write_reports_too() {
    let sandbox = sandbox();
    let good = [
        "verify",
        "levels/open.txt",
        "levels/walled.txt",
        "--cert",
        "proofs",
    ];
    sandbox.run(&good);
    let mut cut = sandbox.read("proofs/open-1-solvable.cert");
    cut.truncate(cut.len() - 20);
    sandbox.write("proofs/cut.cert", &cut);
    let text = |name: &str| String::from_utf8(sandbox.read(name)).unwrap();
    let verdicts = |name: &str| {
        let of = |line: &str| {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            let verdict = object["verdict"].as_str().or(object["game"].as_str());
            verdict.unwrap_or("none").to_owned()
        };
        text(name).lines().map(of).collect::<Vec<_>>()
    };
    let reports = [
        "--junit", "a.xml", "--json", "a.jsonl", "--sarif", "a.sarif",
    ];
    let run = |words: &[&str]| sandbox.run(&[words, &reports[..]].concat());

    // What is accepted is fine, whatever it proves; the broken one is an error.
    run(&["check", "proofs"]);
    let junit = text("a.xml");
    assert!(
        junit.contains("tests=\"3\" failures=\"0\" errors=\"1\""),
        "{junit}"
    );
    assert!(junit.contains("proofs/cut.cert"), "{junit}");
    assert!(text("a.sarif").contains("proofs/cut.cert"));

    run(&["explain", "levels"]);
    let junit = text("a.xml");
    assert!(
        junit.contains("tests=\"3\" failures=\"1\" errors=\"1\""),
        "{junit}"
    );
    // A second object says what is wrong with the level that cannot be won.
    let said = verdicts("a.jsonl");
    assert_eq!((&said[0][..], said.len()), ("error", 4), "{said:?}");
    let sarif = text("a.sarif");
    assert!(sarif.contains("; a repair: "), "{sarif}");

    // A level that cannot be won is measured all the same.
    run(&["analyze", "levels"]);
    let junit = text("a.xml");
    assert!(
        junit.contains("tests=\"3\" failures=\"0\" errors=\"1\""),
        "{junit}"
    );
    assert_eq!(verdicts("a.jsonl"), ["error", "maze", "maze"]);
    assert!(text("a.sarif").contains("levels/bad.txt"));
}

#[test]
fn the_page_of_figures_says_what_it_leaves_out() {
    let sandbox = sandbox();
    let page = |options: &[&str]| {
        sandbox.run(&[&["analyze", "levels", "--html", "a.html"][..], options].concat());
        String::from_utf8(sandbox.read("a.html")).unwrap()
    };
    let whole = page(&[]);
    assert!(
        whole.contains("1 input could not be read: not counted"),
        "{whole}"
    );
    assert!(!whole.contains("A limit was hit"), "{whole}");
    let cut = page(&["--max-states", "1"]);
    assert!(cut.contains("A limit was hit in 2 levels"), "{cut}");
    assert!(cut.contains("<p>levels/open.txt: "), "{cut}");
}
