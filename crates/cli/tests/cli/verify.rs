//! Levels that can be verified.

use insta::assert_snapshot;

use crate::support::{OPEN, Said, Sandbox, WALLED};

fn both() -> Sandbox {
    Sandbox::new(&[("open.txt", OPEN), ("walled.txt", WALLED)])
}

#[test]
fn a_level_is_solvable_or_not() {
    let sandbox = both();
    assert_snapshot!(sandbox.run(&["verify", "open.txt"]).whole());
    assert_snapshot!(sandbox.run(&["verify", "open.txt", "walled.txt"]).whole());
}

#[test]
fn json_is_one_object_a_line() {
    let args = ["verify", "open.txt", "walled.txt", "--format", "json"];
    assert_snapshot!(both().run(&args).whole());
}

#[test]
fn several_properties_are_answered_in_order() {
    let said = both().run(&[
        "verify",
        "open.txt",
        "-p",
        "shortest <= 5",
        "--property",
        "shortest >= 6",
        "-p",
        "reach at(5,2)&&!win",
    ]);
    assert_snapshot!(said.whole());
}

#[test]
fn every_limit_leads_to_unknown() {
    let sandbox = both();
    let states = sandbox.run(&["verify", "open.txt", "--max-states", "1"]);
    assert_snapshot!(states.whole());
    let time = sandbox.run(&["verify", "open.txt", "--timeout", "1e-9"]);
    assert_snapshot!(time.whole());
    for generous in ["60", "1e300"] {
        let said = sandbox.run(&[
            "verify",
            "open.txt",
            "--timeout",
            generous,
            "--memory",
            "1000",
        ]);
        assert_eq!(said.status, 0);
    }
    let large = crate::support::large_level(400);
    let sandbox = Sandbox::new(&[("large.txt", &large)]);
    let said = sandbox.run(&["verify", "large.txt", "--memory", "1"]);
    assert_eq!(said.status, 3);
    assert!(
        said.stdout
            .contains("unknown: the memory limit was reached")
    );
}

#[test]
fn the_engine_can_be_chosen() {
    let sandbox = both();
    let said = sandbox.run(&[
        "verify", "open.txt", "--engine", "explicit", "--game", "maze",
    ]);
    assert_eq!(said.status, 0);
    let said = sandbox.run(&["verify", "open.txt", "walled.txt", "--engine", "native"]);
    assert_snapshot!(said.whole());
}

#[test]
fn an_engine_that_cannot_is_told_of_for_each_property() {
    let sandbox = both();
    let said = sandbox.run(&[
        "verify",
        "open.txt",
        "--engine",
        "sat-ic3",
        "-p",
        "AG EF win",
        "-p",
        "routes >= 2",
        "-p",
        "unlosable",
    ]);
    assert_eq!((said.status, &said.stdout[..]), (2, ""));
    assert!(!said.stderr.contains("more level"), "{}", said.stderr);
    let lines: Vec<&str> = said.stderr.lines().collect();
    for (line, property) in lines.iter().zip(["AG EF win", "routes >= 2", "unlosable"]) {
        let head = format!("error: open.txt: property `{property}`: engine `sat-ic3`: ");
        assert!(line.starts_with(&head), "{line}");
    }
    assert_eq!(lines.len(), 3);
}

#[test]
fn a_bound_that_no_engine_heeds_is_odd() {
    let sandbox = both();
    let asked = |command, engine: &[&str]| {
        let args = [&[command, "open.txt", "--bound", "9"], engine].concat();
        sandbox.run(&args).stderr
    };
    for engine in ["explicit", "bdd", "sat-kind", "sat-ic3"] {
        let why = format!(
            "warning: --bound has no effect: engine `{engine}` looks at runs of any length\n"
        );
        assert_eq!(asked("verify", &["--engine", engine]), why);
    }
    assert!(asked("explain", &["--engine", "explicit"]).starts_with("warning: --bound"));
    for engine in ["sat-bmc", "auto", "all"] {
        assert_eq!(asked("verify", &["--engine", engine]), "");
    }
    assert_eq!(asked("verify", &[]), "");
}

