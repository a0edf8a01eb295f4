//! `explain` and `explain-formula`: why, and what was asked.

use insta::assert_snapshot;

use crate::support::{OPEN, Sandbox, WALLED, without_times};

/// Whoever goes down cannot come back; two ways lead on.
const TRAP: &str = "\
#######
#A   G#
#v# ###
#     #
#######
";

/// The way down is a trap.
const DROP: &str = "\
#####
#A G#
#v###
#   #
#####
";

fn sandbox() -> Sandbox {
    let files = [
        ("open.txt", OPEN),
        ("walled.txt", WALLED),
        ("trap.txt", TRAP),
        ("drop.txt", DROP),
    ];
    Sandbox::new(&files)
}

fn explained(args: &[&str]) -> String {
    let said = sandbox().run(&[&["explain"], args].concat());
    let heading = args.join(" ");
    format!("== {heading}\n{}", said.whole())
}

#[test]
fn a_run_is_drawn_up_to_where_it_breaks() {
    let cases: [&[&str]; 5] = [
        &["drop.txt", "-p", "unlosable"],
        &["drop.txt", "-p", "never at(3, 2)"],
        &["open.txt", "-p", "shortest >= 6", "--every", "4"],
        &["drop.txt", "-p", "AG (at(3, 4) -> EX win)"],
        &["open.txt", "-p", "AG (at(2, 2) -> AX at(2, 2))"],
    ];
    let all: Vec<String> = cases.iter().map(|args| explained(args)).collect();
    assert_snapshot!(all.join("\n"));
}

/// The notes of an explanation, without its drawings.
fn notes(args: &[&str]) -> Vec<String> {
    let said = sandbox().run(&[&["explain"], args].concat());
    assert_eq!(said.status, 1, "{}", said.stderr);
    let lines = said.stdout.lines().filter_map(|l| l.strip_prefix("--> "));
    lines.map(str::to_owned).collect()
}

#[test]
fn the_step_is_marked_at_which_the_body_of_always_is_false() {
    let shows = "this run shows that what was asked is not true";
    let cases = [
        ("AG (at(3, 2) -> AX win)", "after step 1", 2, shows),
        ("AG AX !at(3, 2)", "at the start", 1, shows),
        ("AG (at(3, 2) -> AG at(3, 2))", "after step 1", 2, shows),
        (
            "G (at(3, 2) -> X win)",
            "after step 1",
            2,
            "whatever follows, what was asked is broken",
        ),
        (
            "AG (win -> AX !win)",
            "after step 2",
            2,
            "nothing changes any more, and that breaks what was asked",
        ),
    ];
    for (property, when, last, end) in cases {
        let notes = notes(&["drop.txt", "-p", property]);
        assert_eq!(notes.len(), 2, "{property}: {notes:?}");
        let is_linear = property.starts_with("G ");
        let where_ = match is_linear {
            true => "from here this is not true: ",
            false => "this is not true here: ",
        };
        let first = format!("{when}: {where_}");
        assert!(notes[0].starts_with(&first), "{property}: {notes:?}");
        assert_eq!(notes[1], format!("after step {last}: {end}"), "{property}");
    }
    for property in ["AG EF win", "AG !at(3, 2)", "G at(2, 2)"] {
        let notes = notes(&["drop.txt", "-p", property]);
        assert_eq!(notes.len(), 1, "{property}: {notes:?}");
        assert!(notes[0].starts_with("after step 1: this is not true here: "));
    }
    // A run for ever: where it breaks, and what repeats.
    let again = notes(&["drop.txt", "-p", "AG AF win"]);
    assert!(again[0].starts_with("at the start: this is not true here: "));
    assert_eq!(again.len(), 3);
}

#[test]
fn marks_are_seen_on_one_way_floor() {
    let sandbox = Sandbox::new(&[
        ("two.txt", "######\n#A>  #\n#v## #\n#   G#\n######\n"),
        ("shut.txt", "A>0#G\n"),
    ]);
    let cut = sandbox.run(&["explain", "two.txt", "-p", "routes >= 3"]);
    assert!(cut.stdout.contains("one of these 2 states, marked x"));
    let (_, drawing) = cut.stdout.split_once("marked x\n").unwrap();
    assert_eq!(drawing.matches('x').count(), 2, "{drawing}");
    let reached = sandbox.run(&["explain", "shut.txt"]);
    assert!(reached.stdout.contains("\nA··#G\n"), "{}", reached.stdout);
}

