//! A level for each sentence of what Race, Run and Catch are, and for what is
//! none of their levels.

use playproof::{Playproof, Unlimited, read};
use playproof_conformance::race_oracle::{Drawing, Fate, Kind, Play};

use super::{agrees, ask, checked};

/// A level and what is true of it.
fn sentence(level: &str, holds: &[&str]) {
    for property in holds {
        agrees(level, property, true, None);
    }
}

/// What goes wrong with a level, of a game that is named or not.
fn error(level: &str, game: Option<&str>) -> String {
    let file = read("level", level.as_bytes()).expect("a file");
    match Playproof::default().prepare(&file.levels[0], game) {
        Ok(_) => panic!("it should be refused:\n{level}"),
        Err(error) => error.to_string(),
    }
}

/// Moves that are bounded, where a step of the run need not be a move.
#[test]
fn bumps_are_no_moves() {
    for (level, property, holds) in [
        ("A0G\n", "reach moves == 0 && score == -300", true),
        ("A0G\n", "reach moves <= 1 && penalty == 301", true),
        ("A0G\n", "reach win && moves <= 2 && score == 898", true),
        ("A0G\n", "reach win && moves <= 1 && score >= -1000", false),
        ("A0G\n", "some score <= 500 within 2", true),
        ("A0G\n", "some score >= 998 within 2", true),
        ("A0G\n", "some score >= -500 within 1", false),
        ("A0G\n", "never moves <= 2 && win && score < 900", false),
        (
            "A0G\n",
            "reach moves == 0 && turns == 0 && penalty == 200",
            true,
        ),
        (
            "A0G\n",
            "never heading == 1 && moves == 0 && penalty <= 900",
            true,
        ),
        // Blocked by an arrow, which is entered against it or not left.
        ("A<G\n", "reach score == -100", true),
        ("A<G\n", "reach moves == 1 && penalty >= 0", false),
        (">AG\n", "reach moves == 0 && penalty == 100", true),
        // Nobody else moves at a bump, nor where there is no score to keep.
        (
            "A0G\n111\nE0G\n",
            "never moves == 0 && penalty <= 400 && !opponent_at(1, 3)",
            true,
        ),
        (
            "A1G\n111\nE0G\n",
            "never penalty <= 400 && !opponent_at(1, 3)",
            true,
        ),
        ("A1G\n111\nE0G\n", "reach penalty == 400", true),
        ("A1G\n111\nE0G\n", "G X opponent_at(1, 3)", true),
    ] {
        agrees(level, property, holds, None);
    }
}

#[test]
fn an_opponent_without_a_way_stays() {
    sentence("A0G\n111\nE00\n", &["G opponent_at(1, 3)", "unlosable"]);
    // Arrows are in its way as in anybody's.
    sentence("A0G\n111\nE<G\n", &["G opponent_at(1, 3)"]);
    sentence("A0G1C\n", &["G opponent_at(5, 1)", "unlosable"]);
    sentence("A01R0\n111G1\n", &["G X X X lose", "unsolvable"]);
    sentence("A01R0\n11111\nG0000\n", &["G opponent_at(4, 1)"]);
}

#[test]
fn the_avatar_is_in_the_opponents_way() {
    // In a corridor there is no way round, so that the opponent stays.
    sentence(
        "0EA0G\n",
        &["G opponent_at(2, 1)", "unlosable", "shortest <= 2"],
    );
    // The long way round is the shortest that is left.
    let round = "0000\n0110\nEA0G\n";
    sentence(round, &["X (at(2, 3) -> opponent_at(1, 2))"]);
    // Of two goals the avatar stands before one: the other is nearest now.
    sentence("G0000E0A0G\n", &["X (at(7, 1) -> opponent_at(5, 1))"]);
}

#[test]
fn who_runs_into_the_opponent_stays_and_has_moved() {
    sentence("AE00G\n", &["X (at(1, 1) && opponent_at(3, 1))"]);
    sentence("AE00G\n", &["unsolvable", "never lose && moves < 3"]);
    sentence(
        "0EA0G\n",
        &["reach at(3, 1) && moves == 3", "X (at(3, 1) || at(4, 1))"],
    );
    // It is no bump: one point.
    sentence(
        "AE00G\n",
        &["reach at(1, 1) && opponent_at(3, 1) && score == -1"],
    );
}

#[test]
fn first_on_a_goal_wins() {
    // The opponent, who would be on one as well, moves no more.
    sentence(
        "AG1E\n111G\n",
        &["X (win && opponent_at(4, 1))", "never lose"],
    );
    sentence("A0E0G\n", &["unsolvable", "reach lose && moves == 2"]);
    sentence(
        "A0E0G\n",
        &["reach lose && opponent_at(5, 1) && score == -1002"],
    );
}

