//! Sokoban levels in, verdicts out, each answer checked: the example levels,
//! holes, and what warnings claim.

use playproof::{Answer, Playproof, Proof, Unlimited, Verdict};
use playproof_conformance::games::sokoban as small;
use playproof_model::{ActionId, Property, Subject, Val, elaborate};
use playproof_sokoban::{canonical::Board, rules::rules};

fn prove(picture: &str, property: &str) -> Proof {
    let file = playproof::read("level", picture.as_bytes()).expect("a level");
    let playproof = Playproof::default();
    let prepared = playproof.prepare(&file.levels[0], None).expect(picture);
    assert_eq!(prepared.game().name(), "sokoban");
    let property = Playproof::property(property).expect(property);
    let proof = prepared.verify(&property, Some("explicit"), &mut Unlimited);
    let proof = proof.unwrap_or_else(|e| panic!("{property}: {e}"));
    assert!(matches!(proof.verdict, Verdict::Decided(_)), "{property}");
    proof
}

fn check(picture: &str, property: &str, wanted: Answer) -> Proof {
    let proof = prove(picture, property);
    assert_eq!(proof.answer(), Some(wanted), "{property} of\n{picture}");
    proof
}

fn holds(picture: &str, property: &str) -> Proof {
    check(picture, property, Answer::Holds)
}

fn violated(picture: &str, property: &str) -> Proof {
    check(picture, property, Answer::Violated)
}

/// The boards of the examples, with the lengths of their shortest runs.
#[test]
fn example_levels() {
    macro_rules! level {
        ($name:literal) => {
            include_str!(concat!("../../../../levels/sokoban/", $name))
        };
    }
    let levels = [
        (level!("board-1.xsb"), Some(1)),
        (level!("board-2.xsb"), None),
        (level!("board-3.xsb"), None),
        (level!("board-4.xsb"), Some(7)),
        (level!("board-5.xsb"), None),
        (level!("board-6.xsb"), None),
        (level!("board-7.xsb"), Some(11)),
        (level!("board-8.xsb"), Some(21)),
        (level!("pits.txt"), Some(23)),
    ];
    for (text, length) in levels {
        match length {
            Some(_) => assert_eq!(holds(text, "solvable").length, length, "{text}"),
            None => drop(violated(text, "solvable")),
        }
    }
    // Too large for a test without the native model; it can be read.
    let file = playproof::read("holes", level!("holes.txt").as_bytes()).unwrap();
    let (board, warnings) = Board::read(&file.levels[0]).unwrap();
    assert_eq!((board.n_holes, warnings.len()), (6, 0));
}

#[test]
fn holes_take_one_box_and_are_floor_then() {
    // Into the hole, over it, and on.
    let row = |inside: &str| {
        let wall = "w".repeat(inside.len() + 2);
        format!("{wall}\nw{inside}w\n{wall}\n")
    };
    assert_eq!(holds(&row("ABH"), "solvable").length, Some(1));
    assert_eq!(holds(&row("AB0H"), "solvable").length, Some(2));
    // The player does not walk into an open hole, and into a filled one.
    violated(&row("AHB0H"), "solvable");
    violated(&row("0HAB0H"), "reach at(2, 2)");
    holds(&row("0HAB0H"), "solvable");
    let filled = "wwwwwwww\nwAB0H00w\nw000wBHw\nwwwwwwww";
    holds(filled, "reach at(6, 2)");
    violated(&filled.replace("B0H", "00H"), "reach at(6, 2)");
    // A hole takes one box: the next one is pushed over it.
    violated(&row("AB0HB"), "solvable");
    let two_holes = "wwwwwwww\nwA00000w\nw0B0H0Hw\nw000000w\nwwwwwwww";
    assert_eq!(holds(two_holes, "solvable").length, Some(3));
    let both = "wwwwwwwww\nw0000000w\nwA0B0H0Hw\nw00B0000w\nw0000000w\nwwwwwwwww";
    holds(both, "solvable");
    holds(both, "reach box_at(6, 3)");
    // Both are gone: nothing can be pushed back out.
    holds(both, "G (hole[0] == 0)");
    holds(&row("0AB0H"), "G (hole[1] == 0 -> win)");
    // Boxes may go to holes or to goals, whichever is nearer.
    holds("######\n#@$.##\n# $H##\n######", "solvable");
    holds("#####\n#@*H#\n#####", "solvable");
    assert_eq!(prove("#####\n#@*H#\n#####", "solvable").length, Some(0));
    // Pushed off its goal into the hole, after which a box waits elsewhere.
    holds(
        "######\n#@*H #\n#  $.#\n#    #\n######",
        "reach hole[1] == 0 && !win",
    );
}

