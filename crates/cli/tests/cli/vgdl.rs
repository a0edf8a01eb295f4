//! Games in VGDL from files of their own: verdicts, scores, pictures, and what lint says.

use crate::support::{Said, Sandbox, vgdl};

/// Each shipped game, and the fewest ticks to a win of each level.
const GAMES: [(&str, &[Option<u64>]); 9] = [
    ("maze", &[Some(7), Some(5), None]),
    ("race", &[Some(2), None, Some(4)]),
    ("race-as-printed", &[Some(1)]),
    ("sokoban", &[Some(1), Some(6), None]),
    ("keys", &[Some(13), Some(10), None]),
    ("ice", &[Some(5), Some(15), None]),
    ("switches", &[Some(6), Some(16), None]),
    ("fill", &[Some(4), Some(18), None]),
    ("oneway", &[Some(6), Some(9), None]),
];

fn verify(sandbox: &Sandbox, args: &[&str]) -> Said {
    let told = ["verify", "level.txt", "--rules", "game.txt"];
    sandbox.run(&[&told[..], args].concat())
}

#[test]
fn shipped_games_are_verified_from_files() {
    for (name, expected) in GAMES {
        let (rules, levels) = vgdl(name);
        assert_eq!(levels.len(), expected.len(), "{name}");
        for (level, fewest) in levels.iter().zip(expected) {
            let sandbox = Sandbox::new(&[("game.txt", &rules), ("level.txt", level)]);
            let said = verify(&sandbox, &["--format", "json"]);
            let objects = said.objects();
            let row = objects.iter().find(|row| row.get("verdict").is_some());
            let row = row.unwrap_or_else(|| panic!("{name}: {}", said.stderr));
            let length = row["length"].as_u64().filter(|_| row["verdict"] == "holds");
            assert_eq!(length, *fewest, "{name}\n{level}");
            assert_eq!(said.status, i32::from(fewest.is_none()), "{name}\n{level}");
            assert_eq!(row["checked"], true);
        }
    }
}

#[test]
fn runs_say_what_they_score() {
    let (rules, levels) = vgdl("keys");
    let sandbox = Sandbox::new(&[("game.txt", &rules), ("level.txt", &levels[0])]);
    // A key and the exit.
    for told in [&[][..], &["--as-rules"], &["--with-score"]] {
        let said = verify(&sandbox, told);
        assert!(
            said.stdout.contains("\n    score: 11\n"),
            "{told:?}: {}",
            said.stdout
        );
    }
    // Where no rule changes it, there is none.
    let silent = rules
        .replace("scoreChange=10", "")
        .replace("scoreChange=1", "");
    sandbox.write("game.txt", silent.as_bytes());
    let said = verify(&sandbox, &[]);
    assert!(
        said.status == 0 && !said.stdout.contains("score"),
        "{}",
        said.stdout
    );
}

#[test]
fn the_score_is_asked_about_where_it_is_part_of_states() {
    let (rules, levels) = vgdl("keys");
    let sandbox = Sandbox::new(&[("game.txt", &rules), ("level.txt", &levels[0])]);
    let ask = |property: &str, told: &[&str]| {
        verify(
            &sandbox,
            &[&["-p", property, "--cert", "certs"], told].concat(),
        )
    };
    let with = ["--with-score"];
    assert_eq!(ask("some score >= 11", &with).status, 0);
    assert_eq!(ask("some score >= 12", &with).status, 1);
    assert_eq!(ask("never score < 0", &with).status, 0);
    let check = ["check", "certs", "level.txt", "--rules", "game.txt"];
    let said = sandbox.run(&[&check[..], &with].concat());
    assert_eq!(said.status, 0, "{}{}", said.stdout, said.stderr);
    // Without it the level means something else, and has no score to ask about.
    assert_eq!(sandbox.run(&check).status, 4);
    let said = ask("some score >= 11", &[]);
    assert!(
        said.stderr.contains("nothing here is named `score`"),
        "{}",
        said.stderr
    );
}

#[test]
fn pictures_of_runs() {
    let (rules, levels) = vgdl("keys");
    let sandbox = Sandbox::new(&[("game.txt", &rules), ("level.txt", &levels[0])]);
    for (name, start) in [
        ("a.gif", "GIF89a"),
        ("a.svg", "<svg "),
        ("a.html", "<!doctype html>"),
    ] {
        let animate = ["animate", "level.txt", "--rules", "game.txt", "-o", name];
        let said = sandbox.run(&animate);
        assert_eq!(said.status, 0, "{}", said.stderr);
        assert!(sandbox.read(name).starts_with(start.as_bytes()), "{name}");
    }
    // The pictures' names of the text are the labels.
    let svg = String::from_utf8(sandbox.read("a.svg")).unwrap();
    assert!(svg.contains("avatar (knight)"), "no label of the avatar");
}

#[test]
fn rules_are_looked_over_without_a_level() {
    let (rules, levels) = vgdl("keys");
    let odd = rules.replace("        b > floor blueKey\n", "");
    let sandbox = Sandbox::new(&[
        ("game.txt", &rules),
        ("odd.txt", &odd),
        ("level.txt", &levels[0]),
        ("wrong.txt", &rules.replace("stepBack", "stepBackwards")),
    ]);
    let said = sandbox.run(&["lint", "--rules", "game.txt"]);
    assert_eq!(
        (said.status, &said.stdout[..]),
        (0, "game.txt: nothing odd\n")
    );
    let said = sandbox.run(&["lint", "--rules", "odd.txt"]);
    assert_eq!(said.status, 1);
    assert!(
        said.stdout.contains("there never is a `blueKey`"),
        "{}",
        said.stdout
    );
    let said = sandbox.run(&["lint", "--rules", "wrong.txt"]);
    assert_eq!(said.status, 2);
    assert!(
        said.stdout.contains("unknown effect `stepBackwards`"),
        "{}",
        said.stdout
    );
    let said = sandbox.run(&["lint"]);
    assert_eq!(said.status, 2);
    assert!(
        said.stderr.contains("give a level file or a folder"),
        "{}",
        said.stderr
    );
    // With a level, it is the level that counts: it has no blue key.
    let said = sandbox.run(&["lint", "--rules", "game.txt", "level.txt"]);
    assert!(
        said.stdout.contains("there never is a `blueKey`"),
        "{}",
        said.stdout
    );
}
