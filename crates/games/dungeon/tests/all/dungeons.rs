//! One example for each thing that can be said of a dungeon: a text in, a plan out.

use playproof_dungeon::canonical::{Cost, DungeonLevel, Goal, HornRules, Map, Plan, What};
use playproof_dungeon::read;
use playproof_level::{Collection, Level};

const MILL: &str = include_str!("../../../../../levels/dungeon/mill.dungeon");
const FIRST: &str = include_str!("../../../../../levels/dungeon/seed-first.horn");
const BROKEN: &str = include_str!("../../../../../levels/dungeon/seed-broken.horn");
const MANY: &str = include_str!("../../../../../levels/dungeon/seed-many.horn");

fn levels(text: &str) -> Collection {
    read("t", text.as_bytes()).unwrap_or_else(|e| panic!("{text:?} is refused: {e}"))
}

/// The only level, which reads the same when it is written.
fn level(text: &str) -> DungeonLevel {
    let collection = levels(text);
    assert_eq!(collection.levels.len(), 1, "{text:?} should hold one level");
    let level = &collection.levels[0];
    let again = levels(&level.text());
    assert!(again.levels[0].same_level(level), "{}", level.text());
    assert_eq!(again.levels[0].title(), level.title());
    assert_eq!(again.levels[0].text(), level.text());
    DungeonLevel::of(level).expect("a dungeon").clone()
}

fn map(text: &str) -> Map {
    match level(text).plan {
        Plan::Map(dungeon) => dungeon,
        Plan::Rules(_) => panic!("{text:?} should be a map"),
    }
}

fn rules(text: &str) -> HornRules {
    match level(text).plan {
        Plan::Map(_) => panic!("{text:?} should be rules"),
        Plan::Rules(rules) => rules,
    }
}

/// Rules as text, one a line, whatever else the level says.
fn written(rules: &HornRules) -> Vec<String> {
    let names = |facts: &[u32]| {
        let names: Vec<&str> = facts
            .iter()
            .map(|f| rules.facts[*f as usize].as_str())
            .collect();
        names.join("&")
    };
    let rule = |i| {
        format!(
            "{}=>{}",
            names(rules.body(i)),
            names(&[rules.rules[i].head])
        )
    };
    (0..rules.rules.len()).map(rule).collect()
}

#[test]
fn the_mill_has_all_that_a_map_can_have() {
    let level = level(MILL);
    assert_eq!(level.title.as_deref(), Some("The old mill"));
    assert_eq!((level.mark.line, level.mark.column), (1, 1));
    let dungeon = map(MILL);
    assert_eq!(levels(MILL).warnings, []);
    assert_eq!(
        (
            dungeon.rooms.len(),
            dungeon.passages.len(),
            dungeon.locks.len()
        ),
        (7, 8, 5)
    );
    assert_eq!(dungeon.rooms[dungeon.start].name, "Yard");
    assert_eq!(dungeon.goals, [Goal::Room(6)]);
    let kinds: Vec<_> = dungeon
        .kinds
        .iter()
        .map(|k| (&*k.name, k.what, k.is_used_up))
        .collect();
    let expected = [
        ("small", What::Key, true),
        ("Lamp", What::Item, false),
        ("Lever", What::Switch, false),
        ("Key_A", What::Key, false),
    ];
    assert_eq!(kinds, expected);

    let loft = &dungeon.rooms[5];
    assert_eq!(
        (loft.at, loft.things.len(), loft.things[0].experience),
        (Some((2, 1)), 1, 2)
    );
    assert_eq!(
        loft.things[0].cost,
        Cost {
            min: 1,
            max: 4,
            extra: 2
        }
    );
    let place = level.place(loft.things[0].mark);
    assert_eq!((place.line, place.column), (14, 19));

    let falls: Vec<_> = dungeon.passages.iter().filter(|p| p.is_one_way).collect();
    assert_eq!(falls.len(), 1);
    assert_eq!((falls[0].from, falls[0].to, falls[0].lock), (3, 4, None));
    // Both ways to the vault share one lock.
    let gates = dungeon.passages.iter().filter(|p| p.to == 6);
    let gates: Vec<_> = gates.map(|p| p.lock).collect();
    assert_eq!(gates, [Some(4), Some(4)]);
    assert_eq!(dungeon.locks[4].name.as_deref(), Some("Gate"));
    assert_eq!(dungeon.locks[4].needs.len(), 2);
}