/// What looks like no game is not said to look like all of them.
#[test]
fn prose_is_no_level_of_any_game() {
    let playproof = Playproof::default();
    let file = playproof::read("prose", b"'Duh!'\n").unwrap();
    let error = playproof.prepare(&file.levels[0], None).err().unwrap();
    assert!(error.to_string().contains("unknown letter"), "{error}");
    let file = playproof::read("both", b"#@ G#\n").unwrap();
    let error = playproof.prepare(&file.levels[0], None).err().unwrap();
    assert!(error.to_string().contains("maze, sokoban"), "{error}");
}

/// What warnings claim is what is proved.
#[test]
fn warnings_are_right() {
    let warned = |picture: &str, word: &str, property: &str| {
        let proof = holds(picture, property);
        let said: Vec<String> = proof.warnings.iter().map(ToString::to_string).collect();
        assert!(said.iter().any(|w| w.contains(word)), "{said:?}");
    };
    let more_boxes = "########\n#      #\n# $$ . #\n#@     #\n########";
    warned(more_boxes, "2 boxes for 1 goal", "unsolvable");
    let more_goals = "########\n#    . #\n# $  . #\n#@     #\n########";
    warned(more_goals, "every box is on some goal", "solvable");
    warned("#####\n#@ .#\n#####", "no boxes", "shortest <= 0");
    warned(
        "########\n#@$.#$.#\n########",
        "off the goals for ever",
        "unsolvable",
    );
    warned("########\n#@$.# *#\n########", "left out", "shortest <= 1");
}

/// The rules are those of the small Sokoban of the tests, step by step, where
/// both know a level.
#[test]
fn the_small_sokoban_plays_the_same() {
    let mut rng = playproof_conformance::suite::random(5);
    let successors = |subject: &Subject, state: &[Val]| {
        let mut next: Vec<(ActionId, Vec<Val>)> = Vec::new();
        subject.successors(state, &mut |a, s| next.push((a, s.to_vec())));
        next
    };
    let property: Property = "reach moves == 99 && pushes == 99".parse().unwrap();
    let mut n_compared = 0;
    for picture in small_pictures(&mut rng) {
        let file = playproof::read("level", picture.as_bytes()).unwrap();
        let (board, _) = Board::read(&file.levels[0]).unwrap();
        let other = small::Board::parse(&picture);
        // The small one also numbers what is out of reach.
        if board.n_cells() != other.n_cells() {
            continue;
        }
        let ours = elaborate(&rules(&board), &property).unwrap();
        let theirs = elaborate(&small::rules(&other), &property).unwrap();
        let mut state = Vec::new();
        ours.initial(&mut |s| state = s.to_vec());
        for _ in 0..40 {
            let next = successors(&ours, &state);
            assert_eq!(next, successors(&theirs, &state), "{picture}");
            n_compared += 1;
            match rng.choice(next) {
                Some((_, after)) => state = after,
                None => break,
            }
        }
    }
    assert!(n_compared > 500, "{n_compared}");
}

fn small_pictures(rng: &mut fastrand::Rng) -> Vec<String> {
    let picture = |_| {
        let (width, height) = (rng.usize(3..7), rng.usize(2..5));
        let mut cells: Vec<char> = (0..width * height)
            .map(|_| if rng.u8(0..7) == 0 { '#' } else { ' ' })
            .collect();
        let mut order: Vec<usize> = (0..cells.len()).collect();
        rng.shuffle(&mut order);
        for (&at, letter) in order.iter().zip(['@', '$', '$', '.', '*']) {
            cells[at] = letter;
        }
        let wall = "#".repeat(width + 2);
        let rows = cells.chunks(width);
        let rows: Vec<String> = rows
            .map(|row| format!("#{}#", String::from_iter(row)))
            .collect();
        format!("{wall}\n{}\n{wall}\n", rows.join("\n"))
    };
    (0..100).map(picture).collect()
}
