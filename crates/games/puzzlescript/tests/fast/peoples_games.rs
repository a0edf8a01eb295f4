//! Games that people made, and the cases of PuzzleScript itself.

use fastrand::Rng;
use playproof_puzzlescript::source::{Stage, read};
use serde_json::Value;

use crate::agreement::walk;
use crate::shared;

/// How many steps each game is walked.
fn steps(usual: usize) -> usize {
    let asked = std::env::var("PLAYPROOF_STEPS");
    asked.map_or(usual, |n| n.parse().expect("a number"))
}

#[test]
fn whole_games_are_played_alike() {
    let texts = shared::texts("games");
    let n = texts.len();
    assert!(n == 0 || n >= 30, "only {n} of 30 games");
    let walked = walk_all(texts.into_iter().enumerate(), 40, usize::MAX);
    assert_eq!(walked.n_played, walked.n_levels, "all are played fast");
}

/// A tenth of the cases, or all where many steps are asked for: some of them are of long games.
#[test]
fn cases_are_played_alike() {
    let text = shared::texts("cases.json").pop();
    let cases = text.map(|text| serde_json::from_str(&text).expect("the cases are JSON"));
    let Some(Value::Array(cases)) = cases else {
        return;
    };
    let is_all = std::env::var_os("PLAYPROOF_STEPS").is_some();
    let source = |case: &Value| case["source"].as_str().expect("a text").to_owned();
    let texts = cases.iter().map(source).enumerate();
    let texts = texts.filter(|(number, _)| is_all || number % 10 == 0);
    let walked = walk_all(texts, 15, 2);
    assert!(
        walked.n_played * 2 >= walked.n_levels,
        "most are played fast"
    );
}

/// What came of the walks.
struct Walks {
    n_levels: usize,
    n_played: usize,
}

fn walk_all(games: impl Iterator<Item = (usize, String)>, usual: usize, most: usize) -> Walks {
    let mut rng = Rng::with_seed(5);
    let (mut all, mut n_levels, mut n_played, mut n_doubts) = (0, 0, 0, 0);
    for (name, text) in games {
        let Some(source) = read(&text).source else {
            continue;
        };
        let boards = source.stages.iter().filter_map(|stage| match stage {
            Stage::Level { board, .. } => Some(board),
            Stage::Message { .. } => None,
        });
        let boards: Vec<_> = boards.take(most).collect();
        for (number, board) in boards.iter().enumerate() {
            let steps = steps(usual).div_ceil(boards.len());
            let name = format!("game {name}, level {}", number + 1);
            let walked = walk(&name, &source.game, board, false, steps, &mut rng);
            all += walked.steps;
            n_levels += 1;
            n_played += usize::from(walked.is_played);
            n_doubts += usize::from(walked.is_in_doubt);
            if !walked.is_played {
                eprintln!("{name} is not played fast");
            }
        }
    }
    eprintln!("{n_levels} levels, {n_played} played fast, {n_doubts} in doubt, {all} steps");
    Walks { n_levels, n_played }
}
