//! Dungeons on the command line: strategies, and verdicts about them.

use crate::support::Sandbox;

const MANY: &str = include_str!("../../../../levels/dungeon/seed-many.horn");
const BROKEN: &str = include_str!("../../../../levels/dungeon/seed-broken.horn");
const MILL: &str = include_str!("../../../../levels/dungeon/mill.dungeon");

const HALL: &str = "dungeon: Hall\nstart: Hall\ngoal: Vault\nused-up: small\n\
                    room Hall: small, small\nroom Pantry\nroom Vault\n\
                    Hall - Pantry: small\nHall - Vault: small\n";

#[test]
fn strategies_come_with_the_cheapest_first() {
    let sandbox = Sandbox::new(&[("many.horn", MANY)]);
    let said = sandbox.run(&["strategies", "many.horn"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    let first = said.stdout.lines().next().unwrap();
    assert!(first.contains("8 strategies"), "{first}");
    let objects = sandbox.run(&["strategies", "many.horn", "--format", "json"]);
    let costs: Vec<u64> = objects
        .objects()
        .iter()
        .map(|o| o["cost"]["low"].as_u64().unwrap())
        .collect();
    assert_eq!(costs.len(), 8);
    assert!(costs.is_sorted(), "{costs:?}");
    let three = sandbox.run(&["strategies", "many.horn", "-n", "3"]);
    assert!(
        three.stdout.contains("the 3 cheapest of more"),
        "{}",
        three.whole()
    );
}

#[test]
fn without_a_strategy_the_places_are_named() {
    let sandbox = Sandbox::new(&[("broken.horn", BROKEN), ("maze.txt", "A0G\n")]);
    let said = sandbox.run(&["strategies", "broken.horn"]);
    assert_eq!(said.status, 1, "{}", said.whole());
    let messages: Vec<&str> = said.stdout.lines().skip(1).collect();
    assert_eq!(messages.len(), 2, "{}", said.whole());
    assert!(messages[0].ends_with("Cannot apply rule for: Key_B"));
    assert!(
        messages[1].ends_with("Cannot generate precondition Key_B for Door_D1 & Key_B => Door_B")
    );
    assert!(
        messages[0].trim_start().starts_with("broken.horn:"),
        "{}",
        messages[0]
    );
    let said = sandbox.run(&["strategies", "maze.txt"]);
    assert_eq!(said.status, 2, "{}", said.whole());
}

#[test]
fn a_dungeon_is_a_level_like_any_other() {
    let sandbox = Sandbox::new(&[("mill.dungeon", MILL), ("hall.dungeon", HALL)]);
    let said = sandbox.run(&[
        "verify",
        "mill.dungeon",
        "-p",
        "winnable",
        "-p",
        "goal-safe",
    ]);
    assert_eq!(said.status, 1, "{}", said.whole());
    assert!(
        said.stdout.contains("solvable holds, 8 moves, checked"),
        "{}",
        said.whole()
    );
    assert!(
        said.stdout.contains("unlosable violated"),
        "{}",
        said.whole()
    );
    // Two keys and two doors: whoever opens the pantry can still open the vault.
    let said = sandbox.run(&[
        "verify",
        "hall.dungeon",
        "-p",
        "goal-safe",
        "--cert",
        "proofs",
    ]);
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(said.stdout.contains("(argument"), "{}", said.whole());
    let said = sandbox.run(&["check", "proofs/hall-1-unlosable.cert", "hall.dungeon"]);
    assert_eq!(said.status, 0, "{}", said.whole());
    // It says nothing about a dungeon with a key less.
    let less = HALL.replace("small, small", "small");
    sandbox.write("less.dungeon", less.as_bytes());
    let said = sandbox.run(&["check", "proofs/hall-1-unlosable.cert", "less.dungeon"]);
    assert_eq!(said.status, 4, "{}", said.whole());
}

#[test]
fn dungeons_are_made_to_measure() {
    let sandbox = Sandbox::new(&[]);
    let generate = |out: &str, more: &[&str]| {
        let fixed = ["generate", "dungeon", "--count", "6", "--out", out];
        sandbox.run(&[&fixed[..], more].concat())
    };
    let list = [
        "--keys",
        "4",
        "--consumable",
        "--spec",
        "winnable, goal-safe",
    ];
    let said = generate("safe", &list);
    assert_eq!(said.status, 0, "{}", said.whole());
    let names = sandbox.names("safe");
    let certificates: Vec<&String> = names.iter().filter(|n| n.ends_with(".cert")).collect();
    assert_eq!(certificates.len(), 12, "{names:?}");
    for certificate in certificates {
        let said = sandbox.run(&["check", &format!("safe/{certificate}")]);
        assert_eq!(said.status, 0, "{}", said.whole());
    }
    // Nothing is rejected where keys lie before their locks.
    let said = generate(
        "kept",
        &["--keys", "5", "--side-keys", "2", "-p", "winnable"],
    );
    assert_eq!(said.status, 0, "{}", said.whole());
    assert!(said.stdout.contains("6 proposed"), "{}", said.whole());
    let said = generate(
        "random",
        &["--random-locks", "--keys", "6", "-p", "winnable"],
    );
    assert_eq!(said.status, 0, "{}", said.whole());
    for wrong in [
        ["--rooms", "1"],
        ["--keys", "12"],
        ["--depth", "4"],
        ["--discard", "101"],
    ] {
        let said = generate("wrong", &wrong);
        assert_eq!(said.status, 2, "{}", said.whole());
    }
}