#[test]
fn the_nearest_goal_and_the_first_direction() {
    let elsewhere = "\n#####\nA0000\n00000\n";
    for (top, x, y) in [
        ("G0E1G", 2, 1),
        ("G1E0G", 4, 1),
        // Left before right, right before up, up before down.
        ("G0E0G", 2, 1),
        ("110G1\n11E01", 4, 2),
        ("1G011\n10E11", 2, 2),
        ("1G111\n10111\n1E111\n10111\n1G111", 2, 2),
        ("1E011\n10G11", 3, 1),
        ("11E11\n1G011", 3, 2),
    ] {
        let level = format!("{top}{elsewhere}");
        sentence(&level, &[&format!("X opponent_at({x}, {y})")]);
    }
}

#[test]
fn the_chaser_goes_where_the_avatar_has_gone() {
    sentence("A00C\n1110\n11G0\n", &["X opponent_at(3, 1)"]);
    // Either walks in.
    sentence("AC0G\n", &["X (lose && at(2, 1) && opponent_at(2, 1))"]);
    sentence("A0C0G\n", &["X (lose && at(2, 1) && opponent_at(2, 1))"]);
    sentence("A0C0G\n", &["reach lose && score == -1001", "unsolvable"]);
    // On a goal play is won at once, though the chaser is beside it.
    sentence("AGC\n", &["X (win && opponent_at(3, 1))", "never lose"]);
    // On a goal with the chaser on it, it is lost.
    let guarded = "A0GC\n";
    sentence(guarded, &["G (at(3, 1) -> lose)", "unsolvable"]);
    sentence(guarded, &["reach lose && at(3, 1) && opponent_at(3, 1)"]);
}

#[test]
fn the_runner_is_caught_or_gets_away() {
    sentence("AR0G\n", &["X (win && at(2, 1) && opponent_at(2, 1))"]);
    sentence("A0RG\n", &["X (lose && opponent_at(4, 1))", "unsolvable"]);
    // The avatar on the only goal: there is nowhere to run to.
    let guarded = "0R0GA\n";
    sentence(guarded, &["X (at(4, 1) && opponent_at(2, 1))"]);
    sentence(guarded, &["shortest <= 3", "shortest >= 3"]);
    // Who leaves it twice lets the runner through.
    let let_through = ["never lose && moves < 4", "reach lose && moves == 4"];
    sentence(guarded, &let_through);
    // With another goal that one is run to, further as it is.
    sentence("G000R0GA\n", &["X (at(7, 1) && opponent_at(4, 1))"]);
    // Caught on the last cell before a goal, when the runner moves no more.
    sentence("ARG\n", &["X (win && opponent_at(2, 1))", "never lose"]);
}

#[test]
fn games_are_known_by_their_letters() {
    for (level, game) in [
        ("A0G\n", "maze"),
        ("A0G0E\n", "race"),
        ("A0G0C\n", "run"),
        ("A0G0R\n", "catch"),
        ("#####\n#@$.#\n#####\n", "sokoban"),
    ] {
        assert_eq!(ask(level, "solvable").game, game);
    }
    // Any of them may be played with the same letter, if it is named.
    let level = "0A0E\n110G\n";
    let file = read("level", level.as_bytes()).expect("a file");
    for kind in Kind::ALL {
        let playproof = Playproof::default();
        let prepared = playproof.prepare(&file.levels[0], Some(kind.name()));
        let prepared = prepared.expect("a level of each");
        let play = Play::new(&Drawing::new(kind, level));
        for (property, length) in [
            ("solvable", play.least(Fate::Won)),
            ("reach lose", play.least(Fate::Lost)),
        ] {
            let property = Playproof::property(property).expect("a property");
            let proof = prepared.verify(&property, None, &mut Unlimited);
            let proof = checked(proof.expect("an answer"), kind.name());
            assert_eq!(proof.length, length.map(u64::from), "{kind:?}, {property}");
        }
    }
}

#[test]
fn levels_that_make_no_sense_are_refused() {
    for (level, game, message) in [
        ("A0G\n", Some("race"), "there is no opponent"),
        ("A0G\n", Some("run"), "there is no chaser"),
        ("A0G\n", Some("catch"), "there is no runner"),
        ("AEGE\n", None, "a second opponent"),
        ("ACGE\n", Some("run"), "a second chaser"),
        ("ARGR\n", None, "a second runner"),
        ("AEAG\n", None, "a second avatar"),
        ("0E0G\n", None, "there is no avatar"),
        ("AE00\n", None, "there is no goal"),
        ("AEXG\n", None, "unknown letter `X`"),
        ("ACG0\n", Some("race"), "unknown letter `C`"),
    ] {
        let said = error(level, game);
        assert!(said.contains(message), "{said}\n{level}");
    }
}
