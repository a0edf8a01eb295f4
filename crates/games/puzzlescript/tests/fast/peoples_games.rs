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
    let Some(folder) = shared::find("games") else {
        return;
    };
    let files = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let games = paths.iter().map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy();
        let bytes = std::fs::read(path).expect("the file can be read");
        (
            name.into_owned(),
            String::from_utf8_lossy(&bytes).into_owned(),
        )
    });
    walk_all(games, 40, usize::MAX);
}

#[test]
fn cases_are_played_alike() {
    let Some(Value::Array(cases)) = shared::json("cases.json") else {
        return;
    };
    let text = |case: &Value, key: &str| case[key].as_str().expect("a text").to_owned();
    let cases = cases.iter();
    // Many are of the same long games.
    walk_all(
        cases.map(|case| (text(case, "name"), text(case, "source"))),
        15,
        2,
    );
}

fn walk_all(games: impl Iterator<Item = (String, String)>, usual: usize, most: usize) {
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
            let name = format!("{name}, level {}", number + 1);
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
    assert!(n_played * 10 >= n_levels * 9, "most levels are played fast");
}
