//! Laws of drawn dungeons: a walk over the cells reaches what the rooms say; what is
//! read is read again when it is written; and no drawing is too strange.

use playproof_dungeon::canonical::DungeonLevel;
use std::collections::BTreeSet;

use playproof_dungeon::canonical::{Map, Plan};
use playproof_dungeon::read;
use proptest::collection::vec;
use proptest::prelude::*;

type Cells = Vec<Vec<char>>;

/// Floor on a lattice, with walls, doors, arrows or floor between: each has floor on
/// two sides only.
fn lattice() -> impl Strategy<Value = Cells> {
    let room = "[ .abcGab]";
    let between = "[#### .AABC<>v^]";
    let letters = |pattern: &str, n: usize| {
        let letter = proptest::string::string_regex(pattern).expect("the pattern is sound");
        vec(letter.prop_map(|s| s.chars().next().expect("a letter")), n)
    };
    (1..5_usize, 1..5_usize).prop_flat_map(move |(width, height)| {
        let (rooms, ways) = (width * height, 2 * width * height);
        (letters(room, rooms), letters(between, ways), 0..rooms).prop_map(
            move |(rooms, ways, start)| {
                let mut cells = vec![vec!['#'; 2 * width + 1]; 2 * height + 1];
                for at in 0..width * height {
                    let (x, y) = (at % width, at / width);
                    cells[2 * y + 1][2 * x + 1] = rooms[at];
                    // Arrows along the way only, so that they point at floor.
                    let along = |way: char, arrows: [char; 2]| match way {
                        '<' | '>' | '^' | 'v' if !arrows.contains(&way) => arrows[0],
                        way => way,
                    };
                    if x + 1 < width {
                        cells[2 * y + 1][2 * x + 2] = along(ways[2 * at], ['<', '>']);
                    }
                    if y + 1 < height {
                        cells[2 * y + 2][2 * x + 1] = along(ways[2 * at + 1], ['^', 'v']);
                    }
                }
                cells[2 * (start / width) + 1][2 * (start % width) + 1] = '@';
                cells
            },
        )
    })
}

fn text(cells: &Cells) -> String {
    let rows = cells.iter().map(|row| row.iter().collect::<String>());
    let rows: Vec<String> = rows.collect();
    // The goal is never missing: it is a thing that lies nowhere, if need be.
    format!("dungeon\ngoal: a\nmap:\n{}\n", rows.join("\n"))
}

fn map(text: &str) -> Option<Map> {
    let collection = read("t", text.as_bytes()).ok()?;
    match &DungeonLevel::of(&collection.levels[0])?.plan {
        Plan::Map(map) => Some(map.clone()),
        Plan::Rules(_) => None,
    }
}

/// The things that can be had by walking over cells, keys being kept.
fn had_by_cells(cells: &Cells) -> BTreeSet<String> {
    let mut had: BTreeSet<char> = BTreeSet::new();
    let all = || {
        let rows = cells.iter().enumerate();
        rows.flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)))
    };
    let mut reached: BTreeSet<(usize, usize)> =
        all().filter(|&(x, y)| cells[y][x] == '@').collect();
    loop {
        let mut next = reached.clone();
        for &(x, y) in &reached {
            let here = cells[y][x];
            let steps = [
                ('^', x, y - 1),
                ('<', x - 1, y),
                ('>', x + 1, y),
                ('v', x, y + 1),
            ];
            for (way, to_x, to_y) in steps {
                let there = cells[to_y][to_x];
                let against = [('^', 'v'), ('v', '^'), ('<', '>'), ('>', '<')];
                let leaves = !"<>^v".contains(here) || here == way;
                let enters = match there {
                    '#' => false,
                    '<' | '>' | '^' | 'v' => !against.contains(&(way, there)),
                    'A' | 'B' | 'C' => had.contains(&there.to_ascii_lowercase()),
                    _ => true,
                };
                if leaves && enters {
                    next.insert((to_x, to_y));
                }
            }
        }
        let found = next.iter().map(|&(x, y)| cells[y][x]);
        let found: BTreeSet<char> = found.filter(|c| "abc".contains(*c)).collect();
        if next == reached && found == had {
            return had.iter().map(char::to_string).collect();
        }
        (reached, had) = (next, found);
    }
}

