//! The canonical text says all that a dungeon means: whatever is changed, the text is
//! another one.

use std::sync::Arc;

use playproof_dungeon::canonical::{Cost, DungeonLevel, Goal, HornRules, Map, Mark, Need, Plan};
use playproof_dungeon::read;
use playproof_level::WrittenLevel;

const MAP: &str = "dungeon
start: Hall
goal: Vault, Crown
key: Red, Blue
item: Crown
used-up: Blue
room Hall at 0,0: Red, Blue*2 [1,2]+3 level 4
room Attic: Blue
room Vault: Crown
Hall - Attic: Red
Attic > Vault: lock Gate [1,2]
lock Gate: Blue*2
Hall - Vault: lock Gate
Attic - Hall: Blue
";

const RULES: &str = "rules
init: Lamp
goal: Door, Roof
Lamp => Door [1,2]
Lamp & Door => Roof [0,0]+3
=> Cellar level 2
";

fn text(plan: Plan) -> String {
    let level = DungeonLevel {
        file: "t".to_owned(),
        index: 0,
        title: None,
        source: Arc::from(""),
        mark: Mark::default(),
        plan,
    };
    level.text()
}

fn plan(text: &str) -> Plan {
    let file = read("t", text.as_bytes()).expect("a dungeon");
    let level = DungeonLevel::of(&file.levels[0]).expect("a dungeon");
    level.plan.clone()
}

/// The text after each change; none may be the original's, and no two the same.
fn assert_all_differ(mut texts: Vec<String>) {
    let n = texts.len();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), n, "{texts:#?}");
    assert!(texts.iter().all(|text| !text.is_empty()));
}

#[test]
fn every_change_of_a_map_is_seen() {
    let Plan::Map(map) = plan(MAP) else {
        panic!("a map")
    };
    let more = Cost {
        max: 9,
        ..Cost::default()
    };
    let changes: &[fn(&mut Map, Cost)] = &[
        |_, _| {},
        |m, _| m.start = 1,
        |m, _| m.goals[0] = Goal::Room(1),
        |m, _| m.goals[1] = Goal::Kind(0),
        |m, _| m.goals.truncate(1),
        |m, _| m.kinds[0].is_used_up = true,
        |m, _| m.kinds[1].is_used_up = false,
        |m, _| m.rooms[0].things.truncate(2),
        |m, _| m.rooms[0].things[0].kind = 2,
        |m, cost| m.rooms[0].things[0].cost = cost,
        |m, _| m.rooms[0].things[1].cost.min = 0,
        |m, _| m.rooms[0].things[1].cost.extra = 4,
        |m, _| m.rooms[0].things[1].experience = 0,
        |m, _| m.rooms[0].things.swap(0, 2),
        |m, _| m.rooms[1].things.clear(),
        |m, _| m.passages[0].from = 2,
        |m, _| m.passages[0].to = 0,
        |m, _| m.passages[0].is_one_way = true,
        |m, _| m.passages[1].is_one_way = false,
        |m, _| m.passages[2].lock = None,
        |m, cost| m.passages[2].cost = cost,
        |m, _| m.passages[1].experience = 1,
        |m, _| drop(m.passages.pop().map(|_| m.locks.pop())),
        |m, _| m.locks[0].needs[0].kind = 1,
        |m, _| m.locks[1].needs[0].count = 1,
        |m, _| m.locks[1].needs.push(Need { kind: 0, count: 1 }),
        |m, _| m.locks[2].needs[0].count = 2,
    ];
    let changed = changes.iter().map(|change| {
        let mut map = map.clone();
        change(&mut map, more);
        text(Plan::Map(map))
    });
    assert_all_differ(changed.collect());
}

#[test]
fn every_change_of_rules_is_seen() {
    let Plan::Rules(rules) = plan(RULES) else {
        panic!("rules")
    };
    let changes: &[fn(&mut HornRules)] = &[
        |_| {},
        |r| r.init.clear(),
        |r| r.init.push(3),
        |r| r.goals.truncate(1),
        |r| r.goals.swap(0, 1),
        |r| r.rules.truncate(r.rules.len() - 1),
        |r| r.rules[0].head = 2,
        |r| r.rules[0].cost.max = 3,
        |r| r.rules[1].cost.extra = 0,
        |r| r.rules[2].experience = 1,
        |r| r.rules[1].body.end -= 1,
        |r| r.bodies[0] = 1,
    ];
    let changed = changes.iter().map(|change| {
        let mut rules = rules.clone();
        change(&mut rules);
        text(Plan::Rules(rules))
    });
    assert_all_differ(changed.collect());
}

/// What could be read in two ways has no text.
#[test]
fn what_no_text_says_without_doubt_has_none() {
    let Plan::Map(map) = plan(MAP) else {
        panic!("a map")
    };
    let unclear: &[fn(&mut Map)] = &[
        |m| m.rooms[1].name = "Hall".to_owned(),
        |m| m.kinds[1].name = "Red".to_owned(),
        |m| m.kinds[0].name = "Vault".to_owned(),
        |m| m.rooms[1].name = "a\", \"b".to_owned(),
        |m| m.rooms[1].name = "Attic\nroom Cellar".to_owned(),
        // Two passages behind one lock without a name: whoever opens it opens both.
        |m| m.passages[1].lock = m.passages[3].lock,
        |m| m.locks[2].name = Some("Gate".to_owned()),
    ];
    for (i, change) in unclear.iter().enumerate() {
        let mut map = map.clone();
        change(&mut map);
        assert_eq!(text(Plan::Map(map)), "", "{i}");
    }
    let Plan::Rules(mut rules) = plan(RULES) else {
        panic!("rules")
    };
    rules.facts[1] = rules.facts[0].clone();
    assert_eq!(text(Plan::Rules(rules)), "");
}