#[test]
fn all_engines_stand_side_by_side() {
    let sandbox = both();
    let said = sandbox.run(&["verify", "open.txt", "--engine", "all"]);
    assert_eq!(said.status, 0);
    let lines: Vec<&str> = said.stdout.lines().collect();
    let head = lines
        .iter()
        .position(|l| l.starts_with("    engine "))
        .unwrap();
    let line = |name: &str| {
        let lines = lines[head + 1..].iter().map(|l| l.trim_start());
        let mut lines = lines.filter(|l| l.split(' ').next() == Some(name));
        lines.next().unwrap_or_else(|| panic!("{name}")).to_owned()
    };
    let explicit = line("explicit");
    let words = ["holds", "trace", " B ", "accepted"];
    assert!(words.iter().all(|w| explicit.contains(w)), "{explicit}");
    let native = line("native");
    assert!(native.contains("unsupported") && native.ends_with("this game has no native model"));
    // One line an engine, and all of them.
    let engines = sandbox.run(&["engines", "--format", "json"]).objects();
    assert_eq!(lines.len() - head - 1, engines.len());
    for engine in engines {
        line(engine["name"].as_str().unwrap());
    }
}

#[test]
fn all_engines_have_the_whole_limits_and_the_usual_status() {
    let sandbox = both();
    let run = |args: &[&str]| {
        let always = ["--engine", "all", "--format", "json"];
        let said = sandbox.run(&[&["verify"], args, &always].concat());
        let objects = said.objects();
        assert_eq!(objects.len(), 1, "{}", said.stderr);
        (said.status, objects[0].clone())
    };
    let (status, row) = run(&["walled.txt"]);
    assert_eq!((status, row["verdict"].as_str()), (1, Some("violated")));
    let verdicts = |row: &serde_json::Value, verdict: &str| {
        let engines = row["engines"].as_array().unwrap().iter();
        engines.filter(|e| e["verdict"] == verdict).count()
    };
    // Who forgets states, and who looks only so far, cannot say it.
    assert!(verdicts(&row, "violated") >= 6 && verdicts(&row, "unknown") == 2);
    // Breadth-first search of this level sees more states than that.
    let (_, row) = run(&["open.txt", "--max-states", "1"]);
    let engines = row["engines"].as_array().unwrap();
    let explicit = engines.iter().find(|e| e["engine"] == "explicit").unwrap();
    let reason = "the limit on states was reached";
    assert_eq!(
        (&explicit["verdict"], &explicit["reason"]),
        (&"unknown".into(), &reason.into())
    );
    let refused = sandbox.run(&["verify", "open.txt", "--engine", "al"]);
    assert_eq!(refused.status, 2);
}

#[test]
fn a_bound_is_a_number_of_moves() {
    let sandbox = both();
    let fine = sandbox.run(&["verify", "open.txt", "--bound", "7"]);
    assert_eq!(fine.status, 0);
    for wrong in ["0", "-1", "many", "4294967296"] {
        let said = sandbox.run(&["verify", "open.txt", "--bound", wrong]);
        assert_eq!(said.status, 2, "{wrong}");
        assert!(
            said.stderr.contains("whole number from 1"),
            "{}",
            said.stderr
        );
    }
}

#[test]
fn a_collection_yields_a_result_for_each_level() {
    let levels = format!("; first\n{OPEN}\n{WALLED}\n; third, \"quoted\"\nA0G\n");
    let sandbox = Sandbox::new(&[("all.txt", &levels)]);
    assert_snapshot!(sandbox.run(&["verify", "all.txt"]).whole());
    let objects = sandbox
        .run(&["verify", "all.txt", "--format", "json"])
        .objects();
    let names: Vec<_> = objects
        .iter()
        .map(|o| (o["index"].clone(), o["title"].clone()))
        .collect();
    let third = "third, \"quoted\"";
    assert_eq!(
        names,
        [
            (0.into(), "first".into()),
            (1.into(), None::<i32>.into()),
            (2.into(), third.into())
        ]
    );
}