#[test]
fn the_canonical_text_of_a_map_names_everything_in_order() {
    let text = "\
dungeon : A  # B
A > \"the end\": lock G [1,2]   // passages may come first
A - end:small & small,gem level 3
lock H: gem
lock G: gem & \"a key\"
start: A
goal: gem, end, gem
used-up: small
item: gem
room end
room A at -3,4: small*2, small, small [0,0]+1, gem [1,2] + 3 level 4, \"a key\"
room \"the end\": level level 4
";
    let expected = "\
dungeon: A  # B
start: A
goal: gem, end
key: small
item: gem
key: \"a key\", \"level\"
used-up: small
room end
room A at -3,4: small*3, small [0,0]+1, gem [1,2]+3 level 4, \"a key\"
room \"the end\": \"level\" level 4
lock G: gem & \"a key\"
A > \"the end\": lock G [1,2]
A - end: small*2 & gem level 3
lock H: gem
";
    assert_eq!(Level::of_words(level(text)).text(), expected);
}

#[test]
fn a_goal_may_be_a_thing() {
    let dungeon = map("dungeon\nstart: A\ngoal: crown, A\nroom A: crown");
    assert_eq!(dungeon.goals, [Goal::Kind(0), Goal::Room(0)]);
}

#[test]
fn several_dungeons_stand_in_one_file() {
    let text =
        "; mine\ndungeon: 1\nroom A\nstart: A\ngoal: A\n\ndungeon\nstart: B\ngoal: B\nroom B\n";
    let collection = levels(text);
    let known: Vec<_> = collection
        .levels
        .iter()
        .map(|l| (l.index(), l.title()))
        .collect();
    assert_eq!(known, [(0, Some("1")), (1, None)]);
    assert_eq!(collection.levels[1].beginning().line, 7);
    let again = levels(&collection.text());
    assert_eq!(again.levels.len(), 2);
    for (a, b) in again.levels.iter().zip(&collection.levels) {
        assert!(a.same_level(b) && a.title() == b.title() && a.index() == b.index());
    }
    assert!(!collection.levels[0].same_level(&collection.levels[1]));
}

#[test]
fn the_seeds_first_level_is_read() {
    let level = level(FIRST);
    assert_eq!(
        level.title.as_deref(),
        Some("Locks and keys, the first level")
    );
    let rules = rules(FIRST);
    assert_eq!((rules.facts.len(), rules.rules.len()), (14, 13));
    // What holds at the beginning and the goal have the first numbers.
    assert_eq!(rules.facts[..2], ["Key_A", "Door_Finish"]);
    assert_eq!((&rules.init[..], &rules.goals[..]), (&[0][..], &[1][..]));
    assert_eq!(written(&rules)[3], "Door_A&Key_D=>Door_D2");
    assert_eq!(written(&rules)[12], "Door_C+E&Key_Finish=>Door_Finish");
    assert_eq!(
        (rules.rules[3].mark.line, rules.rules[3].mark.column),
        (8, 1)
    );
    assert_eq!(levels(FIRST).warnings, []);
}

#[test]
fn the_seeds_other_levels_differ_from_the_first_as_they_should() {
    let first = written(&rules(FIRST));
    let broken = written(&rules(BROKEN));
    let without: Vec<_> = first
        .iter()
        .filter(|r| *r != "Door_D1=>Key_B")
        .cloned()
        .collect();
    assert_eq!(broken, without);
    let many = written(&rules(MANY));
    let more: Vec<_> = many.iter().filter(|r| !first.contains(r)).collect();
    let expected = [
        "Door_T=>Key_Finish",
        "Door_B=>Key_C",
        "Door_A&Door_T&Key_Finish=>Door_Finish",
        "Door_D1&Door_B&Key_Finish=>Door_Finish",
    ];
    assert_eq!(more, expected);
    assert!(first.iter().all(|r| many.contains(r)));
}

