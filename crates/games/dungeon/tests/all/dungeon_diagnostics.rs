//! What is refused or odd in a dungeon's text: where, why, and what was expected.

use playproof_dungeon::canonical::{MAX_NEEDS, MAX_ROOMS, MAX_RULES};
use playproof_dungeon::read;
use playproof_level::Diagnostic;

fn refused(text: &str) -> String {
    let refused = read("t", text.as_bytes()).expect_err("the file should be refused");
    assert!(refused.place.is_some(), "{refused}");
    refused.to_string()
}

/// A dungeon of two rooms, with this line 6.
fn with_line(line: &str) -> String {
    format!("dungeon\nstart: Hall\ngoal: Vault\nroom Hall\nroom Vault\n{line}\n")
}

fn line_refused(line: &str) -> String {
    refused(&with_line(line))
}

fn warnings(text: &str) -> Vec<String> {
    let collection = read("t", text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    collection
        .warnings
        .iter()
        .map(Diagnostic::to_string)
        .collect()
}

#[test]
fn unknown_names_are_told_with_the_nearest_known_one() {
    assert_eq!(
        line_refused("Hall - Vualt"),
        "t:6:8: there is no room `Vualt`; did you mean `Vault`?"
    );
    assert_eq!(
        line_refused("  Cellar > Hall"),
        "t:6:3: there is no room `Cellar`; declare it with a line that begins with `room`"
    );
    assert_eq!(
        refused("dungeon\nstart: A\ngoal: B\nroom A\n"),
        "t:3:7: there is no room and no thing `B`; \
         a goal is a room that is declared or a thing that lies in one"
    );
    assert_eq!(
        refused("dungeon\nstart: Start\ngoal: A\nroom A\n"),
        "t:2:8: there is no room `Start`; declare it with a line that begins with `room`"
    );
    assert_eq!(
        line_refused("Hall - Vault: lock Gate"),
        "t:6:20: there is no lock `Gate`; declare it: lock Gate: what opens it"
    );
    assert_eq!(
        line_refused("gaol: Hall"),
        "t:6:1: a dungeon has no `gaol:`; expected one of start, goal, used-up, key, item, switch, map"
    );
    assert_eq!(
        line_refused("swich: Lever"),
        "t:6:1: a dungeon has no `swich:`; did you mean `switch`?"
    );
}

#[test]
fn there_is_one_start_and_a_goal() {
    assert_eq!(
        line_refused("start: Vault"),
        "t:6:8: a second start; play begins in one room"
    );
    assert_eq!(
        refused("dungeon\nstart: A, B"),
        "t:2:9: a second start; play begins in one room"
    );
    assert_eq!(
        refused("\ndungeon: x\ngoal: A\nroom A"),
        "t:2:1: this dungeon has no start; expected a line such as `start: Hall`"
    );
    assert_eq!(
        refused("dungeon\nstart: A\nroom A\ndungeon\n"),
        "t:1:1: this dungeon has no goal; expected a line such as `goal: Vault`"
    );
    assert_eq!(
        refused("# c\nA => B"),
        "t:2:1: these rules have no goal; expected a line such as `goal: Door_Finish`"
    );
}

#[test]
fn everything_has_a_name_of_its_own() {
    assert_eq!(
        line_refused("room Hall: small"),
        "t:6:6: a second room `Hall`; the first is declared in line 4; give each a name of its own"
    );
    assert_eq!(
        line_refused("lock G: a\nlock G: b"),
        "t:7:6: a second lock `G`; the first is declared in line 6"
    );
    assert_eq!(
        line_refused("item: a\nswitch: b, a"),
        "t:7:12: `a` is called something else above; a kind of thing is a key, an item or a switch"
    );
    assert_eq!(
        line_refused("item: Vault"),
        "t:3:7: `Vault` is both a room and a thing; give one of them another name"
    );
    assert_eq!(
        refused("title: a\ntitle: b\ngoal: a"),
        "t:2:1: a second title; rules have one title"
    );
}

#[test]
fn costs_and_counts_are_checked() {
    assert_eq!(
        line_refused("Hall - Vault: key [5,2]"),
        "t:6:19: this interval is reversed: 5 to 2; the lower cost comes first: [2,5]"
    );
    assert_eq!(
        refused("goal: A\n=> A [3,1]"),
        "t:2:6: this interval is reversed: 3 to 1; the lower cost comes first: [1,3]"
    );
    let too_large = "this number is too large; a number may be at most 4294967295";
    assert_eq!(
        line_refused("Hall - Vault [0,4294967296]"),
        format!("t:6:17: {too_large}")
    );
    assert_eq!(
        line_refused("room A: k [0,1]+99999999999"),
        format!("t:6:16: {too_large}")
    );
    assert_eq!(
        line_refused("room A: k level 99999999999"),
        format!("t:6:17: {too_large}")
    );
    assert_eq!(
        line_refused("room A at 9999999999,1"),
        "t:6:11: `9999999999` is out of place; expected a whole number from -2147483648 to 2147483647"
    );
    assert_eq!(
        line_refused("Hall - Vault [1,x]"),
        "t:6:17: `x` is out of place; expected a number"
    );
    assert_eq!(
        line_refused("Hall - Vault [1]"),
        "t:6:16: `]` is out of place; expected a comma and the highest cost"
    );
    assert_eq!(
        line_refused("room A: k*0"),
        "t:6:11: none of a kind; a count is at least 1"
    );
    assert_eq!(
        line_refused("used-up: a\nHall - Vault: a*4294967295 & a"),
        "t:7:30: too many of one kind; write a lower number"
    );
}

#[test]
fn several_are_needed_only_of_what_is_used_up() {
    let help = "one is enough; or write a line `used-up: key`";
    let message = "a lock needs several `key`, but they are not used up";
    assert_eq!(
        line_refused("Hall - Vault: key*2"),
        format!("t:6:15: {message}; {help}")
    );
    assert_eq!(
        line_refused("lock G: key & key"),
        format!("t:6:15: {message}; {help}")
    );
    assert_eq!(
        warnings(&with_line(
            "Hall - Vault: key*2\nroom A: key*2\nused-up: key"
        )),
        [""; 0]
    );
}

#[test]
fn lines_that_say_nothing_are_told_so() {
    assert_eq!(
        line_refused("Hall-Vault"),
        "t:6:11: something is missing here; \
         expected ` - ` or ` > ` and another room, with blanks around the sign"
    );
    assert_eq!(
        line_refused("Hall - Vault small"),
        "t:6:14: `small` is out of place; \
         expected `:` and what the passage needs, or the end of the line"
    );
    assert_eq!(
        line_refused("Hall - Vault:"),
        "t:6:14: something is missing here; expected what opens the lock"
    );
    assert_eq!(
        line_refused("Hall - (Vault)"),
        "t:6:8: `(` has no meaning here; expected the room at the other end"
    );
    assert_eq!(
        line_refused("room A:"),
        "t:6:8: something is missing here; expected a thing"
    );
    assert_eq!(
        line_refused("=> Hall"),
        "t:6:1: `=>` is out of place; \
         expected a room, a passage between rooms, or a key such as `start:`"
    );
    assert_eq!(
        line_refused("room \"The hall"),
        "t:6:6: this quote is not closed on its line; write a name with blanks as \"The hall\""
    );
}

#[test]
fn rules_have_conditions_and_a_head() {
    assert_eq!(
        refused("goal: A\nA & B => # nothing"),
        "t:2:7: this rule has an empty head; expected what follows from it, such as `=> Door_A`"
    );
    assert_eq!(
        refused("goal: A\nA & => B"),
        "t:2:5: `=>` is out of place; expected another condition"
    );
    assert_eq!(
        refused("goal: A\nA -> B"),
        "t:2:3: `->` is out of place; expected `&`, or `=>` and what follows"
    );
    assert_eq!(
        refused("goal: A\nA => B, B => C"),
        "t:2:11: a second `=>` in one line; write each rule on a line of its own"
    );
    assert_eq!(
        refused("goals: A\ngoal: A"),
        "t:1:1: rules have no `goals:`; did you mean `goal`?"
    );
    assert_eq!(
        refused("start: A\ngoal: B"),
        "t:1:1: rules have no `start:`; a file of rooms and passages begins with a line `dungeon`"
    );
    assert_eq!(
        refused("goal: A B"),
        "t:1:9: `B` is out of place; expected a comma or the end of the line"
    );
}

#[test]
fn keys_without_doors_and_doors_without_keys_are_odd() {
    let text = with_line("room A: Key_A, Key_B\nHall - Vault: Key_A & Key_C");
    assert_eq!(
        warnings(&text),
        [
            "t:6:16: a key with no door: nothing is opened with `Key_B`; \
             if it is no key, say so with `item:` or `switch:`",
            "t:7:15: a door with no key: it needs 1 `Key_C`, and the dungeon has 0; \
             nobody can open it",
        ]
    );
    let text = with_line("used-up: small\nroom A: small\nlock G: small*2\nHall - Vault: lock G");
    assert_eq!(
        warnings(&text),
        [
            "t:8:6: a door with no key: it needs 2 `small`, and the dungeon has 1; nobody can open it"
        ]
    );
    // What is wanted or no key needs no door.
    let text = with_line("item: lamp\ngoal: Crown\nroom A: lamp, Crown");
    assert_eq!(warnings(&text), [""; 0]);
    assert_eq!(
        warnings(&with_line("used-up: smal")),
        ["t:6:10: no `smal` lies in any room; put one into a room, or leave the name out"]
    );
    assert_eq!(
        warnings(&with_line("Hall > Hall")),
        ["t:6:1: this passage leads from `Hall` to itself; it is kept, but leads nowhere"]
    );
}

#[test]
fn rules_that_lead_nowhere_are_odd() {
    assert_eq!(
        warnings("init: A\ngoal: B\nA => C"),
        ["t:2:7: nothing leads to the goal `B`; \
             no rule has it as its head, and it does not hold at the beginning"]
    );
    assert_eq!(
        warnings("goal: B\nA => B"),
        [
            "t:2:1: nothing holds at the beginning, so no rule applies; \
             expected a line such as `init: Key_A`, or a rule without conditions"
        ]
    );
}

#[test]
fn graphs_are_refused_at_the_place_of_the_fault() {
    let graph = |lines: &str| {
        refused(&format!(
            "digraph {{\n1 [label=s]\n2 [label=t]\n{lines}\n}}"
        ))
    };
    assert_eq!(
        graph("1 -> 33"),
        "t:4:6: room `33` is undeclared; declare it with a line such as `33 [label=\"\"]`"
    );
    assert_eq!(
        graph("2"),
        "t:4:1: a second room `2`; the first is declared in line 3"
    );
    assert_eq!(
        graph("3 [label=\"e\n\"]\n1 -> 3\n4 [label=\"\n\"]"),
        "t:4:1: room `3` is undeclared: its label breaks off at the end of the line; \
         close the quote of the label on the line where it begins; the same with `4` in line 7"
    );
    assert_eq!(
        graph("3 [label=\"e]\n4 [label=\"k\"]"),
        "t:5:12: this quote is not closed; close it with a second quote on the same line"
    );
    assert_eq!(
        graph("1 -> 2 [label=\"k\n\"]"),
        "t:4:16: this text breaks off at the end of the line; \
         close the quote on the line where it begins"
    );
    assert_eq!(
        graph("3 [label=s]"),
        "t:4:10: a second start; play begins in one room, the one with `s`"
    );
    assert_eq!(
        graph("subgraph a { }"),
        "t:4:1: graphs within a graph are not read; \
         write the rooms and passages of the dungeon in one graph"
    );
    assert_eq!(
        graph("1 -- 2"),
        "t:4:3: `--` is out of place; expected `->` in a digraph"
    );
    assert_eq!(
        graph("}\n{"),
        "t:5:1: `{` is out of place; expected nothing after the graph: one graph a file"
    );
    assert_eq!(
        refused("digraph {\n1"),
        "t:2:2: the file ends within a graph; expected a room or `}`"
    );
    assert_eq!(
        refused("digraph { 1 [label=t] }"),
        "t:1:1: this dungeon has no start; expected a room with `s` in its label"
    );
    assert_eq!(
        refused("digraph { 1 [label=s] }"),
        "t:1:1: this dungeon has no goal; expected a room with `t` (triforce) in its label"
    );
    assert_eq!(
        refused("digraph {} /*"),
        "t:1:12: this comment is not closed; close it with `*/`"
    );
}

#[test]
fn letters_that_no_legend_has_are_odd() {
    let text = "digraph { 1 [label=\"s,x,Sx\"]\n2 [label=\"x,t\"]\n1 -> 2 [label=\"y\"] }";
    assert_eq!(
        warnings(text),
        [
            "t:1:23: the legend does not know `x` on a room; labels with it: 2; it is read as nothing",
            "t:1:25: the legend does not know `Sx` on a room; labels with it: 1; it is read as nothing",
            "t:3:16: the legend does not know `y` on a door; labels with it: 1; it is read as nothing",
        ]
    );
}

#[test]
fn dungeons_have_limits() {
    let mut text = with_line("");
    for i in 2..MAX_ROOMS {
        text.push_str(&format!("room {i}\n"));
    }
    text.push_str("room more");
    assert_eq!(
        refused(&text),
        "t:1000005:6: too many rooms; there may be at most 1000000"
    );
    assert_eq!(
        line_refused("room A: k*2000000\nroom B: k, k*2000000"),
        "t:7:12: too many things; there may be at most 4000000"
    );
    assert_eq!(
        line_refused(&format!("room {}", "x".repeat(1001))),
        "t:6:6: this name is too long; a name may have at most 1000 bytes"
    );
    let needs: Vec<String> = (0..=MAX_NEEDS).map(|i| format!("k{i}")).collect();
    assert!(line_refused(&format!("lock A: {}", needs.join("&"))).contains("too many kinds"));
    let heads = ["A"; MAX_RULES + 1].join(",");
    assert_eq!(
        refused(&format!("goal: A\n=> {heads}")),
        "t:2:1: too many rules; there may be at most 4000000"
    );
    let many: Vec<String> = (0..10_000).map(|i| format!("k{i}")).collect();
    let (body, heads) = (many.join("&"), ["A"; 10_000].join(","));
    assert_eq!(
        refused(&format!("goal: A\n{body} => {heads}")),
        "t:2:1: too many conditions; there may be at most 32000000"
    );
}

/// What is said of a file of this name.
fn said(name: &str, text: &str) -> String {
    match playproof_dungeon::read(name, text.as_bytes()) {
        Ok(file) => format!("{} levels", file.levels.len()),
        Err(diagnostic) => diagnostic.message,
    }
}

#[test]
fn the_name_of_a_file_says_that_it_is_a_dungeon() {
    let drawing = "########\n#@.A.kG#\n########\n";
    let forgotten = "this is a drawing, and no line `map:` comes before it";
    for head in ["", "dungeon: Mine\n", "Dungeon\n", "# mine\n"] {
        assert_eq!(
            said("a.dungeon", &format!("{head}{drawing}")),
            forgotten,
            "{head}"
        );
        let with_map = format!("{head}map:\n{drawing}");
        assert_eq!(
            said("a.dungeon", &with_map.replace('k', "a")),
            "1 levels",
            "{head}"
        );
    }
    for letters in ["A G", "S G", "@$."] {
        let drawing = format!("#####\n#{letters}#\n#####\n");
        assert_eq!(said("a.dungeon", &drawing), forgotten, "{letters}");
    }
    let words = "Start: Hall\ngoal: Vault\nRoom Hall\nroom Vault\nHall - Vault\n";
    assert_eq!(said("a.dungeon", words), "1 levels");
    let capitals = "Dungeon: Mine\nUsed-up: a\nMap:\n########\n#@aA..G#\n########\n";
    assert_eq!(said("a.txt", capitals), "1 levels");
    // Elsewhere a drawing is one, and words with a picture among their comments are words.
    assert_eq!(said("a.txt", drawing), "1 levels");
    assert_eq!(said("a.dungeon", &format!("#@.G#\n{words}")), "1 levels");
}
