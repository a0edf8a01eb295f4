//! Requirements files, and assumptions on the command line.

use insta::assert_snapshot;

use crate::support::{OPEN, Sandbox, WALLED, without_times};

/// Requirements of every kind: met, violated, violated as a warning, and of
/// all levels together.
const DESIGN: &str = r#"
timeout = 60

[[require]]
name = "winnable"
property = "solvable"

[[require]]
name = "long"
property = "shortest >= 3"
severity = "warning"
levels = ["maze/*.txt"]

[[require]]
name = "gets harder"
property = "difficulty rising"
"#;

/// Three moves, five moves, no way, and a short one outside the folder.
fn sandbox(design: &str) -> Sandbox {
    Sandbox::new(&[
        ("design.toml", design),
        ("maze/a.txt", "A00G\n"),
        ("maze/b.txt", OPEN),
        ("maze/c.txt", WALLED),
        ("maze/deep/d.txt", "AG\n"),
    ])
}

/// A file with one requirement.
fn one(lines: &str) -> String {
    format!("[[require]]\nname = \"one\"\n{lines}\n")
}

#[test]
fn every_requirement_is_asked_of_its_levels() {
    let sandbox = sandbox(DESIGN);
    let args = ["verify", "maze", "--spec", "design.toml"];
    assert_snapshot!(sandbox.run(&args).whole());
}

#[test]
fn machines_are_told_names_and_severities() {
    let design = DESIGN.replace("maze/*.txt", "maze");
    let sandbox = sandbox(&design);
    let run = |format| {
        let args = [
            "verify",
            "maze",
            "--spec",
            "design.toml",
            "--format",
            format,
        ];
        sandbox.run(&args)
    };
    assert_snapshot!("spec_json", run("json").whole());
    assert_snapshot!("spec_github", run("github").whole());
    let junit = run("junit").stdout;
    assert_eq!(junit.matches("<failure").count(), 2);
    assert_eq!(
        junit.matches("<skipped message=\"warning: long: ").count(),
        1
    );
    assert!(junit.contains("<testcase name=\"winnable: solvable\" classname=\"maze/a.txt\""));
    assert!(junit.contains("tests=\"9\" failures=\"2\" errors=\"0\" skipped=\"1\""));
    assert!(junit.contains(
        "<testcase name=\"gets harder: difficulty rising\" classname=\"all levels\" time="
    ));
}

#[test]
fn a_warning_does_not_change_the_status() {
    let violated = |severity| {
        let lines =
            format!("property = 'unsolvable'\nlevels = ['maze/a.txt']\nseverity = '{severity}'");
        sandbox(&one(&lines))
            .run(&["verify", "--spec", "design.toml"])
            .status
    };
    assert_eq!((violated("error"), violated("warning")), (1, 0));
    let unknown = |severity| {
        let lines = format!("property = 'solvable'\nmax-states = 1\nseverity = '{severity}'");
        let sandbox = sandbox(&one(&lines));
        sandbox
            .run(&["verify", "maze/a.txt", "--spec", "design.toml"])
            .status
    };
    assert_eq!((unknown("error"), unknown("warning")), (3, 0));
    // A level that is none is an error whatever the severity.
    let lines = "property = 'solvable'\nseverity = 'warning'";
    let sandbox = sandbox(&one(lines));
    sandbox.write("maze/bad.txt", b"AA\n");
    let said = sandbox.run(&["verify", "maze/bad.txt", "--spec", "design.toml"]);
    assert_eq!(said.status, 2);
    assert!(said.stdout.contains("not asked"), "{}", said.stdout);
}

#[test]
fn the_command_line_wins_over_the_file() {
    let sandbox = sandbox(&one(
        "property = 'solvable'\nmax-states = 1\nengine = 'explicit'",
    ));
    let engine = |args: &[&str]| {
        let all = [
            &[
                "verify",
                "maze/b.txt",
                "--spec",
                "design.toml",
                "--format",
                "json",
            ],
            args,
        ];
        let said = sandbox.run(&all.concat());
        (said.status, said.objects()[0]["engine"].clone())
    };
    assert_eq!(engine(&[]), (3, "explicit".into()));
    assert_eq!(engine(&["--max-states", "100"]), (0, "explicit".into()));
    let other = ["--max-states", "100", "--engine", "dfs"];
    assert_eq!(engine(&other), (0, "dfs".into()));
}

#[test]
fn properties_are_asked_beside_the_file() {
    let sandbox = sandbox(DESIGN);
    let args = [
        "verify",
        "maze/b.txt",
        "--spec",
        "design.toml",
        "-p",
        "never at(1, 1)",
    ];
    let objects = sandbox
        .run(&[&args[..], &["--format", "json"]].concat())
        .objects();
    let names: Vec<_> = objects.iter().map(|o| o["requirement"].as_str()).collect();
    assert_eq!(
        names,
        [None, Some("winnable"), Some("long"), Some("gets harder")]
    );
    assert_snapshot!(sandbox.run(&args).whole());
}

