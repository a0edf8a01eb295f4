//! Most coins and most kills within the time, against all that can be played.

use std::collections::BTreeSet;

use playproof_platform::CoarseSettings;

use crate::coarse_scenarios::{as_picture, ask, playing};
use crate::reading::{Reading, Situation};

/// A small level with ground, some gaps, coins and mushrooms.
fn random_level(random: &mut fastrand::Rng) -> String {
    let (width, height) = (random.usize(5..10), random.usize(4..7));
    let mut rows = vec![vec!['-'; width]; height];
    rows[height - 1].fill('X');
    for letter in ['X', 'X', 'o', 'o', 'E'] {
        for _ in 0..random.usize(0..4) {
            let (x, y) = (random.usize(1..width), random.usize(1..height - 1));
            rows[y][x] = letter;
        }
    }
    for _ in 0..random.usize(0..3) {
        rows[height - 1][random.usize(1..width)] = '-';
    }
    let rows = rows.iter().map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("\n") + "\n"
}

/// The most coins and the most kills of any winning run; none where nobody wins.
fn most(reading: &Reading) -> Option<(usize, u32)> {
    let n_coins = reading.first().coins.len();
    let mut known: BTreeSet<Situation> = BTreeSet::new();
    let mut waiting = vec![reading.first()];
    let mut best: Option<(usize, u32)> = None;
    while let Some(situation) = waiting.pop() {
        if !known.insert(situation.clone()) {
            continue;
        }
        if reading.won(&situation) {
            let (coins, kills) = best.unwrap_or_default();
            let taken = n_coins - situation.coins.len();
            best = Some((coins.max(taken), kills.max(situation.kills)));
        }
        waiting.extend(reading.next(&situation).into_values());
    }
    best
}

#[test]
fn most_coins_and_most_kills_are_those_of_all_runs() {
    let mut random = fastrand::Rng::with_seed(2012);
    let (mut n_won, mut n_coins, mut n_kills) = (0, 0, 0);
    for _ in 0..200 {
        let text = random_level(&mut random);
        let limit = random.u32(6..16);
        let mut reading = Reading::new(&as_picture(&text));
        reading.limit = Some(limit);
        let playproof = playing(CoarseSettings {
            time: Some(limit),
            ..CoarseSettings::default()
        });
        let Some((coins, kills)) = most(&reading) else {
            assert!(ask(&playproof, &text, "solvable").violated(), "{text}");
            continue;
        };
        n_won += 1;
        n_coins += coins;
        n_kills += kills;
        for (what, best) in [("coins", coins), ("kills", kills as usize)] {
            let at_least = |n: usize| {
                let proof = ask(&playproof, &text, &format!("reach win && {what} >= {n}"));
                assert_eq!(proof.engine, "most", "{text}");
                proof
            };
            assert!(at_least(best).holds(), "{best} {what}\n{text}");
            // The proof that nobody gets more is a closed set, which was checked.
            assert!(at_least(best + 1).violated(), "{best} {what}\n{text}");
        }
    }
    assert!(
        n_won > 100 && n_coins > 50 && n_kills > 20,
        "{n_won} {n_coins} {n_kills}"
    );
}
