//! Random levels of Race, Run and Catch: who can win, by SPIN, by our engines
//! and by the oracle of these games.

use std::sync::atomic::{AtomicU64, Ordering};

use playproof_conformance::games::contest;
use playproof_conformance::race_oracle::{Drawing, Fate, Kind, Play};
use playproof_model::{Answer, Model, Property, Rules};

use super::verifier::spin_answers;
use super::{add, has_as_many, on_all_cores, our_answer};

/// Levels of Race, and of each of the others.
const RACES: u64 = 25;
const OTHERS: u64 = 25;

/// A level from 6x6 to 8x8 with 15 to 30 cells of floor, on which both can get
/// somewhere.
fn some_level(kind: Kind, seed: u64) -> Drawing {
    let mut rng = playproof_conformance::suite::random(seed);
    loop {
        let drawing = Drawing::random(kind, 8, &mut rng);
        let is_large = drawing.rows.len() >= 6 && drawing.rows[0].len() >= 6;
        let fits = is_large && (15..=30).contains(&drawing.floor().len());
        if fits && Play::new(&drawing).positions.len() >= 10 {
            return drawing;
        }
    }
}

fn rules(drawing: &Drawing) -> Rules {
    match contest::compiled(drawing).model {
        Model::Rules(rules) => *rules,
        Model::System(_) => panic!("the game has Rules"),
    }
}

/// Asks all three, and says whether it can be won.
fn compare(kind: Kind, seed: u64) -> bool {
    let drawing = some_level(kind, seed);
    let play = Play::new(&drawing);
    let (won, lost) = (play.least(Fate::Won), play.least(Fate::Lost));
    let asked = [
        ("never win".to_owned(), won.is_none()),
        ("never lose".to_owned(), lost.is_none()),
        match play.best() {
            Some(best) => (format!("every score <= {}", best - 1), false),
            None => ("every score <= 990".to_owned(), true),
        },
    ];
    let properties = asked.each_ref().map(|(text, _)| {
        let property: Property = text.parse().expect("a property");
        property
    });
    let rules = rules(&drawing);
    let spin = spin_answers(&rules, &properties);
    let model = Model::Rules(Box::new(rules));
    for ((property, (_, holds)), spin) in properties.iter().zip(&asked).zip(spin) {
        let right = match holds {
            true => Answer::Holds,
            false => Answer::Violated,
        };
        let all = [spin, our_answer(&model, property)];
        let what = format!("{property}, SPIN on the left:\n{}", drawing.text());
        assert_eq!(all, [right; 2], "{} {seed}, {what}", kind.name());
    }
    won.is_some()
}

#[test]
fn random_races_have_the_same_winners() {
    let winnable = AtomicU64::new(0);
    on_all_cores(RACES, |seed| {
        add(&winnable, u64::from(compare(Kind::Race, seed)))
    });
    let winnable = winnable.into_inner();
    println!("{RACES} races: SPIN agrees on all; {winnable} can be won");
    assert!(winnable.min(RACES - winnable) > RACES / 10, "one-sided");
}

#[test]
fn random_runs_and_catches_have_the_same_winners() {
    let winnable = [AtomicU64::new(0), AtomicU64::new(0)];
    on_all_cores(2 * OTHERS, |number| {
        let which = number as usize % 2;
        let kind = [Kind::Run, Kind::Catch][which];
        add(&winnable[which], u64::from(compare(kind, number)));
    });
    let [runs, catches] = winnable.each_ref().map(|n| n.load(Ordering::Relaxed));
    println!("{OTHERS} runs: {runs} can be won; {OTHERS} catches: {catches} can be won");
    for won in [runs, catches] {
        assert!(won.min(OTHERS - won) > OTHERS / 10, "one-sided");
    }
}

/// With the score bumps are steps too.
#[test]
fn races_have_as_many_states_and_steps_in_promela() {
    for kind in Kind::ALL {
        let rules = rules(&some_level(kind, 7));
        for property in ["never win", "never lose && score >= -1300"] {
            assert!(has_as_many(&rules, property) >= 10);
        }
    }
}
