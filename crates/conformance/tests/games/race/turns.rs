//! Every turn of random levels, one by one: the Rules know the positions that
//! the oracle knows, and from each of them the same turns.

use std::collections::HashMap;

use playproof_conformance::games::contest;
use playproof_conformance::oracle;
use playproof_conformance::race_oracle::{
    BUMP, DIRECTIONS, Drawing, Fate, Kind, Play, Position, STEP,
};
use playproof_conformance::suite::n_cases;
use playproof_model::{Property, Subject, Val};

/// The number of a place: those that are not wall are counted row by row.
fn numbers(drawing: &Drawing) -> HashMap<(usize, usize), Val> {
    drawing.floor().into_iter().zip(0..).collect()
}

fn subject(drawing: &Drawing, property: &str) -> Subject {
    let property: Property = property.parse().expect("a property");
    let model = contest::compiled(drawing).model;
    model.elaborate(&property).expect("a property of the game")
}

/// What each direction leads to.
fn turns(subject: &Subject, state: &[Val]) -> [Option<Vec<Val>>; 4] {
    let mut found = [const { None }; 4];
    subject.successors(state, &mut |action, next| {
        let before = found[action.index()].replace(next.to_vec());
        assert_eq!(before, None, "a direction leads to one state");
    });
    found
}

#[test]
fn every_turn_is_that_of_the_oracle() {
    let mut n_turns = 0;
    for (seed, kind) in (0..n_cases()).flat_map(|seed| Kind::ALL.map(|kind| (seed, kind))) {
        let drawing = Drawing::random(kind, 7, &mut playproof_conformance::suite::random(seed));
        let number = numbers(&drawing);
        let subject = subject(&drawing, "solvable");
        let depths = oracle::reachable(&subject);
        let play = Play::new(&drawing);
        let what = format!("{kind:?} {seed}:\n{}", drawing.text());
        assert_eq!(depths.len(), play.positions.len(), "{what}");
        for &(position, fate, depth) in &play.positions {
            let state = vec![number[&position.avatar], number[&position.opponent]];
            assert_eq!(depths.get(&state), Some(&depth), "{position:?}, {what}");
            let is_over = subject.terminal(&state);
            assert_eq!(is_over, fate != Fate::Open, "{position:?}, {what}");
            let right = DIRECTIONS.map(|direction| {
                let next = drawing.after(position, direction).filter(|_| !is_over)?;
                n_turns += 1;
                Some(vec![number[&next.avatar], number[&next.opponent]])
            });
            assert_eq!(turns(&subject, &state), right, "{position:?}, {what}");
        }
    }
    println!("{n_turns} turns are those of the oracle");
}

/// Where the score is kept, there is a turn or a bump in every direction, and
/// a bump changes nothing but what was spent.
#[test]
fn every_bump_changes_the_score_only() {
    let mut n_bumps = 0;
    for (seed, kind) in (0..n_cases()).flat_map(|seed| Kind::ALL.map(|kind| (seed, kind))) {
        let drawing = Drawing::random(kind, 5, &mut playproof_conformance::suite::random(seed));
        let number = numbers(&drawing);
        let subject = subject(&drawing, "never score == 500 && moves == 9");
        let names = &subject.signature().vars;
        let names: Vec<&str> = names.iter().map(|v| &v.name[..]).collect();
        assert_eq!(names, ["player", "opponent", "moves", "penalty"]);
        for (position, fate, _) in Play::new(&drawing).positions {
            let (moves, spent) = (seed as Val % 5, 7);
            let state = |p: Position| [number[&p.avatar], number[&p.opponent]];
            let right = DIRECTIONS.map(|direction| {
                if fate != Fate::Open {
                    return None;
                }
                let next = drawing.after(position, direction);
                n_bumps += usize::from(next.is_none());
                let (place, more, cost) = match next {
                    Some(next) => (state(next), 1, STEP),
                    None => (state(position), 0, BUMP),
                };
                let counts = [moves + more, spent + cost as Val];
                Some([place, counts].concat())
            });
            let here = [state(position), [moves, spent]].concat();
            let what = format!("{kind:?} {seed}, {position:?}:\n{}", drawing.text());
            assert_eq!(turns(&subject, &here), right, "{what}");
        }
    }
    println!("{n_bumps} bumps change nothing but the score");
}
