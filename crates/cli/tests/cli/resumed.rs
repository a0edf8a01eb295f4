//! `playproof generate` where something is there already: time limits, files of
//! others, settings that differ, journals that somebody changed.

use crate::support::{Said, Sandbox};

fn generate(sandbox: &Sandbox, args: &[&str]) -> Said {
    sandbox.run(&[&["generate"], args, &["--out", "levels"]].concat())
}

const RACES: [&str; 5] = ["race", "--size", "12x10", "--count", "3"];

/// Neither what is whole nor what is damaged is an error because time is over.
#[test]
fn a_time_limit_holds_while_earlier_levels_are_looked_at() {
    for is_damaged in [false, true] {
        let sandbox = Sandbox::new(&[]);
        assert_eq!(generate(&sandbox, &RACES).status, 0);
        let names = sandbox.names("levels").into_iter();
        let certificates: Vec<String> = names.filter(|n| n.ends_with(".cert")).collect();
        if is_damaged {
            sandbox.write(&format!("levels/{}", certificates[0]), b"damaged");
        }
        let hasty = [&RACES[..], &["--timeout", "0.000001"]].concat();
        let said = generate(&sandbox, &hasty);
        assert_eq!(said.status, 3, "{}", said.stderr);
        let told = "0 levels in levels of 3 wanted; 3 more, of earlier, not looked at again";
        assert!(said.stdout.starts_with(told), "{}", said.stdout);
        let again = generate(&sandbox, &RACES);
        assert_eq!(again.status, 0, "{}", again.stderr);
        assert_eq!(
            again.stdout.contains("1 of them damaged and made again"),
            is_damaged
        );
    }
}

#[test]
fn files_of_others_stay_and_are_in_the_way() {
    let whole = Sandbox::new(&[]);
    assert_eq!(generate(&whole, &RACES).status, 0);
    for name in whole.names("levels") {
        if name == "generated.jsonl" {
            continue;
        }
        let sandbox = Sandbox::new(&[]);
        let path = format!("levels/{name}");
        std::fs::create_dir(sandbox.path().join("levels")).unwrap();
        sandbox.write(&path, b"of somebody else");
        let said = generate(&sandbox, &RACES);
        assert_eq!(said.status, 2, "{name}: {}", said.stdout);
        assert!(said.stderr.contains("is there already"), "{}", said.stderr);
        assert!(said.stderr.contains(&name), "{}", said.stderr);
        assert_eq!(sandbox.read(&path), b"of somebody else");
    }
}

fn spec(more: &str) -> String {
    format!("[[require]]\nname = \"r\"\nproperty = \"solvable\"\n{more}\n")
}

/// What a requirements file says of engines and limits decides what comes out.
#[test]
fn engines_and_limits_of_requirements_count() {
    let maze = ["maze", "--size", "8", "--count", "2", "--spec", "spec.toml"];
    let sandbox = Sandbox::new(&[("spec.toml", &spec("engine = \"explicit\""))]);
    assert_eq!(generate(&sandbox, &maze).status, 0);
    sandbox.write("spec.toml", spec("engine = \"astar\"").as_bytes());
    let other = generate(&sandbox, &maze);
    assert_eq!(other.status, 2);
    let why = "there, requirements is `solvable, by explicit`";
    assert!(other.stderr.contains(why), "{}", other.stderr);

    let few = Sandbox::new(&[("spec.toml", &spec("max-states = 1"))]);
    let said = generate(&few, &maze);
    assert_eq!(said.status, 3, "{}", said.stdout);
    assert!(said.stdout.contains("(not decided: "), "{}", said.stdout);
    // The journal has the limit: with another one it is begun anew.
    let settings = || {
        let journal = String::from_utf8(few.read("levels/generated.jsonl")).unwrap();
        journal.lines().next().unwrap().to_owned()
    };
    let with_few = settings();
    let more = [&maze[..], &["--max-states", "100000"]].concat();
    assert_eq!(generate(&few, &more).status, 0);
    assert_ne!(settings(), with_few);

    let timed = Sandbox::new(&[("spec.toml", &spec("timeout = 5"))]);
    let said = generate(&timed, &maze);
    assert_eq!(said.status, 0);
    assert!(said.stderr.contains("do not count here"), "{}", said.stderr);
}

#[test]
fn a_journal_cannot_make_levels_better_than_they_are() {
    let best = ["race", "--size", "10x8", "--maximize", "shortest"];
    let best = [&best[..], &["--count", "2", "--of", "30"]].concat();
    let whole = Sandbox::new(&[]);
    assert_eq!(generate(&whole, &best).status, 0);
    let journal = String::from_utf8(whole.read("levels/generated.jsonl")).unwrap();
    let head: Vec<&str> = journal.lines().take(2).collect();
    let first = head[1].find("\"value\":[").unwrap() + "\"value\":[".len();
    let praised = format!("{}9{}", &head[1][..first], &head[1][first..]);
    let more = head[1].replace("\"best\":[", "\"best\":[{\"proposal\":29,\"value\":[1,1]},");
    for (noted, why) in [(praised, "another value"), (more, "more of the best")] {
        let sandbox = Sandbox::new(&[]);
        std::fs::create_dir(sandbox.path().join("levels")).unwrap();
        let text = format!("{}\n{noted}\n", head[0]);
        sandbox.write("levels/generated.jsonl", text.as_bytes());
        let said = generate(&sandbox, &best);
        assert_eq!(said.status, 2, "{}", said.stdout);
        assert!(said.stderr.contains(why), "{}", said.stderr);
    }
    // As it was noted, it is gone on with.
    let sandbox = Sandbox::new(&[]);
    std::fs::create_dir(sandbox.path().join("levels")).unwrap();
    let text = format!("{}\n{}\n", head[0], head[1]);
    sandbox.write("levels/generated.jsonl", text.as_bytes());
    assert_eq!(generate(&sandbox, &best).status, 0);
    assert_eq!(sandbox.names("levels"), whole.names("levels"));
}

#[test]
fn a_damaged_journal_is_named_by_its_line() {
    let sandbox = Sandbox::new(&[]);
    assert_eq!(generate(&sandbox, &RACES).status, 0);
    let whole = sandbox.read("levels/generated.jsonl");
    for (damage, line) in [(&b"\xff\n"[..], 5), (b"{}\n", 5)] {
        let journal = [&whole[..], damage].concat();
        sandbox.write("levels/generated.jsonl", &journal);
        let said = generate(&sandbox, &RACES);
        assert_eq!(said.status, 2);
        let told = format!("line {line} is damaged: ");
        assert!(said.stderr.contains(&told), "{}", said.stderr);
        assert_eq!(sandbox.read("levels/generated.jsonl"), journal);
    }
}

#[test]
fn only_what_leaves_winning_open_is_warned_of() {
    let sandbox = Sandbox::new(&[]);
    for (i, (property, is_warned)) in [
        ("EF win", false),
        ("reach win", false),
        ("F (win || moves > 0)", true),
        ("shortest >= 2", true),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = i.to_string();
        let args = ["generate", "maze", "--size", "8", "-p", property];
        let said = sandbox.run(&[&args[..], &["--out", &folder]].concat());
        assert_eq!(said.status, 0, "{property}: {}", said.stderr);
        let warned = said.stderr.contains("says that a level can be won");
        assert_eq!(warned, is_warned, "{property}");
    }
}
