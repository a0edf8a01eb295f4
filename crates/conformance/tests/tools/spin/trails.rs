//! Mazes, Sokoban and dungeons: whether SPIN finds a run that wins, and that it is one,
//! once it is followed in the level and the checker has judged it.

use std::sync::atomic::{AtomicU64, Ordering};

use playproof_certify::{Unlimited, check};
use playproof_conformance::examples::{Example, LEVELS, levels};
use playproof_export::{TraceFormat, import_trace, promela};
use playproof_model::{Answer, Model, Property};

use super::verifier::{Verifier, named};
use super::{add, on_all_cores};

/// Whether the level can be won, by SPIN, whose run is checked.
fn is_won(example: &Example) -> bool {
    let property = Property::Solvable;
    let text = promela(&example.rules, &named(std::slice::from_ref(&property))).expect("a text");
    let Some(trail) = Verifier::new(&text).trail("p0") else {
        return false;
    };
    let evidence = import_trace(&example.rules, &property, &trail, TraceFormat::Spin);
    let evidence = evidence.unwrap_or_else(|error| panic!("{error}\n{trail}\n{}", example.text));
    let model = Model::Rules(Box::new(example.rules.clone()));
    let subject = model.elaborate(&property).expect("a property of the game");
    check(&subject, Answer::Holds, &evidence, &mut Unlimited).expect("a run that wins");
    true
}

fn trails_are_runs(game: &str) {
    let examples = levels(game, LEVELS);
    let won = AtomicU64::new(0);
    on_all_cores(LEVELS as u64, |number| {
        let example = &examples[number as usize];
        let is_won = is_won(example);
        assert_eq!(is_won, example.shortest.is_some(), "{}", example.text);
        add(&won, u64::from(is_won));
    });
    let won = won.load(Ordering::Relaxed);
    println!("{LEVELS} levels of {game}: SPIN agrees on all; {won} can be won");
}

#[test]
fn trails_of_mazes_are_runs() {
    trails_are_runs("maze");
}

#[test]
fn trails_of_sokoban_are_runs() {
    trails_are_runs("sokoban");
}

#[test]
fn trails_of_dungeons_are_runs() {
    trails_are_runs("dungeon");
}
