//! `explain` of dungeons: what is missing, how one is lost, and what mends it.

use insta::assert_snapshot;

use crate::support::{Sandbox, without_times};

const BROKEN: &str = include_str!("../../../../levels/dungeon/seed-broken.horn");

/// For each sort of change a dungeon that only this sort mends, and how.
const MENDED: [(&str, &str, &str); 6] = [
    (
        "solvable",
        "room Hall: small\nroom Attic\nroom Vault\nHall > Attic: small\nAttic > Vault: small\n",
        "put another small key into Hall",
    ),
    (
        "solvable",
        "room Hall\nroom Attic\nroom Vault\nHall - Attic\nAttic - Vault: Key_A\n",
        "put a Key_A into Hall",
    ),
    (
        "solvable",
        "room Hall\nroom Attic\nroom Vault: Key_A\nHall - Attic\nAttic - Vault: Key_A\n",
        "move the Key_A from Vault to Hall",
    ),
    (
        "solvable",
        "room Hall\nroom Attic\nroom Vault\nHall - Attic\nAttic - Vault: Key_A\n",
        "unlock Attic - Vault",
    ),
    (
        "goal-safe",
        "room Hall\nroom Pit\nroom Vault\nHall > Pit\nHall - Vault\n",
        "open Hall > Pit in both directions",
    ),
    (
        "solvable",
        "room Hall\nroom Pit\nroom Vault\nPit > Hall\nPit - Vault\n",
        "reverse Pit > Hall",
    ),
];

fn dungeon(lines: &str) -> String {
    format!("dungeon\nstart: Hall\ngoal: Vault\nused-up: small\n{lines}")
}

#[test]
fn every_sort_of_change_mends_something() {
    for (property, lines, change) in MENDED {
        let sandbox = Sandbox::new(&[("it.dungeon", &dungeon(lines))]);
        let arguments = ["explain", "it.dungeon", "-p", property];
        let said = sandbox.run(&[&arguments[..], &["--repaired", "mended.txt"]].concat());
        assert_eq!(said.status, 1, "{}", said.whole());
        let wanted = format!(". {change} (it.dungeon:");
        assert!(said.stdout.contains(&wanted), "{change}:\n{}", said.whole());
        let checked = sandbox.run(&["check", "mended.txt.cert", "mended.txt"]);
        assert_eq!(checked.status, 0, "{}", checked.whole());
        let again = sandbox.run(&["verify", "mended.txt", "-p", property]);
        assert_eq!(again.status, 0, "{}", again.whole());
    }
}

#[test]
fn what_is_said_of_dungeons() {
    let circle =
        dungeon("room Hall\nroom Attic: Key_A\nroom Vault\nHall - Attic: Key_A\nAttic - Vault\n");
    // Two keys too few, so that two changes are needed.
    let poor =
        dungeon("room Hall\nroom Attic\nroom Vault\nHall - Attic: small\nAttic - Vault: small\n");
    // No passage leads to the goal, and none is ever made.
    let apart = dungeon("room Hall: small\nroom Shed\nroom Vault\nHall - Shed: small\n");
    // There is a key for either door, and nothing for both.
    let thin = dungeon(
        "room Hall: small\nroom Shed\nroom Vault\nHall - Shed: small\nHall - Vault: small\n",
    );
    let sandbox = Sandbox::new(&[
        ("broken.horn", BROKEN),
        ("circle.dungeon", &circle),
        ("poor.dungeon", &poor),
        ("apart.dungeon", &apart),
        ("thin.dungeon", &thin),
    ]);
    let cases: [&[&str]; 8] = [
        &["broken.horn"],
        &["broken.horn", "-p", "goal-safe"],
        &["circle.dungeon"],
        &["poor.dungeon"],
        &["apart.dungeon"],
        &["thin.dungeon"],
        &["thin.dungeon", "-p", "goal-safe"],
        &["thin.dungeon", "-p", "goal-safe", "--no-repair"],
    ];
    let all = cases.map(|arguments| {
        let said = sandbox.run(&[&["explain"], arguments].concat());
        format!(
            "== {}\n{}",
            arguments.join(" "),
            without_times(&said.whole())
        )
    });
    assert_snapshot!(all.join("\n"));
}

#[test]
fn a_repair_is_written_only_if_there_is_one() {
    let apart = dungeon("room Hall\nroom Vault\n");
    let sandbox = Sandbox::new(&[("apart.dungeon", &apart)]);
    let said = sandbox.run(&["explain", "apart.dungeon", "--repaired", "mended.txt"]);
    assert_eq!(said.status, 2, "{}", said.whole());
    assert!(said.stderr.contains("no repaired level"), "{}", said.stderr);
}

#[test]
fn programs_get_objects() {
    let thin = dungeon(
        "room Hall: small\nroom Shed\nroom Vault\nHall - Shed: small\nHall - Vault: small\n",
    );
    let sandbox = Sandbox::new(&[("thin.dungeon", &thin), ("broken.horn", BROKEN)]);
    let said = sandbox.run(&["explain", "broken.horn", "--format", "json"]);
    assert_eq!(said.status, 1, "{}", said.whole());
    let objects = said.objects();
    assert_eq!(objects.len(), 2, "{}", said.whole());
    assert_eq!(objects[0]["verdict"], "violated");
    assert_eq!(objects[1]["missing"][0], "Key_B");
    assert_eq!(objects[1]["stalemates"][1]["line"], 13);
    assert_eq!(
        objects[1]["repairs"][1]["changes"][0]["sort"],
        "drop-condition"
    );
    assert!(objects[1]["losing_play"].is_null());
    let asked = [
        "explain",
        "thin.dungeon",
        "-p",
        "goal-safe",
        "--format",
        "json",
    ];
    let said = sandbox.run(&[&asked[..], &["--repaired", "mended.txt"]].concat());
    let objects = said.objects();
    let play = &objects[1]["losing_play"];
    assert_eq!(play["actions"][0], "Shed");
    assert_eq!(play["is_shortest"], true);
    assert_eq!(play["borders"][0]["passage"], "Hall - Vault");
    assert_eq!(objects[1]["tried"]["single_changes"]["helpful"], 4);
    let level = objects[1]["repairs"][0]["level"].as_str().unwrap();
    assert_eq!(sandbox.read("mended.txt"), level.as_bytes());
}