#[test]
fn rules_are_written_in_several_ways() {
    let text = "\
A & B => C [1,3]+2 level 2, \"D E\"   # two rules
A ∧ B/\\C&&A ⇒ Door_C+E // a condition counts once
=> A [0,1]
goal: Door_C+E
B, C=>A & B
init: B,B
";
    let rules = rules(text);
    let expected = [
        "A&B=>C",
        "A&B=>D E",
        "A&B&C=>Door_C+E",
        "=>A",
        "B&C=>A",
        "B&C=>B",
    ];
    assert_eq!(written(&rules), expected);
    assert_eq!(
        rules.rules[0].cost,
        Cost {
            min: 1,
            max: 3,
            extra: 2
        }
    );
    assert_eq!(
        (rules.rules[0].experience, rules.rules[1].experience),
        (2, 0)
    );
    assert_eq!(rules.rules[3].cost.max, 1);
    assert_eq!((rules.init.len(), rules.facts[0].as_str()), (1, "B"));
    assert_eq!(rules.fact_marks[0].line, 1);
    let canonical = "\
rules
init: B
goal: Door_C+E
A & B => C [1,3]+2 level 2
A & B => \"D E\"
A & B & C => Door_C+E
=> A [0,1]
B & C => A
B & C => B
";
    assert_eq!(Level::of_words(level(text)).text(), canonical);
}

#[test]
fn several_sets_of_rules_stand_in_one_file() {
    let text =
        "goal: A\n=> A\nrules: two => three # four\nB => B\ngoal: B\ninit:\nrules\ngoal: C\n";
    let collection = levels(text);
    let titles: Vec<_> = collection.levels.iter().map(Level::title).collect();
    assert_eq!(titles, [None, Some("two => three # four"), None]);
    let again = levels(&collection.text());
    assert_eq!(again.text(), collection.text());
    assert_eq!(again.levels.len(), 3);
}

#[test]
fn a_graph_becomes_a_map() {
    let text = "\
/* a
graph */ digraph Mill { # small
graph [label=\"nothing\"]; rankdir = LR
node [shape=\"box\"]
start [label=\"s,e, k\"]; \"the end\" [color=red, label=t];
2 [label=\"K,I,S1,,p\"]
3
start -> 2 [label=\"k\"]; 2 -> start [label=k]
2->\"the end\" [label=\"I,K,S1\"]
\"the end\" -> 2 [label=\"l\"]
2 -> 3 [label=s]
2 -> 3 -> start
start -> 3 [label=b]
}
";
    let level = level(text);
    assert_eq!(level.title.as_deref(), Some("Mill"));
    assert_eq!(level.mark.line, 2);
    let expected = "\
dungeon: Mill
start: start
goal: \"the end\"
key: key, boss-key
item: key-item
switch: switch-1
used-up: key
room start: key
room \"the end\"
room 2: boss-key, key-item, switch-1
room 3
start - 2: key
2 > \"the end\": boss-key & key-item & switch-1
\"the end\" > 2
2 > 3
3 - start
";
    assert_eq!(Level::of_words(level.clone()).text(), expected);
    let dungeon = map(text);
    let mark = dungeon.rooms[0].things[0].mark;
    assert_eq!((mark.line, mark.column), (5, 20));
    assert_eq!(levels(text).warnings, []);
}

#[test]
fn an_undirected_graph_has_passages_in_both_directions() {
    let dungeon = map("graph { a [label=s] b [label=t] a -- b [label=k] a--b b -- a }");
    assert_eq!(dungeon.passages.len(), 3);
    assert!(dungeon.passages.iter().all(|p| !p.is_one_way));
}

/// Linear, so that a million rules take about a second; here only that they are read.
#[test]
fn many_rules_are_read() {
    let n_rules = 200_000;
    let mut text = "init: f0\ngoal: f200000\n".to_owned();
    for i in 0..n_rules {
        text.push_str(&format!("f{i} & f{} => f{}\n", i / 2, i + 1));
    }
    let rules = match &DungeonLevel::of(&levels(&text).levels[0]).unwrap().plan {
        Plan::Rules(rules) => rules.clone(),
        Plan::Map(_) => unreachable!(),
    };
    assert_eq!(
        (rules.rules.len(), rules.facts.len()),
        (n_rules, n_rules + 1)
    );
    // The first rule has one condition: both are the same.
    assert_eq!(rules.bodies.len(), 2 * n_rules - 1);
}

/// The examples of `docs/formats.md` are dungeons without a fault.
#[test]
fn documented_dungeons_are_read() {
    let docs = include_str!("../../../../../docs/formats.md");
    let blocks = docs.split("```\n").skip(1).step_by(2);
    let is_dungeon = |block: &&str| block.starts_with("dungeon") || block.contains("=>");
    let dungeons: Vec<&str> = blocks.filter(is_dungeon).collect();
    assert_eq!(dungeons.len(), 3);
    for text in dungeons {
        assert!(level(text).title.is_some());
        assert_eq!(levels(text).warnings, []);
    }
}
