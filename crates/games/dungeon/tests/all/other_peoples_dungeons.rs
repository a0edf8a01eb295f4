//! The dungeon graphs of The VGLC, found through `PLAYPROOF_LEVELS` (default:
//! `../shared/levels` beside the project). Where there are none, the test says
//! so and shows nothing.

use playproof_dungeon::canonical::DungeonLevel;
use std::path::PathBuf;

use playproof_dungeon::canonical::{Map, Plan};
use playproof_dungeon::read;
use playproof_level::{Collection, Diagnostic};

fn graph(name: &str) -> Option<Result<Collection, Diagnostic>> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../shared/levels");
    let folder = std::env::var_os("PLAYPROOF_LEVELS").map_or_else(|| beside.into(), PathBuf::from);
    if !folder.is_dir() {
        println!("skipped: no levels of other people at {}", folder.display());
        return None;
    }
    let bytes = std::fs::read(folder.join("dungeon/zelda").join(name)).expect(name);
    Some(read(name, &bytes))
}

fn names() -> impl Iterator<Item = String> {
    let of = |game| (1..=9).map(move |n| format!("{game}_{n}.dot"));
    of("LoZ").chain(of("LoZ2"))
}

fn map(collection: &Collection) -> &Map {
    assert_eq!(collection.levels.len(), 1);
    match &DungeonLevel::of(&collection.levels[0])
        .expect("a dungeon")
        .plan
    {
        Plan::Map(dungeon) => dungeon,
        Plan::Rules(_) => panic!("a map"),
    }
}

/// In five graphs labels of rooms break off at the end of a line. Read line by line,
/// these rooms are never declared, though passages lead to them.
#[test]
fn five_graphs_are_defective() {
    let defects = [
        ("LoZ_5.dot", "17", 19, 0),
        ("LoZ_6.dot", "0", 2, 0),
        ("LoZ_7.dot", "0", 2, 5),
        ("LoZ_8.dot", "11", 13, 3),
        ("LoZ_9.dot", "16", 18, 0),
    ];
    let mut n_refused = 0;
    for name in names() {
        let Some(graph) = graph(&name) else { return };
        let defect = defects.iter().find(|(file, ..)| *file == name);
        match (graph, defect) {
            (Ok(_), None) => {}
            (Err(refused), Some((_, room, line, n_others))) => {
                n_refused += 1;
                let message = format!("room `{room}` is undeclared");
                assert!(refused.message.starts_with(&message), "{refused}");
                assert_eq!(refused.place.map(|place| place.line), Some(*line));
                let help = refused.help.unwrap_or_default();
                assert_eq!(help.matches(" in line ").count(), *n_others, "{help}");
            }
            (Ok(_), Some(_)) => panic!("{name} is defective"),
            (Err(refused), None) => panic!("{refused}"),
        }
    }
    assert_eq!(n_refused, 5);
}

/// Rooms, passages, how many of these are one-way, locks and things of every sound
/// graph, counted by another program.
#[test]
fn sound_graphs_are_read_and_written() {
    let expected = [
        ("LoZ_1.dot", [19, 21, 2, 6, 8]),
        ("LoZ_2.dot", [19, 24, 0, 3, 5]),
        ("LoZ_3.dot", [20, 21, 0, 4, 6]),
        ("LoZ_4.dot", [27, 29, 0, 10, 5]),
        ("LoZ2_1.dot", [16, 16, 0, 2, 3]),
        ("LoZ2_2.dot", [23, 25, 1, 4, 9]),
        ("LoZ2_3.dot", [12, 11, 0, 3, 5]),
        ("LoZ2_4.dot", [35, 43, 3, 4, 6]),
        ("LoZ2_5.dot", [19, 18, 0, 2, 4]),
        ("LoZ2_6.dot", [30, 33, 0, 13, 4]),
        ("LoZ2_7.dot", [31, 34, 7, 2, 3]),
        ("LoZ2_8.dot", [37, 40, 7, 5, 6]),
        ("LoZ2_9.dot", [66, 86, 21, 1, 3]),
    ];
    for (name, counts) in expected {
        let Some(graph) = graph(name) else { return };
        let collection = graph.unwrap_or_else(|e| panic!("{e}"));
        let dungeon = map(&collection);
        let n_one_way = dungeon.passages.iter().filter(|p| p.is_one_way).count();
        let n_things = dungeon.rooms.iter().map(|room| room.things.len()).sum();
        let read_counts = [
            dungeon.rooms.len(),
            dungeon.passages.len(),
            n_one_way,
            dungeon.locks.len(),
            n_things,
        ];
        assert_eq!(read_counts, counts, "{name}");
        let again = read(name, collection.text().as_bytes()).unwrap_or_else(|e| panic!("{e}"));
        assert!(again.levels[0].same_level(&collection.levels[0]), "{name}");
        assert_eq!(again.text(), collection.text(), "{name}");
    }
}

#[test]
fn what_the_legend_does_not_know_is_told_once() {
    let Some(graph) = graph("LoZ_3.dot") else {
        return;
    };
    let warnings = graph.expect("a sound graph").warnings;
    let warnings: Vec<String> = warnings.iter().map(Diagnostic::to_string).collect();
    let expected = [
        "LoZ_3.dot:2:13: the legend does not know `i` on a room; labels with it: 5; it is read as nothing",
        "LoZ_3.dot:19:12: the legend does not know `ei` on a room; labels with it: 1; it is read as nothing",
        "LoZ_3.dot:18:1: rooms with a triforce: 2; all of them must be reached",
    ];
    assert_eq!(warnings, expected);
}