#[test]
fn a_run_that_never_ends_says_what_repeats() {
    let cases: [&[&str]; 3] = [
        &["open.txt", "-p", "F win"],
        &["open.txt", "-p", "GF at(2, 2)"],
        &["drop.txt", "-p", "G (at(2, 3) -> F win)"],
    ];
    let all: Vec<String> = cases.iter().map(|args| explained(args)).collect();
    assert_snapshot!(all.join("\n"));
}

#[test]
fn where_no_run_does_it_the_level_is_drawn_once() {
    let cases: [&[&str]; 6] = [
        &["walled.txt"],
        &["open.txt", "-p", "shortest <= 3"],
        &["open.txt", "-p", "some turns >= 2 within 5"],
        &["drop.txt", "-p", "routes >= 2"],
        &["trap.txt", "-p", "unique"],
        &["trap.txt", "-p", "alternatives >= 9"],
    ];
    let all: Vec<String> = cases.iter().map(|args| explained(args)).collect();
    assert_snapshot!(all.join("\n"));
}

#[test]
fn what_holds_is_said_in_short_and_what_is_unknown_too() {
    let cases: [&[&str]; 5] = [
        &["open.txt"],
        &["trap.txt", "-p", "unlosable"],
        &["walled.txt", "-p", "shortest >= 3"],
        &["open.txt", "--max-states", "1"],
        &["open.txt", "-p", "G at(2, 2"],
    ];
    let all: Vec<String> = cases.iter().map(|args| explained(args)).collect();
    assert_snapshot!(all.join("\n"));
}

#[test]
fn a_long_run_is_drawn_where_it_matters() {
    let corridor = format!("A{}G\n", "0".repeat(40));
    let sandbox = Sandbox::new(&[("long.txt", &corridor)]);
    let said = sandbox.run(&["explain", "long.txt", "-p", "unsolvable"]);
    assert_eq!(said.status, 1);
    assert!(
        said.stdout
            .contains("(steps 1 to 37 are left out; --every 1 draws all)")
    );
    let all = ["explain", "long.txt", "-p", "unsolvable", "--every", "1"];
    assert_eq!(sandbox.run(&all).stdout.matches("step ").count(), 42 + 1);
}

#[test]
fn the_picture_shows_the_same_run() {
    let sandbox = sandbox();
    let cases = [
        (&["drop.txt", "-p", "unlosable"][..], "class=\"run\""),
        (&["open.txt", "-p", "F win"], "class=\"again\""),
        (&["walled.txt"], "class=\"reached\""),
        (&["drop.txt", "-p", "routes >= 2"], "class=\"cut\""),
        (&["trap.txt", "-p", "unique"], "class=\"run o0\""),
    ];
    for (args, part) in cases {
        let said = sandbox.run(&[&["explain"], args, &["-o", "a.svg"]].concat());
        assert_eq!(said.status, 1, "{args:?}: {}", said.stderr);
        assert!(said.stdout.contains("a.svg: "), "{args:?}");
        let svg = String::from_utf8(sandbox.read("a.svg")).unwrap();
        assert!(svg.contains(part), "{args:?}: {svg}");
    }
    let refused = sandbox.run(&["explain", "drop.txt", "-o", "a.png"]);
    assert_eq!((refused.status, &refused.stdout[..]), (2, ""));
}

#[test]
fn a_certificate_is_explained_once_it_is_checked() {
    let sandbox = sandbox();
    sandbox.run(&["verify", "drop.txt", "-p", "unlosable", "--cert", "."]);
    let args = ["explain", "drop.txt", "--cert", "drop-1-unlosable.cert"];
    let said = sandbox.run(&args);
    assert_eq!(said.status, 1, "{}", said.stderr);
    let searched = sandbox.run(&["explain", "drop.txt", "-p", "unlosable"]);
    let frames = |text: &str| text.split_once("step 0").map(|(_, rest)| rest.to_owned());
    assert_eq!(frames(&said.stdout), frames(&searched.stdout));
}

