//! Most coins and most kills within the time, against all that can be played.

use std::collections::BTreeSet;

use playproof::{Playproof, Unlimited};
use playproof_platform::{Coarse, CoarseSettings, Exit, Jumps, Of, Style};

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

/// A level with much to get: ledges, coins, mushrooms and gaps.
fn rich_level(random: &mut fastrand::Rng) -> String {
    let (width, height) = (random.usize(10..17), random.usize(5..8));
    let mut rows = vec![vec!['-'; width]; height];
    rows[height - 1].fill('X');
    for (letter, most) in [('X', 8), ('o', 7), ('E', 4)] {
        for _ in 0..random.usize(0..=most) {
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

#[test]
fn most_is_what_explicit_search_finds() {
    let mut random = fastrand::Rng::with_seed(77);
    let (mut n_won, mut n_got, mut n_less) = (0, 0, 0);
    for _ in 0..120 {
        let text = rich_level(&mut random);
        let settings = CoarseSettings {
            time: random.bool().then(|| random.u32(8..30)),
            exit: Exit::Column,
            jumps: if random.bool() {
                Jumps::SHORT
            } else {
                Jumps::TALL
            },
            style: Style {
                kills: random.u32(0..4) > 0,
                backwards: random.u32(0..4) > 0,
                ..Style::EXPERT
            },
        };
        let playproof = playing(settings);
        let file = playproof.read("level", text.as_bytes()).expect("a drawing");
        let prepared = playproof.prepare(&file.levels[0], None).expect("a level");
        for of in [Of::Coins, Of::Kills] {
            let game = Coarse { settings };
            let most = game.most(&file.levels[0], of, u64::MAX, &mut Unlimited);
            let most = most.expect("a level");
            assert!(most.is_settled(), "{most:?}\n{text}");
            let explicit = |property: String| {
                let property = Playproof::property(&property).expect("a property");
                let proof = prepared.verify(&property, Some("explicit"), &mut Unlimited);
                proof.expect("it is supported").holds()
            };
            let at_least = |n: usize| explicit(format!("reach win && {} >= {n}", of.name()));
            let Some(best) = most.best else {
                assert!(!explicit("solvable".to_owned()), "{text}");
                continue;
            };
            assert!(at_least(best), "{of:?} {best}\n{text}");
            assert!(!at_least(best + 1), "{of:?} {best}\n{text}");
            n_won += 1;
            n_got += best;
            n_less += usize::from(best < most.there_are);
        }
    }
    assert!(
        n_won > 80 && n_got > 150 && n_less > 40,
        "{n_won} {n_got} {n_less}"
    );
}

#[test]
fn single_coins_are_decided_like_many() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut n_held, mut n_violated) = (0, 0);
    for _ in 0..60 {
        let text = rich_level(&mut random);
        let playproof = playing(CoarseSettings {
            time: random.bool().then(|| random.u32(8..30)),
            ..CoarseSettings::default()
        });
        let file = playproof.read("level", text.as_bytes()).expect("a drawing");
        let prepared = playproof.prepare(&file.levels[0], None).expect("a level");
        let n_coins = text.matches('o').count();
        if n_coins < 2 {
            continue;
        }
        let (a, b) = (random.usize(1..=n_coins), random.usize(1..=n_coins));
        let property = format!("reach win && coin_{a} == 1 && coin_{b} == 1 && kills >= 1");
        let property = Playproof::property(&property).expect("a property");
        let [own, other] = ["most", "explicit"].map(|engine| {
            let proof = prepared.verify(&property, Some(engine), &mut Unlimited);
            proof.expect("it is supported")
        });
        assert!(own.holds() || own.violated(), "{:?}\n{text}", own.verdict);
        assert_eq!(own.holds(), other.holds(), "{text}");
        *(if own.holds() {
            &mut n_held
        } else {
            &mut n_violated
        }) += 1;
    }
    assert!(n_held > 2 && n_violated > 10, "{n_held} {n_violated}");
}