#[test]
fn a_bad_level_does_not_stop_the_others() {
    let sandbox = Sandbox::new(&[("mixed.txt", "AAG\n\nA0G\n\n0G\n"), ("open.txt", OPEN)]);
    let said = sandbox.run(&["verify", "mixed.txt", "missing.txt", "open.txt"]);
    assert_snapshot!(said.whole());
}

#[test]
fn a_folder_is_searched_in_the_order_of_paths() {
    let sandbox = Sandbox::new(&[
        ("levels/b/2.txt", "A0G\n"),
        ("levels/b/1.XSB", "A0G\n"),
        ("levels/a.lvl", "A0G\n"),
        ("levels/notes.md", "no level"),
        ("levels/c.slc", "A1G\n"),
    ]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink("..", sandbox.path().join("levels/b/loop")).unwrap();
        symlink("../../levels", sandbox.path().join("levels/b/loop.txt")).unwrap();
        symlink("nowhere", sandbox.path().join("levels/gone.sok")).unwrap();
    }
    let said = sandbox.run(&["verify", "levels"]);
    assert_snapshot!(said.whole());
}

#[test]
fn standard_input_is_a_level_too() {
    let sandbox = Sandbox::new(&[]);
    let said = sandbox.run_on(OPEN, &["verify", "-", "--cert", "certs"]);
    assert_snapshot!(said.whole());
    assert_eq!(sandbox.names("certs"), ["stdin-1-solvable.cert"]);
}

#[test]
fn warnings_are_folded() {
    let one = "A0G\n1\n\n";
    let sandbox = Sandbox::new(&[("odd.txt", &one.repeat(6))]);
    assert_snapshot!(
        sandbox
            .run(&["verify", "odd.txt", "--max-states", "9"])
            .stderr
    );
    let said = sandbox.run(&["verify", "odd.txt", "--format", "json"]);
    assert_eq!(said.stderr, "");
    for (i, object) in said.objects().iter().enumerate() {
        let warnings = object["warnings"].as_array().unwrap();
        assert_eq!(warnings.len(), 1);
        let place = format!("odd.txt:{}:1: ", 3 * i + 2);
        assert!(warnings[0].as_str().unwrap().starts_with(&place));
    }
}

#[test]
fn what_cannot_be_asked_is_said_once() {
    let sandbox = Sandbox::new(&[("all.txt", &format!("{OPEN}\n{WALLED}\nA0G\n"))]);
    let said = sandbox.run(&["verify", "all.txt", "-p", "never wim", "-p", "solvable"]);
    assert_snapshot!(said.whole());
    let said = sandbox.run(&["verify", "all.txt", "-p", "never  at(4,2)"]);
    assert_snapshot!(said.whole());
}

#[test]
fn a_long_run_is_cut_in_text_only() {
    let level = format!("A{}G\n", "0".repeat(200));
    let sandbox = Sandbox::new(&[("long.txt", &level)]);
    let said = sandbox.run(&["verify", "long.txt"]);
    assert!(
        said.stdout
            .contains(&format!("    run: {} and 141 more\n", "r".repeat(60)))
    );
    let said = sandbox.run(&["verify", "long.txt", "--format", "json"]);
    let solution = said.objects()[0]["solution"].as_str().unwrap().to_owned();
    assert_eq!(solution.split(' ').count(), 201);
}

