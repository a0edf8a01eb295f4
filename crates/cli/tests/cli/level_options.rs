//! Options of levels that a game brings along.

use crate::support::Sandbox;

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