#[test]
fn patterns_name_levels_where_the_command_line_does_not() {
    let lines =
        "property = 'solvable'\nlevels = ['../maze/[ab].txt', '../maze/deep', '../gone/*.txt']";
    let sandbox = sandbox("");
    sandbox.write("specs/one.toml", one(lines).as_bytes());
    let said = sandbox.run(&["verify", "--spec", "specs/one.toml"]);
    assert_snapshot!(said.whole());
    // From another folder, and with a path from the root.
    let root = sandbox.path().join("maze");
    let args = ["verify", "--spec", "specs/one.toml", "--format", "json"];
    let said = sandbox.run(&[&args[..], &[root.to_str().unwrap()]].concat());
    assert_eq!((said.status, said.objects().len()), (0, 3));
    assert!(
        said.stderr.contains("no requirement is about"),
        "{}",
        said.stderr
    );
}

#[test]
fn nothing_to_verify_is_an_error() {
    let sandbox = sandbox(DESIGN);
    sandbox.write(
        "gone.toml",
        one("property = 'solvable'\nlevels = ['gone']").as_bytes(),
    );
    sandbox.write("open.toml", one("property = 'solvable'").as_bytes());
    let said = |spec| sandbox.run(&["verify", "--spec", spec]).whole();
    assert_snapshot!([said("gone.toml"), said("open.toml")].join("\n"));
}

#[test]
fn difficulty_rises_in_the_order_of_the_patterns() {
    let verdict = |levels: &str| {
        let lines = format!("property = 'difficulty rising'\nlevels = [{levels}]");
        let said = sandbox(&one(&lines)).run(&["verify", "--spec", "design.toml"]);
        without_times(said.stdout.lines().next().unwrap())
    };
    let rises = "2 levels: one: difficulty rising holds (TIME)\n";
    assert_eq!(verdict("'maze/a.txt', 'maze/b.txt'"), rises);
    let falls =
        "2 levels: one: difficulty rising violated: maze/a.txt (3) is easier than maze/b.txt (6)";
    assert!(verdict("'maze/b.txt', 'maze/a.txt'").starts_with(falls));
    let broken = Sandbox::new(&[
        ("design.toml", &one("property = 'difficulty rising'")),
        ("a.txt", "A0G\n"),
        ("bad.txt", "A\n"),
        ("c.txt", "A00G\n"),
    ]);
    let args = [
        "verify",
        "a.txt",
        "bad.txt",
        "c.txt",
        "--spec",
        "design.toml",
    ];
    assert_snapshot!(broken.run(&args).whole());
    let said = broken.run(&["verify", "c.txt", "a.txt", "-p", "difficulty rising"]);
    assert_eq!(said.status, 1);
    let said = broken.run(&[
        "verify",
        "c.txt",
        "-p",
        "difficulty rising",
        "--max-states",
        "1",
    ]);
    assert_eq!(said.status, 3);
}

#[test]
fn files_that_are_refused() {
    let refused = |text: &str| {
        let sandbox = sandbox(text);
        let said = sandbox.run(&["verify", "maze", "--spec", "design.toml", "--cert", "certs"]);
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{text}");
        assert_eq!(sandbox.names("."), ["design.toml", "maze"]);
        said.stderr
    };
    let all = [
        refused("[[require]\nname = 'one'\n"),
        refused(&one("propery = 'solvable'")),
        refused(&one(
            "property = 'solvable'\nseverity = 'fatal'\nlevels = ['maze/[a']",
        )),
        refused(&one("property = 'never (win'")),
        refused(&one("property = 'solvable'\nassume = ['GF win']")),
        refused(""),
    ];
    assert_snapshot!(all.join("\n"));
    let sandbox = sandbox("");
    sandbox.write("latin1.toml", b"# ok\n# \xE9\n");
    sandbox.write("large.toml", &vec![b'\n'; (1 << 20) + 1]);
    let said = |spec| sandbox.run(&["verify", "maze", "--spec", spec]).whole();
    let all = ["missing.toml", "maze", "latin1.toml", "large.toml"].map(said);
    assert_snapshot!("spec_files_that_cannot_be_read", all.join("\n"));
}

#[test]
fn what_a_game_does_not_know_is_pointed_at_in_the_file() {
    let sandbox = sandbox(&one("property = \"G (win -> wim)\""));
    let said = sandbox.run(&["verify", "maze", "--spec", "design.toml"]);
    assert_snapshot!(said.whole());
}

#[test]
fn assumptions_are_part_of_the_property() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let ask = |args: &[&str]| sandbox.run(&[&["verify", "open.txt"], args].concat());
    let fair = ["--assume", "GF at(2, 2) -> GF win"];
    let said = ask(&[&["-p", "F win", "-p", "G F at(2, 2)"], &fair[..]].concat());
    assert_snapshot!(said.whole());
    let refused = [
        ask(&[&["-p", "solvable"], &fair[..]].concat()),
        ask(&["-p", "F win", "--assume", "F win"]),
        ask(&["-p", "AG EF win", "--assume", "GF win"]),
        ask(&fair),
    ];
    assert_snapshot!("assumptions_refused", refused.map(|s| s.whole()).join("\n"));
}