#[test]
fn steps_on_the_spot_are_no_moves() {
    let sandbox = Sandbox::new(&[("a.txt", "A0G\n")]);
    for (property, run) in [
        ("EF EG win", "rr"),
        ("EX EX EX EX EX win", "rlrr"),
        ("E X X X X X win", "rlrr"),
    ] {
        let said = sandbox.run(&["verify", "a.txt", "-p", property]);
        let line = format!("run: {run}, and then nothing changes any more");
        assert!(said.stdout.contains(&line), "{}", said.stdout);
        let n = run.len();
        let counted = [format!("{n} moves"), format!("{n} steps")];
        assert!(
            counted.iter().any(|c| said.stdout.contains(c)),
            "{}",
            said.stdout
        );
        let json = sandbox.run(&["verify", "a.txt", "-p", property, "--format", "json"]);
        assert_eq!(json.objects()[0]["cost"]["moves"], n);
    }
}

#[test]
fn few_runs_are_all_shown_and_of_many_a_shortest() {
    let square = "A00\n000\n00G\n";
    let sandbox = Sandbox::new(&[("square.txt", square)]);
    let said = |n: usize| {
        let property = format!("alternatives >= {n}");
        let said = sandbox.run(&["verify", "square.txt", "-p", &property]);
        said.stdout
    };
    let few = said(3);
    for (i, line) in few.lines().skip(1).enumerate() {
        let what = ["run", "score"][i % 2];
        let number = format!("    {what} {}: ", i / 2 + 1);
        assert!(line.starts_with(&number), "{few}");
    }
    assert_eq!(few.lines().count(), 7);
    let many = said(7);
    let lines: Vec<&str> = many.lines().collect();
    assert!(lines[1].starts_with("    run: ") && lines[1].len() == "    run: ddrr".len());
    let more = "    and 6 more, none of them shorter: `playproof explain` lists them";
    assert_eq!(lines[2..], ["    score: 996", more]);
}

#[test]
fn help_has_examples_and_the_exit_status() {
    let sandbox = Sandbox::new(&[]);
    let help = |args: &[&str]| -> Said { sandbox.run(args) };
    for args in [&["--help"][..], &["verify", "--help"], &["check", "--help"]] {
        let said = help(args);
        assert_eq!((said.status, &said.stderr[..]), (0, ""));
        assert!(said.stdout.contains("Exit status:"));
    }
    assert!(help(&["verify", "--help"]).stdout.contains("Examples:"));
    assert_eq!(help(&["--version"]).status, 0);
    assert_eq!(help(&[]).status, 2);
}

#[test]
fn a_place_in_a_wall_is_odd() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let args = [
        "verify",
        "open.txt",
        "-p",
        "never at(1, 1)",
        "-p",
        "reach win && !at(1, 1)",
    ];
    assert_snapshot!(sandbox.run(&args).whole());
    let said = sandbox.run(&[
        "verify",
        "open.txt",
        "-p",
        "never at(1, 1)",
        "--format",
        "json",
    ]);
    let warning = "`at(1, 1)` can never be true: nothing can be there, it is a wall";
    assert_eq!(said.objects()[0]["warnings"], serde_json::json!([warning]));
}

#[test]
fn a_level_cut_in_two_is_told_of_blank_lines() {
    let sandbox = Sandbox::new(&[("cut.txt", "1111\n1A01\n\n10G1\n1111\n"), ("no.txt", "A\n")]);
    assert_snapshot!(sandbox.run(&["verify", "cut.txt", "no.txt"]).whole());
}

#[test]
fn text_says_where_the_certificate_went() {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    let args = [
        "verify",
        "open.txt",
        "-p",
        "solvable",
        "-p",
        "shortest >= 5",
    ];
    assert_snapshot!(
        sandbox
            .run(&[&args[..], &["--cert", "certs"]].concat())
            .whole()
    );
}

#[test]
fn help_is_a_command_too() {
    let sandbox = Sandbox::new(&[]);
    let help = sandbox.run(&["help", "verify"]);
    assert_eq!(help.status, 0);
    assert_eq!(help.stdout, sandbox.run(&["verify", "--help"]).stdout);
}
