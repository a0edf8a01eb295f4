//! Options of levels that a game brings along.

use crate::support::{Sandbox, vgdl};

const GAP: &str = "M-----F\n##---##\n";
const OWN: &str = "M = start\nF = exit\n- = air\n# = solid\n";

#[test]
fn two_legends_ask_for_an_option() {
    let sandbox = Sandbox::new(&[("a.txt", "EAM\nBBB\n"), ("b.txt", "E\nB\n")]);
    let said = sandbox.run(&["statement", "b.txt", "--game", "platform"]);
    assert_eq!(said.status, 2);
    assert!(said.stderr.contains("fits two legends, vglc and seed"));
    assert!(
        said.stderr
            .contains("say which legend is meant, with --legend\n")
    );
    let meant = ["--legend", "vglc", "--walkers", "no"];
    let said = sandbox.run(&[&["statement", "b.txt"], &meant[..]].concat());
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert_eq!(sandbox.run(&["statement", "a.txt"]).status, 0);
}

/// What was said of the level is in the certificate; the level alone is another one.
#[test]
fn a_legend_file_goes_into_the_certificate() {
    let sandbox = Sandbox::new(&[("gap.txt", GAP), ("own.legend", OWN)]);
    let with = ["--legend", "own.legend"];
    let said = sandbox.run(&[&["verify", "gap.txt", "--cert", "certs"], &with[..]].concat());
    assert_eq!(said.status, 0, "{}", said.stderr);
    let certificate = "certs/gap-1-solvable.cert";
    assert_eq!(sandbox.run(&["check", certificate]).status, 0);
    let said = sandbox.run(&[&["check", certificate, "gap.txt"], &with[..]].concat());
    assert_eq!(said.status, 0, "{}", said.stderr);
    assert_eq!(sandbox.run(&["check", certificate, "gap.txt"]).status, 4);
    for command in [
        "solve",
        "explain",
        "animate",
        "analyze",
        "statement",
        "replay",
    ] {
        let said = sandbox.run(&[&[command, "gap.txt", "--help"], &with[..]].concat());
        assert!(said.stdout.contains("--legend"), "{command}");
    }
}

#[test]
fn wrong_options_are_refused() {
    let sandbox = Sandbox::new(&[
        ("maze.txt", "A0G\n"),
        ("gap.txt", GAP),
        ("bad", "X = sollid\n"),
    ]);
    for (args, told) in [
        (["gap.txt", "--time", "-5"], "-5 is not in 1..=4294967295"),
        (
            ["gap.txt", "--style", "lazy"],
            "there are expert, novice, peaceful, walking",
        ),
        (
            ["gap.txt", "--legend", "nope"],
            "it is neither seed, vglc nor mario, and no file",
        ),
        (["gap.txt", "--legend", "bad"], "did you mean `solid`?"),
    ] {
        let said = sandbox.run(&[&["verify"], &args[..]].concat());
        assert_eq!(said.status, 2, "{args:?}");
        assert!(said.stderr.contains(told), "{}", said.stderr);
    }
    let said = sandbox.run(&["verify", "maze.txt", "--game", "maze", "--lenient"]);
    assert_eq!(said.status, 2);
    let told =
        "levels of maze have no option `lenient`, but those of platform, platform-coarse have";
    assert!(said.stderr.contains(told), "{}", said.stderr);
}

/// Said as Rules, a VGDL level has the same answers, and what needs Rules works on it.
#[test]
fn vgdl_said_as_rules() {
    let (rules, levels) = vgdl("keys");
    let sandbox = Sandbox::new(&[
        ("keys.txt", &rules),
        ("one.txt", &levels[0]),
        ("none.txt", &levels[2]),
    ]);
    let told = ["--rules", "keys.txt", "--as-rules"];
    let verdicts = |args: &[&str]| {
        let args = [&["verify", "one.txt", "none.txt", "--format", "json"], args].concat();
        let said = sandbox.run(&args);
        let verdict = |object: &serde_json::Value| {
            let verdict = object.get("verdict").and_then(|v| v.as_str());
            verdict.map(|v| (v.to_owned(), object["length"].as_u64()))
        };
        let found: Vec<_> = said.objects().iter().filter_map(verdict).collect();
        assert_eq!(found.len(), 2, "{}{}", said.stdout, said.stderr);
        found
    };
    let plain = verdicts(&told[..2]);
    assert_eq!(plain[0], ("holds".to_owned(), Some(13)));
    assert_eq!(plain[1].0, "violated");
    assert_eq!(verdicts(&[&told[..], &["--cert", "certs"]].concat()), plain);
    assert_eq!(verdicts(&[&told[..], &["--engine", "bdd"]].concat()), plain);
    let check = ["check", "certs", "one.txt", "none.txt"];
    let said = sandbox.run(&[&check[..], &told[..]].concat());
    assert_eq!(said.status, 0, "{}{}", said.stdout, said.stderr);
    // Played as it is, the level means something else.
    let said = sandbox.run(&[&check[..], &told[..2]].concat());
    assert_eq!(said.status, 4, "{}", said.stdout);
    let run = ["export", "one.txt", "--bound", "13", "--to"];
    for language in ["smtlib", "dimacs"] {
        let said = sandbox.run(&[&run[..], &[language], &told[..]].concat());
        assert_eq!(said.status, 0, "{language}: {}", said.stderr);
        let said = sandbox.run(&[&run[..], &[language], &told[..2]].concat());
        assert_eq!(said.status, 2, "{language}");
    }
    for language in ["smv", "promela", "chc", "pddl"] {
        let export = ["export", "one.txt", "--to", language, "-o", "to.txt"];
        let said = sandbox.run(&[&export[..], &told[..]].concat());
        assert_eq!(said.status, 0, "{language}: {}", said.stderr);
    }
    for args in [
        &["explain", "none.txt"][..],
        &["animate", "one.txt", "-o", "a.html"],
    ] {
        let said = sandbox.run(&[args, &told[..]].concat());
        assert!(said.status < 2, "{args:?}: {}", said.stderr);
    }
}

/// The dialect is in the certificate; what it cannot say is refused by name and line.
#[test]
fn vgdl_in_another_dialect() {
    let (rules, levels) = vgdl("maze");
    let (boxes, pushed) = vgdl("sokoban");
    let sandbox = Sandbox::new(&[
        ("maze.txt", &rules),
        ("one.txt", &levels[0]),
        ("boxes.txt", &boxes),
        ("box.txt", &pushed[0]),
    ]);
    let told = ["--rules", "maze.txt", "--dialect", "py-vgdl"];
    let said = sandbox.run(&[&["verify", "one.txt", "--cert", "certs"], &told[..]].concat());
    assert_eq!(said.status, 0, "{}", said.stderr);
    let check = ["check", "certs", "one.txt"];
    let said = sandbox.run(&[&check[..], &told[..]].concat());
    assert_eq!(said.status, 0, "{}", said.stdout);
    let said = sandbox.run(&[&check[..], &told[..2]].concat());
    assert_eq!(said.status, 4, "{}", said.stdout);
    let boxes = ["--rules", "boxes.txt", "--dialect", "py-vgdl"];
    let said = sandbox.run(&[&["verify", "box.txt"], &boxes[..]].concat());
    assert_eq!(said.status, 2);
    assert!(said.stderr.contains("not for py-vgdl"), "{}", said.stderr);
    assert!(said.stderr.contains("--> boxes.txt:"), "{}", said.stderr);
}
