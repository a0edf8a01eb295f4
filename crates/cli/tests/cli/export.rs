//! `export`: a level for other tools, whole or not at all.

use insta::assert_snapshot;

use crate::support::{OPEN, Sandbox, WALLED};

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[("open.txt", OPEN)]);
    sandbox.write("both.txt", format!("{WALLED}\n; second\n{OPEN}").as_bytes());
    sandbox
}

#[test]
fn promela_says_how_to_run_it() {
    let sandbox = sandbox();
    let said = sandbox.run(&["export", "open.txt", "--to", "promela"]);
    assert_snapshot!(said.whole());
    let level = ["export", "both.txt", "--level", "2", "--to", "promela"];
    assert_eq!(sandbox.run(&level).stdout, said.stdout);
    let piped = sandbox.run_on(OPEN, &["export", "-", "--to", "promela", "-o", "-"]);
    assert_eq!(piped.stdout, said.stdout);
    let args = ["export", "open.txt", "--to", "promela", "-o", "open.pml"];
    assert_snapshot!(sandbox.run(&args).whole(), @r"
    open.pml: written; its first lines say how to run it
    ---
    ---
    status 0
    ");
    assert_eq!(sandbox.read("open.pml"), said.stdout.as_bytes());
}

#[test]
fn several_properties_are_claims_of_one_text() {
    let asked = [
        "-p",
        "shortest >= 5",
        "-p",
        "G (at(2, 2) -> X !at(2, 2))",
        "-p",
        "E (moves <= 3 U at(5, 2))",
        "--assume",
        "GF at(3, 2) -> GF at(2, 2)",
    ];
    // Assumptions go with formulas.
    let said = sandbox().run(&[&["export", "open.txt", "--to", "promela"], &asked[..]].concat());
    assert_eq!((said.status, &said.stdout[..]), (2, ""));
    let said = sandbox().run(&[&["export", "open.txt", "--to", "promela"], &asked[..6]].concat());
    assert_snapshot!(said.whole());
    let asked = [&["export", "open.txt", "--to", "promela"], &asked[4..]].concat();
    let said = sandbox().run(&asked);
    let claims = said.stdout.lines().filter(|line| line.starts_with("ltl "));
    assert_snapshot!(claims.collect::<Vec<_>>().join("\n"));
}

#[test]
fn what_cannot_be_exported_leaves_no_file() {
    let sandbox = sandbox();
    let before = sandbox.names(".");
    let mut all = String::new();
    for args in [
        &["open.txt", "-p", "AG EF win"][..],
        &["open.txt", "-p", "unlosable"],
        &["open.txt", "-p", "routes >= 2"],
        &["open.txt", "-p", "F wim"],
        &["open.txt", "-p", "G ("],
        &["open.txt", "-p", "difficulty rising"],
        &["both.txt"],
        &["both.txt", "--level", "3"],
        &["open.txt", "--game", "chess"],
        &["missing.txt"],
    ] {
        let said = sandbox.run(&[&["export", "--to", "promela", "-o", "a.pml"], args].concat());
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{args:?}");
        all += &format!("$ export {}\n{}\n", args.join(" "), said.stderr);
    }
    for to in ["open.txt", "nowhere/a.pml", "."] {
        let said = sandbox.run(&["export", "open.txt", "--to", "promela", "-o", to]);
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{to}");
        all += &format!("$ export open.txt -o {to}\n{}\n", said.stderr);
    }
    assert_eq!(sandbox.names("."), before);
    assert_eq!(sandbox.read("open.txt"), OPEN.as_bytes());
    assert_snapshot!(all);
}

#[test]
fn smv_says_how_to_run_it() {
    let sandbox = sandbox();
    let said = sandbox.run(&["export", "open.txt", "--to", "smv"]);
    assert_snapshot!(said.whole());
    for (property, spec) in [
        ("unsolvable", "INVARSPEC !target;"),
        (
            "G (at(2, 2) -> X !at(2, 2))",
            "LTLSPEC G (at_2_2 -> (X not_at_2_2));",
        ),
        ("E (at(2, 2) W win)", "LTLSPEC !(win V (at_2_2 | win));"),
        ("unlosable", "CTLSPEC AG (EF win);"),
        (
            "AG A (at(2, 2) W win)",
            "CTLSPEC AG (!(E [(!win) U (!at_2_2 & !win)]));",
        ),
    ] {
        let said = sandbox.run(&["export", "open.txt", "--to", "smv", "-p", property]);
        let last = said.stdout.lines().last();
        assert_eq!((said.status, last), (0, Some(spec)), "{}", said.stderr);
    }
}

#[test]
fn every_language_says_what_is_asked_and_how_to_run_it() {
    let sandbox = sandbox();
    for (language, more, run) in [
        ("smtlib", &["--bound", "5"][..], "z3 FILE"),
        ("chc", &[], "z3 FILE"),
        ("triples", &[], "z3 FILE"),
        ("smv", &[], "NuSMV FILE"),
        ("dimacs", &["--bound", "5"], "cadical FILE"),
        ("pddl", &[], "fast-downward.py DOMAIN PROBLEM"),
    ] {
        let args = [
            &[
                "export",
                "open.txt",
                "--to",
                language,
                "-p",
                "shortest <= 9",
            ],
            more,
        ]
        .concat();
        let said = sandbox.run(&args);
        assert_eq!((said.status, &said.stderr[..]), (0, ""), "{language}");
        for words in ["Asked: shortest <= 9", "which is ", run] {
            assert!(said.stdout.contains(words), "{words}\n{}", said.stdout);
        }
    }
    let said = sandbox.run(&["export", "open.txt", "--to", "pddl", "-o", "open.pddl"]);
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert_eq!(
        sandbox.names("."),
        ["both.txt", "domain-open.pddl", "open.pddl", "open.txt"]
    );
}

#[test]
fn what_a_language_lacks_is_said() {
    let sandbox = sandbox();
    for (args, why) in [
        (&["smtlib"][..], "say --bound N"),
        (&["dimacs"], "say --bound N"),
        (
            &["pddl", "--bound", "3"],
            "--bound is for smtlib and dimacs",
        ),
        (
            &["chc", "-p", "solvable", "-p", "unsolvable"],
            "one property at a time",
        ),
        (&["pddl", "-p", "G F win"], "promela and smv can say it"),
        (
            &["dimacs", "--bound", "3", "-p", "AG EF win"],
            "only smv can say",
        ),
        (&["smv", "-p", "routes >= 2"], "no export can say"),
        (&["smv", "--bound", "3"], "--bound is for smtlib and dimacs"),
        (&["smtlib", "--bound", "4000000000"], "is too large"),
    ] {
        let said = sandbox.run(&[&["export", "open.txt", "--to"], args].concat());
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{args:?}");
        assert!(said.stderr.contains(why), "{}", said.stderr);
    }
}

#[test]
fn a_run_of_no_steps_can_be_asked_for() {
    let sandbox = sandbox();
    for (language, goal) in [("smtlib", "(assert (target"), ("dimacs", "p cnf ")] {
        let args = ["export", "open.txt", "--to", language, "--bound", "0"];
        let said = sandbox.run(&args);
        assert_eq!((said.status, &said.stderr[..]), (0, ""), "{language}");
        assert!(
            said.stdout.contains("a run of at most 0 steps"),
            "{}",
            said.stdout
        );
        assert!(said.stdout.contains(goal), "{}", said.stdout);
        // Nothing is done, so that no values of what was done are asked for.
        assert!(!said.stdout.contains("get-value") && !said.stdout.contains("right@0"));
    }
}

/// The file of the domain is not named by the user.
#[test]
fn the_domain_replaces_only_what_was_exported() {
    let sandbox = sandbox();
    let to = ["export", "open.txt", "--to", "pddl", "-o", "a.pddl"];
    sandbox.write("domain-a.pddl", b"(define (domain mine))\n");
    sandbox.write("a.pddl", b"old");
    let said = sandbox.run(&to);
    assert_eq!((said.status, &said.stdout[..]), (2, ""));
    let why = "error: cannot write domain-a.pddl: a file that was not exported is there";
    assert!(said.stderr.starts_with(why), "{}", said.stderr);
    assert_eq!(sandbox.read("domain-a.pddl"), b"(define (domain mine))\n");
    assert_eq!(sandbox.read("a.pddl"), b"old");
    std::fs::remove_file(sandbox.path().join("domain-a.pddl")).unwrap();
    for property in ["solvable", "reach at(3, 2)"] {
        let said = sandbox.run(&[&to[..], &["-p", property]].concat());
        assert_eq!(said.status, 0, "{}", said.stderr);
    }
    let domain = String::from_utf8(sandbox.read("domain-a.pddl")).unwrap();
    assert!(domain.contains("Asked: reach at(3, 2)"), "{domain}");
}

#[test]
fn triples_are_about_a_run_that_is_found_or_given() {
    let sandbox = sandbox();
    let triples = |more: &[&str]| sandbox.run(&[&["export", "--to", "triples"], more].concat());
    let found = triples(&["open.txt"]);
    assert_eq!(found.status, 0, "{}", found.whole());
    let steps = |text: &str| text.lines().filter(|l| l.starts_with("; Step ")).count();
    assert_eq!(steps(&found.stdout), 5, "{}", found.stdout);
    assert_eq!(found.stdout.matches("(check-sat)").count(), 5 + 3);
    // The same run, by letters and by the names of its actions.
    assert_eq!(
        triples(&["open.txt", "--moves", "rrrrd"]).stdout,
        found.stdout
    );
    let names = "right, right right\nright down";
    assert_eq!(
        triples(&["open.txt", "--moves", names]).stdout,
        found.stdout
    );
    let around = triples(&["open.txt", "--moves", "rlrrrrd"]);
    assert_eq!(steps(&around.stdout), 7, "{}", around.whole());
    let mut all = String::new();
    for args in [
        &["both.txt", "--level", "1"][..],
        &["open.txt", "--moves", "rrr"],
        &["open.txt", "--moves", "rru"],
        &["open.txt", "--moves", "north"],
        &["open.txt", "--bound", "3"],
        &["open.txt", "-p", "F win"],
        &["open.txt", "-p", "solvable", "-p", "unsolvable"],
    ] {
        let said = triples(args);
        assert_eq!((said.status, &said.stdout[..]), (2, ""), "{args:?}");
        all += &format!("$ export {}\n{}\n", args.join(" "), said.stderr);
    }
    let said = sandbox.run(&["export", "open.txt", "--to", "chc", "--moves", "r"]);
    assert_eq!((said.status, &said.stdout[..]), (2, ""));
    all += &format!("$ export --to chc --moves r\n{}\n", said.stderr);
    assert_snapshot!(all);
}