#[test]
fn formulas_are_explained() {
    let sandbox = Sandbox::new(&[]);
    let said = sandbox.run(&["explain-formula", "G (p -> F q)", "unlosable"]);
    assert_snapshot!(said.whole());
}

#[test]
fn bad_formulas_are_refused_as_verify_refuses_them() {
    let sandbox = sandbox();
    for text in ["G (p", "winn", "GF p q", "F win)", "assume F p; G q"] {
        let explained = sandbox.run(&["explain-formula", text]);
        let verified = sandbox.run(&["verify", "open.txt", "-p", text]);
        assert_eq!((explained.status, verified.status), (2, 2), "{text}");
        assert_eq!(explained.stderr, verified.stderr, "{text}");
    }
    let mixed = sandbox.run(&["explain-formula", "G EF win"]);
    let verified = sandbox.run(&["verify", "open.txt", "-p", "G EF win"]);
    assert_eq!((mixed.status, verified.status), (2, 2));
    let verified = without_times(&verified.stderr).replace(", asked of open.txt", "");
    assert_eq!(mixed.stderr, verified);
}

/// Two boxes block each other; one does not matter.
const JAMMED: &str = "\
########
#    . #
# $  . #
#  $$  #
#@.### #
########
";

/// One box is in a corner, another on an edge without a goal.
const CORNERS: &str = "\
#######
#$    #
#  .. #
#$ $. #
#    @#
#######
";

const ONE_BOX: &str = "\
#######
#@    #
# $ . #
#     #
#######
Solution: dRurD
";

fn boxes() -> Sandbox {
    Sandbox::new(&[
        ("jammed.xsb", JAMMED),
        ("corners.xsb", CORNERS),
        ("more.xsb", "######\n#@$ .#\n# $  #\n#    #\n######\n"),
        ("holes.xsb", "#######\n#@ $H #\n#   # #\n#$  #.#\n#######\n"),
        ("one.xsb", ONE_BOX),
        ("moves.txt", "dR\nurD\n"),
    ])
}

fn told(sandbox: &Sandbox, cases: &[&[&str]]) -> String {
    let all = cases.iter().map(|args| {
        let said = sandbox.run(&[&["explain"], *args].concat());
        let status = said.status;
        format!("== {} -> {status}\n{}", args.join(" "), said.whole())
    });
    without_times(&all.collect::<Vec<_>>().join("\n"))
}

#[test]
fn what_is_stuck_is_drawn_with_the_smallest_repair() {
    let cases: [&[&str]; 5] = [
        &["jammed.xsb"],
        &["corners.xsb"],
        &["corners.xsb", "--no-repair", "--max-states", "1"],
        &["more.xsb"],
        &["holes.xsb"],
    ];
    assert_snapshot!(told(&boxes(), &cases));
}

#[test]
fn the_fatal_move_is_found() {
    let cases: [&[&str]; 10] = [
        &["one.xsb", "--moves", "stored"],
        &["one.xsb", "--moves", "moves.txt", "--every", "9"],
        &["one.xsb", "--moves", "dr", "--every", "9"],
        &["one.xsb", "--moves", "dRR", "--every", "9"],
        &["one.xsb", "--moves", "DRR", "--every", "9"],
        &["jammed.xsb", "--moves", "u", "--every", "9"],
        &["jammed.xsb", "--moves", "stored"],
        &["jammed.xsb", "--moves", "rr"],
        &["one.xsb", "--moves", "dRRR"],
        &["one.xsb", "--moves", "left"],
    ];
    assert_snapshot!(told(&boxes(), &cases));
}