/// The same by rooms and passages.
fn had_by_rooms(map: &Map) -> BTreeSet<String> {
    let mut reached = BTreeSet::from([map.start]);
    loop {
        let things = reached.iter().flat_map(|room| &map.rooms[*room].things);
        let had: BTreeSet<usize> = things.map(|thing| thing.kind).collect();
        let n_before = reached.len();
        for passage in &map.passages {
            let mut needs = passage.lock.iter().flat_map(|lock| &map.locks[*lock].needs);
            if !needs.all(|need| had.contains(&need.kind)) {
                continue;
            }
            if reached.contains(&passage.from) {
                reached.insert(passage.to);
            }
            if reached.contains(&passage.to) && !passage.is_one_way {
                reached.insert(passage.from);
            }
        }
        if reached.len() == n_before {
            return had
                .iter()
                .map(|kind| map.kinds[*kind].name.clone())
                .collect();
        }
    }
}

fn mirrored(cells: &Cells) -> Cells {
    let turned = |c: &char| match c {
        '<' => '>',
        '>' => '<',
        c => *c,
    };
    let rows = cells.iter();
    rows.map(|row| row.iter().rev().map(turned).collect())
        .collect()
}

/// Rows of what stands in drawings, whole and broken, with lines above.
fn any_drawing() -> impl Strategy<Value = String> {
    let line =
        "(a: Key|B: a & b|B: b\\*2 \\[1,2\\]|1: Hall|1: a|used-up: [ab]|room Hall|Hall - 1|G: x)\n";
    let row = "#[#.@GabAB1<>v^ ]{0,6}#?(\n|\r\n|\r)";
    let text = format!(
        "dungeon(: t)?\n({line}){{0,3}}map:\n######\n({row}){{0,5}}######(\n#é|\n\n##|\n;x)?\n"
    );
    proptest::string::string_regex(&text).expect("the pattern is sound")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn rooms_reach_what_cells_reach(cells in lattice()) {
        let text = text(&cells);
        // A goal that is named nowhere is the one thing that is refused here.
        if let Some(map) = map(&text) {
            prop_assert_eq!(had_by_rooms(&map), had_by_cells(&cells), "{}", text);
            let mirrored = self::map(&self::text(&mirrored(&cells)));
            let mirrored = mirrored.expect("it is read as well");
            prop_assert_eq!(mirrored.rooms.len(), map.rooms.len());
            prop_assert_eq!(had_by_rooms(&mirrored), had_by_rooms(&map));
        } else {
            let refused = read("t", text.as_bytes()).expect_err("refused").to_string();
            let is_expected = refused.contains("no thing `a`");
            prop_assert!(is_expected, "{}\n{}", refused, text);
        }
    }

    #[test]
    fn a_drawing_is_read_again_as_words(text in prop_oneof![
        any_drawing(), lattice().prop_map(|cells| text(&cells))
    ]) {
        match read("t", text.as_bytes()) {
            Ok(collection) => {
                let written = collection.text();
                let again = read("t", written.as_bytes());
                let again = again.map_err(|e| TestCaseError::fail(format!("{e}\n{written}")))?;
                prop_assert!(again.levels[0].same_level(&collection.levels[0]), "{}", written);
                prop_assert_eq!(again.text(), written);
            }
            Err(refused) => {
                prop_assert!(!refused.to_string().contains(char::is_control));
            }
        }
    }

    #[test]
    fn walls_and_blanks_around_a_drawing_change_nothing(cells in lattice(), blanks in 0..3_usize) {
        let plain = text(&cells);
        let head = "dungeon\ngoal: a\nmap:\n";
        let rows = plain.strip_prefix(head).expect("the head").lines();
        let rows: Vec<String> = rows.map(|row| format!("#{}{row}#{}", " ".repeat(blanks), " ".repeat(blanks))).collect();
        let wall = "#".repeat(rows[0].trim_end().len());
        let around = format!("{head}{wall}\n{}\n{wall}\n", rows.join("\n"));
        let things = |text: &str| map(text).map(|map| (map.rooms.len(), had_by_rooms(&map)));
        prop_assert_eq!(things(&plain), things(&around), "{}", around);
    }
}
