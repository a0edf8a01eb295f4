//! Levels of other people, as they are and made impossible, found through
//! `PLAYPROOF_LEVELS` (default: `../shared/levels` beside the project). Where there are none,
//! the tests say so and show nothing.

use std::fs;
use std::path::PathBuf;

use playproof::{Playproof, Unlimited, Verdict};

/// The fifteen levels, as rows of letters.
fn levels() -> Vec<(String, Vec<Vec<char>>)> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../shared/levels");
    let folder = std::env::var_os("PLAYPROOF_LEVELS").map_or_else(|| beside.into(), PathBuf::from);
    let Ok(files) = fs::read_dir(folder.join("platform/super_mario_bros/Processed")) else {
        println!("skipped: no levels of other people at {}", folder.display());
        return Vec::new();
    };
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 15);
    let rows = |text: String| text.lines().map(|line| line.chars().collect()).collect();
    let level = |file: PathBuf| {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        (name, rows(fs::read_to_string(&file).unwrap()))
    };
    files.into_iter().map(level).collect()
}

/// The same without walkers.
pub fn calm_levels() -> Vec<(String, Vec<Vec<char>>)> {
    let mut all = levels();
    let letters = all
        .iter_mut()
        .flat_map(|(_, rows)| rows.iter_mut().flatten());
    letters.filter(|c| **c == 'E').for_each(|c| *c = '-');
    all
}

/// Whether a level can be won; decided and checked.
fn wins(rows: &[Vec<char>]) -> bool {
    let text: String = rows
        .iter()
        .map(|row| row.iter().collect::<String>() + "\n")
        .collect();
    let playproof = Playproof::default();
    let file = playproof.read("level", text.as_bytes()).unwrap();
    let prepared = playproof
        .prepare(&file.levels[0], Some("platform"))
        .unwrap();
    let solvable = Playproof::property("solvable").unwrap();
    let proof = prepared.verify(&solvable, None, &mut Unlimited).unwrap();
    assert!(matches!(proof.verdict, Verdict::Decided(..)), "{text}");
    proof.holds()
}

#[test]
fn classic_levels_can_be_won() {
    for (name, rows) in calm_levels() {
        assert!(wins(&rows), "{name}");
    }
}

#[test]
fn classic_levels_can_be_won_among_their_walkers() {
    let levels = levels();
    let has_walker = |(_, rows): &(String, Vec<Vec<char>>)| rows.concat().contains(&'E');
    assert!(levels.is_empty() || levels.iter().all(has_walker));
    for (name, rows) in levels {
        assert!(wins(&rows), "{name}");
    }
}

#[test]
fn nobody_gets_over_a_gap_of_thirty_even_among_walkers() {
    // Proofs among walkers are larger, so that a few levels will do.
    let walked = levels().into_iter().take(3);
    for (name, mut rows) in walked.chain(calm_levels()) {
        let middle = rows[0].len() / 2;
        for row in &mut rows {
            row[middle..middle + 30].fill('-');
        }
        assert!(!wins(&rows), "{name}");
    }
}
