//! Dungeons that are drawn: a drawing in, a plan out, or what is wrong with it.

use playproof_dungeon::canonical::DungeonLevel;
use playproof_dungeon::canonical::{Cost, Goal, Map, Plan};
use playproof_dungeon::read;
use playproof_level::{Diagnostic, MAX_SIDE};

const CASTLE: &str = include_str!("../../../../../levels/dungeon/castle.dungeon");

fn map(text: &str) -> Map {
    let collection = read("t", text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(collection.levels.len(), 1);
    let level = &collection.levels[0];
    let again = read("t", level.text().as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    assert!(again.levels[0].same_level(level), "{}", level.text());
    match &DungeonLevel::of(level).expect("a dungeon").plan {
        Plan::Map(map) => map.clone(),
        Plan::Rules(_) => panic!("rules"),
    }
}

/// Passages as text, such as `Hall -a- Vault` and `Hall > Pit`.
fn passages(map: &Map) -> Vec<String> {
    let name = |room: usize| &map.rooms[room].name;
    let passage = |passage: &playproof_dungeon::canonical::Passage| {
        let needs = passage.lock.map(|lock| {
            let needs = map.locks[lock].needs.iter();
            let needs = needs.map(|need| map.kinds[need.kind].name.as_str());
            format!("-{}- ", needs.collect::<Vec<_>>().join("&"))
        });
        let sign = if passage.is_one_way { "> " } else { "- " };
        let sign = needs.unwrap_or(sign.to_owned());
        format!("{} {sign}{}", name(passage.from), name(passage.to))
    };
    map.passages.iter().map(passage).collect()
}

/// What lies in each room.
fn rooms(map: &Map) -> Vec<String> {
    let room = |room: &playproof_dungeon::canonical::Room| {
        let things = room.things.iter();
        let things = things.map(|thing| map.kinds[thing.kind].name.as_str());
        format!("{}: {}", room.name, things.collect::<Vec<_>>().join(" "))
    };
    map.rooms.iter().map(room).collect()
}

fn refused(text: &str) -> String {
    let refused = read("t", text.as_bytes()).expect_err("the file should be refused");
    assert!(refused.place.is_some(), "{refused}");
    refused.to_string()
}

/// What is wrong with a drawing, whose first row is line 3.
fn drawing_refused(drawing: &str) -> String {
    refused(&format!("dungeon\nmap:\n{drawing}\n"))
}

/// What is wrong with a line above a sound drawing.
fn line_refused(line: &str) -> String {
    refused(&format!(
        "dungeon\n{line}\nmap:\n#######\n#@aA1G#\n#######\n"
    ))
}

#[test]
fn the_castle_is_read_room_by_room() {
    let castle = map(CASTLE);
    assert_eq!(read("t", CASTLE.as_bytes()).expect("read").warnings, []);
    assert_eq!(
        rooms(&castle),
        [
            "Gate: brass",
            "Hall: brass",
            "Cellar: lamp",
            "Throne: ",
            "Tower: iron"
        ]
    );
    assert_eq!(
        passages(&castle),
        [
            "Gate -brass- Hall",
            "Hall > Cellar",
            "Cellar -iron&lamp- Throne",
            "Hall -brass- Tower"
        ]
    );
    assert_eq!(castle.rooms[castle.start].name, "Gate");
    assert_eq!(castle.goals, [Goal::Room(3)]);
    assert!(castle.kinds[0].is_used_up);
    let lamp = &castle.rooms[2].things[0];
    let costs = Cost {
        min: 1,
        max: 2,
        extra: 0,
    };
    assert_eq!(
        (lamp.cost, lamp.mark.line, lamp.mark.column),
        (costs, 17, 13)
    );
    let door = &castle.locks[0];
    assert_eq!((door.mark.line, door.mark.column), (18, 5));
}

#[test]
fn letters_without_a_legend_name_themselves() {
    let map = map("dungeon\nmap:\n#########\n#@ aA.G.#\n#########\n");
    assert_eq!(rooms(&map), ["r2c2: a", "r2c6: "]);
    assert_eq!(passages(&map), ["r2c2 -a- r2c6"]);
    assert_eq!(map.goals, [Goal::Room(1)]);
}

#[test]
fn the_first_line_may_be_a_comment_and_the_file_hold_several() {
    let text = "; mine\ndungeon: One\nmap:\n####\n#@G#\n####\n; yours\n\ndungeon: Two\nmap:\n\
                ####\n#G@#\n####\n\n";
    let collection = read("t", text.as_bytes()).expect("two dungeons");
    let titles: Vec<_> = collection.levels.iter().map(|l| l.title()).collect();
    assert_eq!(titles, [Some("One"), Some("Two")]);
}

#[test]
fn what_is_outside_or_hollow_is_no_room() {
    let map = map("dungeon\nmap:\n  ######\n  #...G###\n###.### #\n#@....# #  \n#########\n");
    assert_eq!(rooms(&map), ["r2c4: "]);
    assert!(map.passages.is_empty());
}

#[test]
fn arrows_are_entered_from_behind_and_from_the_sides() {
    let map = map("dungeon\nmap:\n#####\n##1##\n#@>2#\n##3##\n##G##\n#####\n");
    assert_eq!(passages(&map), ["1 > 2", "r3c2 > 2", "3 > 2"]);
    let up = "dungeon\nmap:\n####\n#1G#\n#^v#\n#2@#\n####\n";
    assert_eq!(
        refused(up),
        "t:5:2: `^` is side by side with another door or arrow; put floor between the two"
    );
}

#[test]
fn words_and_a_drawing_go_together() {
    let map = map(
        "dungeon\nstart: Ship\ngoal: Gold\nroom Ship: Rope\nShip - r2c2: Rope\n1: Cave\ng: Gold\n\
         Ship > Cave [1,2]\nmap:\n#######\n#..G..#\n###A###\n#a.1.g#\n#######\n",
    );
    assert_eq!(rooms(&map), ["Ship: Rope", "r2c2: ", "Cave: a Gold"]);
    assert_eq!(
        passages(&map),
        ["Ship -Rope- r2c2", "Ship > Cave", "r2c2 -a- Cave"]
    );
    assert_eq!(map.goals, [Goal::Kind(1), Goal::Room(1)]);
}

#[test]
fn strange_letters_are_told() {
    let legend = "a drawing has walls `#`, floor `.` or a blank, the start `@`, goals `G`, \
                  things `a`, doors `A`, arrows `<>^v` and digits that name rooms; \
                  words come above `map:`, and a comment begins with `;`";
    assert_eq!(
        drawing_refused("#####\n#@$G#\n#####"),
        format!("t:4:3: `$` has no meaning in the drawing of a dungeon; {legend}")
    );
    assert_eq!(
        drawing_refused("####\n#@é#\n####"),
        format!("t:4:3: `é` has no meaning in the drawing of a dungeon; {legend}")
    );
    assert_eq!(
        drawing_refused("####\n#@G#\n####\ngoal: Crown"),
        format!("t:6:5: `:` has no meaning in the drawing of a dungeon; {legend}")
    );
    assert_eq!(
        drawing_refused("#####\n#@\tG#\n#####"),
        "t:4:3: a tab within the drawing; write blanks"
    );
}

#[test]
fn a_drawing_is_whole_and_walled_in() {
    assert_eq!(
        refused("dungeon\n  map:\n\n"),
        "t:2:3: this drawing is empty; expected rows below `map:`, such as `#@.A.G#`"
    );
    let help = "put walls `#` around all floor, doors and arrows; blanks outside mean nothing";
    for (drawing, place) in [
        ("@G", "3:1"),
        ("####\n#@.\n#.G#\n####", "4:3"),
        ("#####\n#@ G#\n## ##", "4:2"),
        ("#####\n#@.##\n#..G#\n###", "5:4"),
        ("#####\n#@.AG\n#####", "4:5"),
        ("#A###\n#@.G#\n#####", "3:2"),
        ("####\n#@.>\n#.G#\n####", "4:4"),
    ] {
        assert_eq!(
            drawing_refused(drawing),
            format!("t:{place}: the dungeon is not walled in here; {help}")
        );
    }
    assert_eq!(
        drawing_refused("####\n#@.#\n  \n\n#.G#\n####"),
        "t:5:1: a blank line within the drawing; a drawing goes on to the end of its dungeon \
         without blank lines; words come above `map:`"
    );
}

#[test]
fn there_is_one_start_and_a_goal() {
    assert_eq!(
        drawing_refused("#####\n#@.@#\n#####"),
        "t:4:4: a second start; the first is in line 4, column 2; play begins in one place"
    );
    assert_eq!(
        line_refused("start: 1"),
        "t:2:8: a second start; `@` is drawn in line 5: play begins there"
    );
    assert_eq!(
        drawing_refused("####\n#.G#\n####"),
        "t:1:1: this dungeon has no start; expected an `@` in the drawing"
    );
    assert_eq!(
        drawing_refused("####\n#@.#\n####"),
        "t:1:1: this dungeon has no goal; \
         expected a `G` in the drawing, or a line such as `goal: Crown`"
    );
}

#[test]
fn doors_and_arrows_lead_from_floor_to_floor() {
    let help = "a door has floor on two sides and walls on the others";
    assert_eq!(
        drawing_refused("######\n#@GA##\n######"),
        format!("t:4:4: the door `A` leads nowhere; {help}")
    );
    assert_eq!(
        drawing_refused("#####\n##.##\n#@AG#\n#####"),
        format!("t:5:3: the door `A` has more than two sides; {help}")
    );
    assert_eq!(
        drawing_refused("######\n#@ABG#\n######"),
        "t:4:3: `A` is side by side with another door or arrow; put floor between the two"
    );
    assert_eq!(
        drawing_refused("#####\n#@G>#\n#####"),
        "t:4:4: the arrow `>` points at a wall; an arrow has floor where it points to"
    );
    assert_eq!(
        drawing_refused("#####\n#>@G#\n#####"),
        "t:4:2: nothing leads to the arrow `>`; \
         an arrow has floor behind it or beside it, from where it is entered"
    );
    assert_eq!(
        drawing_refused("#####\n#@VG#\n#####"),
        "t:4:3: nothing says what the door `V` needs; \
         `v` is an arrow, so write a line such as `V: a`"
    );
}

#[test]
fn the_legend_speaks_of_what_is_drawn() {
    let cases = [
        (
            "B: a",
            "t:2:1: the drawing has no door `B`; draw it, or leave this line out",
        ),
        (
            "b: Rope",
            "t:2:1: the drawing has no thing `b`; draw it, or leave this line out",
        ),
        (
            "2: Hall",
            "t:2:1: the drawing has no room `2`; draw it, or leave this line out",
        ),
        (
            "a: x\na: y",
            "t:3:1: a second meaning of `a`; the first is in line 2",
        ),
        (
            "G: Goal",
            "t:2:1: `G` is the goal in every drawing; choose another letter",
        ),
        (
            "v: Vase",
            "t:2:1: `v` is an arrow in every drawing; choose another letter",
        ),
        (
            "A: a*2",
            "t:2:4: a lock needs several `a`, but they are not used up; \
                    one is enough; or write a line `used-up: a`",
        ),
        (
            "a: Key\nused-up: a",
            "t:3:10: `a` is called `Key`; line 2 says so: write that name",
        ),
        (
            "1: Key\na: Key",
            "t:6:5: `Key` is both a room and a thing; give one of them another name",
        ),
        (
            "1: Hall level 2",
            "t:2:9: `level` is out of place; expected a comma or the end of the line",
        ),
        (
            "a:",
            "t:2:3: something is missing here; expected the name of a thing",
        ),
        (
            "1 - 2",
            "t:2:5: there is no room `2`; declare it with a line that begins with `room`",
        ),
        (
            "room 1",
            "t:5:5: a second room `1`; the first is in line 2, and no floor joins the two",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(line_refused(line), expected);
    }
    assert_eq!(
        refused("dungeon\nstart: A\ngoal: A\nroom A\na: Key\n"),
        "t:5:1: this line speaks of a drawing, and there is none; \
         a line `map:` comes before the rows of a drawing"
    );
    assert_eq!(
        drawing_refused("######\n#@12G#\n######"),
        "t:4:4: this room is called both `1` and `2`; \
         leave one of the digits out, or put a wall or a door between them"
    );
    assert_eq!(
        drawing_refused("######\n#1@#1#\n######"),
        "t:4:5: a second room `1`; the first is in line 4, and no floor joins the two"
    );
}

#[test]
fn keys_without_doors_and_doors_without_keys_are_odd() {
    let text = "dungeon\nmap:\n######\n#@bAG#\n######\n";
    let collection = read("t", text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    let warnings: Vec<String> = collection
        .warnings
        .iter()
        .map(Diagnostic::to_string)
        .collect();
    assert_eq!(
        warnings,
        [
            "t:4:3: a key with no door: nothing is opened with `b`; \
             if it is no key, say so with `item:` or `switch:`",
            "t:4:4: a door with no key: it needs 1 `a`, and the dungeon has 0; nobody can open it"
        ]
    );
}

#[test]
fn sizes_are_limited() {
    let wall = "#".repeat(MAX_SIDE);
    let row = |cells: &str| format!("#{}{cells}#", " ".repeat(MAX_SIDE - 2 - cells.len()));
    let widest = format!("dungeon\nmap:\n{wall}\n{}\n{wall}\n", row("@G"));
    assert_eq!(map(&widest).rooms.len(), 1);
    assert_eq!(
        refused(&widest.replace("@G#", "@.G#")),
        "t:4:1025: this row is too long; a drawing may be at most 1024 cells wide"
    );
    let highest = format!("###\n#@#\n#G#\n{}###", "# #\n".repeat(MAX_SIDE - 4));
    assert_eq!(map(&format!("dungeon\nmap:\n{highest}\n")).rooms.len(), 1);
    assert_eq!(
        drawing_refused(&highest.replace("#G#", "#G#\n#.#")),
        "t:1027:1: too many rows; a drawing may have at most 1024 rows"
    );
}

#[test]
fn an_empty_file_is_told_what_its_name_promises() {
    let help = |name: &str| read(name, b"\n").expect_err("nothing").to_string();
    assert!(help("a/x.dungeon").contains("expected a line `dungeon`"));
    assert!(help("x.HORN").contains("=> Door_B"));
    assert!(help("x.dot").contains("digraph"));
    assert!(help("dungeon").contains("#A G#"));
}
