//! The classes of configurations, by name, on pictures made by hand.

use std::collections::BTreeMap;

use playproof_platform::CoarseSettings;

use crate::boards::{board, picture};
use crate::stepper::Stepper;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Wins,
    Dies,
    Lives,
    Stays,
}

const ACTIONS: [&str; 8] = ["L", "LJ", "JL", "J", "JR", "R", "RJ", "NA"];

/// What becomes of every action; one that is not possible is no action.
fn outcomes(drawing: &str) -> BTreeMap<&'static str, Outcome> {
    let picture = picture(drawing);
    let stepper = Stepper::new(board(&picture), CoarseSettings::default());
    let first = stepper.initial();
    let outcome = |state: &Vec<i32>| {
        let (before, after) = (stepper.situation(&first), stepper.situation(state));
        match (stepper.is_over(state), after.dead) {
            (_, true) => Outcome::Dies,
            (true, false) => Outcome::Wins,
            (false, false) if after.at == before.at => Outcome::Stays,
            (false, false) => Outcome::Lives,
        }
    };
    let next = stepper.next(&first);
    let nothing = next.get("N").map_or(outcome(&first), outcome);
    let all = ACTIONS.iter();
    all.map(|&name| (name, next.get(name).map_or(nothing, outcome)))
        .collect()
}

fn class(drawing: &str) -> &'static str {
    let all = outcomes(drawing);
    let only = |wanted| all.values().all(|&outcome| outcome == wanted);
    let some = |wanted| all.values().any(|&outcome| outcome == wanted);
    if only(Outcome::Wins) {
        "only win"
    } else if only(Outcome::Dies) {
        "only die"
    } else if some(Outcome::Lives) || some(Outcome::Wins) {
        "some survival"
    } else if only(Outcome::Stays) {
        "only stay"
    } else {
        "stay or die"
    }
}

#[test]
fn only_win() {
    for drawing in [
        "M\nE",
        "E\nM",
        "M\n#\nE",
        "M.\nE#",
        ".M.\n###\n.E.",
        "m\nM\nE",
    ] {
        assert_eq!(class(drawing), "only win", "{drawing}");
    }
}

#[test]
fn only_die() {
    let drawings = [
        "M.....E",
        "M......#E",
        "o.....E\nM.....#\no.....#",
        // A fall kills the mushroom and goes on.
        "M......#E\nm......##",
        // Neither neighbour has ground.
        "..M.....E\n.........",
    ];
    for drawing in drawings {
        assert_eq!(class(drawing), "only die", "{drawing}");
    }
}

#[test]
fn some_survival() {
    let drawings = [
        "M.......E\n##.......",
        "ME\n#.",
        // In the air, with ground beside.
        "M.......E\n.#.......",
        // A gap of three.
        "M........E\n#...#.....",
        // A high jump over a mushroom onto what is behind.
        "...#.....E\nMm##......\n####......",
    ];
    for drawing in drawings {
        assert_eq!(class(drawing), "some survival", "{drawing}");
    }
}

#[test]
fn only_stay() {
    let drawings = [
        "##..E\nM#..#\n##..#",
        "....#..E\n####...#\n#M##...#\n####...#",
        // A wall of three on both sides, which no jump gets over.
        "###....E\n#.#.....\n#.#.....\n#M#.....\n###.....",
    ];
    for drawing in drawings {
        assert_eq!(class(drawing), "only stay", "{drawing}");
    }
}

#[test]
fn stay_or_die() {
    let drawings = [
        "M.......E\n#........",
        "......M........E\n......#.........",
        // Mushrooms on both sides, and a roof.
        "###.....E\nmMm......\n###......",
    ];
    for drawing in drawings {
        assert_eq!(class(drawing), "stay or die", "{drawing}");
    }
}

/// The outcomes that the report prints beside a player on a single block at the left
/// border, the exit far away, and a block to the right; `L` is a wall here.
#[test]
fn outcomes_of_every_action() {
    use Outcome::{Dies, Lives, Stays, Wins};
    let expected = |all: [Outcome; 8]| ACTIONS.into_iter().zip(all).collect::<BTreeMap<_, _>>();
    assert_eq!(
        outcomes("M.......E\n##......."),
        expected([Stays, Stays, Stays, Stays, Lives, Lives, Dies, Stays])
    );
    // In the air: jumps are no action, and no action falls.
    assert_eq!(
        outcomes(".M......E\n..#......"),
        expected([Dies, Dies, Dies, Dies, Dies, Lives, Dies, Dies])
    );
    assert_eq!(
        outcomes("..ME\n..#."),
        expected([Dies, Dies, Dies, Stays, Wins, Wins, Wins, Stays])
    );
}
