//! What a level means is in its text: what its reader keeps beside that plays no part.

use std::sync::Arc;

use playproof_game::Meaning;
use playproof_level::{Format, Level};
use playproof_model::{Model, System};
use playproof_puzzlescript::compiled::Command;
use playproof_puzzlescript::{GameFormat, PuzzleLevel, PuzzleScript};

fn levels(text: &str) -> Vec<PuzzleLevel> {
    let read = GameFormat.read("game.txt", &Arc::from(text));
    let read = read.expect("it is a game").expect("it is whole");
    let levels = read.levels.iter();
    levels
        .map(|level| PuzzleLevel::of(level).expect("a level of a game").clone())
        .collect()
}

fn meaning(level: PuzzleLevel) -> Arc<dyn System> {
    match PuzzleScript.model(&Level::of_words(level)) {
        Ok(Model::System(system)) => system,
        Ok(_) => panic!("a game is a system"),
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn a_reader_that_lies_changes_nothing() {
    let levels = levels(include_str!("../../../../levels/puzzlescript/shut_in.txt"));
    let [won, lost] = &levels[..] else {
        panic!("two levels");
    };
    let truth = meaning(won.clone());
    let is_true = |level: PuzzleLevel| meaning(level).source() == truth.source();
    assert!(is_true(won.clone()) && !is_true(lost.clone()));
    assert!(is_true(PuzzleLevel {
        board: lost.board.clone(),
        ..won.clone()
    }));
    let mut winning = (*won.source).clone();
    winning.game.conditions.clear();
    let rule = &mut winning.game.early.groups[0].rules[0];
    rule.commands.push(Command::Win);
    assert!(is_true(PuzzleLevel {
        source: Arc::new(winning),
        ..won.clone()
    }));
    // Luck is written, and so are the rows.
    assert!(!is_true(PuzzleLevel {
        has_luck: true,
        ..won.clone()
    }));
    assert!(!is_true(PuzzleLevel {
        rows: lost.rows.clone(),
        ..won.clone()
    }));
}
