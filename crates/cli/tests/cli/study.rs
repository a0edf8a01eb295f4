//! `study`: from a new study to the report, by way of simulated players.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use crate::support::Sandbox;

/// A program that ends with the test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_study_is_made_played_and_reported() {
    let sandbox = Sandbox::new(&[]);
    let made = sandbox.run(&["study", "new", "mine", "--levels", "2"]);
    assert_eq!(made.status, 0, "{}", made.whole());
    assert_eq!(
        sandbox.names("mine"),
        [
            "foundational-100000",
            "foundational-500000",
            "improved-100000",
            "improved-500000",
            "study.toml",
            "tutorial",
        ]
    );
    let plan = String::from_utf8(sandbox.read("mine/study.toml")).unwrap();
    assert!(plan.contains("players = 2"), "{plan}");
    let again = sandbox.run(&["study", "new", "mine", "--levels", "2"]);
    assert_eq!(again.status, 2, "{}", again.whole());

    let serve = ["study", "serve", "mine", "--no-open", "--simulate", "2"];
    let mut command = sandbox.process(&serve);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut serving = Serving(command.spawn().unwrap());
    let lines = BufReader::new(serving.0.stdout.take().unwrap()).lines();
    let mut lines = lines.map_while(Result::ok);
    let players = lines.next().unwrap();
    assert!(
        players.starts_with("players: http://127.0.0.1:"),
        "{players}"
    );
    assert!(players.contains("/study/#join="), "{players}");
    assert!(lines.next().unwrap().contains("/#token="));
    assert!(lines.any(|line| line.starts_with("simulated players: ")));
    drop(serving);

    let report = [
        "study",
        "report",
        "mine",
        "-o",
        "report.html",
        "--csv",
        "plays.csv",
    ];
    let said = sandbox.run(&[&report[..], &["--parquet", "plays.parquet"]].concat());
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(
        said.stdout
            .contains("round 100000: finished by 0 players and "),
        "{}",
        said.whole()
    );
    assert!(
        String::from_utf8(sandbox.read("report.html"))
            .unwrap()
            .contains("<svg")
    );
    let csv = String::from_utf8(sandbox.read("plays.csv")).unwrap();
    assert!(csv.starts_with("participant,is_bot,round,set,position,level,seconds,"));
    assert!(csv.contains(",measure_pushes,"), "{csv}");
    assert!(sandbox.read("plays.parquet").starts_with(b"PAR1"));
    let json = sandbox.run(&["study", "report", "mine", "--format", "json"]);
    let figures: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert!(figures.is_object());
}

#[test]
fn what_cannot_be_served_is_said_with_status_2() {
    let sandbox = Sandbox::new(&[]);
    let made = sandbox.run(&["study", "new", "mine", "--empty"]);
    assert_eq!(made.status, 0, "{}", made.whole());
    let said = sandbox.run(&["study", "serve", "mine", "--no-open"]);
    assert_eq!(said.status, 2, "{}", said.whole());
    assert!(
        said.stderr
            .contains("study.toml: round `100000`, sets.foundational"),
        "{}",
        said.whole()
    );
    for args in [
        &["study", "serve", "nothing", "--no-open"][..],
        &["study", "report", "nothing"],
        &["study", "serve", "mine", "--address", "0.0.0.0:0"],
        &["study", "report", "mine", "--csv", "nothing/plays.csv"],
        &["study", "serve", "mine", "--simulate", "0"],
        &["study"],
    ] {
        let said = sandbox.run(args);
        assert_eq!(said.status, 2, "{args:?}: {}", said.whole());
        assert!(!said.stderr.is_empty());
    }
    let said = sandbox.run(&["study", "report", "mine"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(
        said.stdout.contains("Nobody has played yet"),
        "{}",
        said.whole()
    );
}