#[test]
fn a_repair_is_written_with_its_certificate() {
    let sandbox = boxes();
    let args = ["explain", "jammed.xsb", "--repaired", "mended.xsb"];
    let said = sandbox.run(&args);
    assert!(
        said.stdout
            .ends_with("written: mended.xsb, certificate mended.xsb.cert\n")
    );
    let checked = sandbox.run(&["check", "mended.xsb.cert", "mended.xsb"]);
    assert_eq!(checked.status, 0, "{}", checked.stderr);
    let own = sandbox.run(&["explain", "jammed.xsb", "--repaired", "jammed.xsb"]);
    assert_eq!((own.status, &own.stdout[..]), (2, ""));
    let whole = sandbox.run(&["explain", "one.xsb", "--repaired", "none.xsb"]);
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    assert_eq!(sandbox.read("jammed.xsb"), JAMMED.as_bytes());
    assert!(!sandbox.path().join("none.xsb").exists());
}

#[test]
fn repairs_can_be_kept_to_some_kinds() {
    let sandbox = Sandbox::new(&[
        ("race.txt", "1111111\n1A00001\n1111101\n10G00E1\n1111111\n"),
        (
            "shut.dungeon",
            "dungeon: Shut\nstart: Hall\ngoal: Vault\nroom Hall\nroom Vault\nVault > Hall\n",
        ),
    ]);
    let said = |by: &str| sandbox.run(&["explain", "race.txt", "--repair-by", by]);
    let wall = said("wall").stdout;
    assert!(wall.contains("by one change: remove the wall"), "{wall}");
    let goal = said("goal,avatar").stdout;
    assert!(goal.contains("by one change: move the"), "{goal}");
    let odd = said("door");
    assert_eq!(odd.status, 2);
    assert!(
        odd.stderr
            .contains("it can change: wall, avatar, opponent, goal")
    );
    let dungeon = sandbox.run(&["explain", "shut.dungeon", "--repair-by", "wall"]);
    assert_eq!(dungeon.status, 2, "{}", dungeon.stdout);
    assert!(
        dungeon.stderr.contains("not for dungeon:"),
        "{}",
        dungeon.stderr
    );
}

#[test]
fn a_lost_level_is_told_to_programs_too() {
    let sandbox = Sandbox::new(&[("race.txt", "1111111\n1A00001\n1111101\n1E0G001\n1111111\n")]);
    let said = sandbox.run(&[
        "explain",
        "race.txt",
        "--format",
        "json",
        "--repaired",
        "new.txt",
    ]);
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", said.stdout);
    let lost: serde_json::Value = serde_json::from_str(lines[1]).unwrap();
    assert_eq!(
        lost["why"],
        "the avatar has 8 moves to a goal, the opponent only 2: 6 fewer"
    );
    assert_eq!(lost["repair_is_smallest"], true);
    let change = &lost["repair"]["changes"][0];
    assert!(lost["of_no_use"].as_u64() < Some(20), "{lost}");
    let drawn = std::fs::read_to_string(sandbox.path().join("new.txt")).unwrap();
    assert_eq!(lost["repair"]["level"], drawn, "{change}");
    let won = sandbox.run(&["verify", "new.txt", "--game", "race"]);
    assert_eq!(won.status, 0, "{}", won.stderr);
    let again = sandbox.run(&["explain", "new.txt", "--repaired", "newer.txt"]);
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert!(again.stdout.contains("nothing to repair"));
}

#[test]
fn pictures_of_moves_say_what_the_moves_lead_to() {
    let sandbox = Sandbox::new(&[("race.txt", "1111111\n1A000G1\n1000001\n1E00001\n1111111\n")]);
    let said = sandbox.run(&[
        "explain",
        "race.txt",
        "--moves",
        "rlrlrl",
        "-o",
        "moves.html",
    ]);
    assert!(said.stdout.contains("play is lost"), "{}", said.stdout);
    let page = std::fs::read_to_string(sandbox.path().join("moves.html")).unwrap();
    for words in [
        "is fatal: before it winning",
        ": from here winning is impossible",
        ": play is lost",
    ] {
        assert!(page.contains(words), "{words}");
    }
    let lost = sandbox.run(&[
        "explain",
        "race.txt",
        "-p",
        "shortest <= 2",
        "-o",
        "still.html",
    ]);
    assert_eq!(lost.status, 2);
    assert!(
        lost.stderr.contains(".svg and .txt show stills"),
        "{}",
        lost.stderr
    );
}
