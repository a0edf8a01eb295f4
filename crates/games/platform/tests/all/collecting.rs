//! The most coins and kills of a winning run, against going through all that can be played.

use playproof_certify::Unlimited;
use playproof_platform::engine::Moment;
use playproof_platform::native::World;
use playproof_platform::{Best, Most, Of, PrizeFate, Stage, Tile, most};
use rustc_hash::FxHashSet;

use crate::hybrid::{command, is_won_by, level};

/// A small level of half pixels, with ground, some blocks and two coins.
fn random_level(random: &mut fastrand::Rng) -> String {
    let (width, height) = (random.usize(4..7), random.usize(4..6));
    let mut rows = vec![vec!['-'; width]; height];
    rows[height - 1].fill('X');
    for (letter, n) in [
        ('X', random.usize(1..6)),
        ('^', random.usize(0..2)),
        ('o', 2),
    ] {
        for _ in 0..n {
            rows[random.usize(0..height - 1)][random.usize(1..width)] = letter;
        }
    }
    for _ in 0..random.usize(0..3) {
        rows[height - 1][random.usize(1..width)] = '-';
    }
    let rows: String = rows
        .iter()
        .map(|r| r.iter().collect::<String>() + "\n")
        .collect();
    let spike = "letter ^: deadly from the side, deadly from above";
    format!("platform\nlegend: vglc\n{spike}\nprofile fineness: 2\nmap:\n{rows}")
}

/// The coins that a body touches, as bits.
fn touched(stage: &Stage, moment: &Moment) -> u32 {
    let (board, profile) = (&stage.board, &stage.profile);
    let coins = (0..board.tiles.len()).filter(|&at| board.tiles[at].is(Tile::COIN));
    let (x, y) = (moment.body.x, moment.body.pose.y);
    let (wide, high) = profile.body;
    let is_touched = |at: usize| {
        let (left, top) = (
            (at % board.width) as i32 * profile.tile,
            (at / board.width) as i32 * profile.tile,
        );
        x < left + profile.tile && left < x + wide && y - high < top + profile.tile && top < y
    };
    coins
        .enumerate()
        .map(|(i, at)| u32::from(is_touched(at)) << i)
        .sum()
}

/// The most coins of any winning run, by going through all states; none where nobody wins.
fn true_most(stage: &Stage) -> Option<u32> {
    let world = World::new(stage);
    let first = Moment::first(&world);
    let mut open = vec![(first.clone(), touched(stage, &first))];
    let mut known = FxHashSet::from_iter([(first.body, open[0].1)]);
    let mut best = None;
    while let Some((now, coins)) = open.pop() {
        if world.is_won(&now.body) {
            best = best.max(Some(coins.count_ones()));
        }
        for gait in 0..5 {
            for presses in [false, true] {
                let Some(mut next) = now.after(&world, (gait, presses)) else {
                    continue;
                };
                next.ticks = 0;
                let coins = coins | touched(stage, &next);
                if known.insert((next.body, coins)) {
                    open.push((next, coins));
                }
            }
        }
    }
    best
}

fn found(text: &str, of: Of, n_states: usize) -> Most {
    most(&level(text), of, n_states, &mut Unlimited).unwrap()
}

/// A best run wins, and takes what it is said to take.
fn counted(stage: &Stage, most: &Most) -> Option<u32> {
    let Best::Run(run) = &most.best else {
        return None;
    };
    assert!(is_won_by(stage, run));
    let world = World::new(stage);
    let moments = Moment::first(&world).run(&world, run);
    let coins = moments.iter().fold(0, |all, now| all | touched(stage, now));
    Some(coins.count_ones())
}

#[test]
fn the_most_coins_lie_between_the_best_run_and_the_bound() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut n_won, mut n_best, mut n_settled) = (0, 0, 0);
    for _ in 0..8 {
        let text = random_level(&mut random);
        let (stage, _) = Stage::read(&level(&text)).unwrap();
        let most = found(&text, Of::Coins, 200_000);
        let truth = true_most(&stage);
        assert_eq!(truth.is_none(), most.best == Best::NobodyWins, "{text}");
        let Some(truth) = truth else { continue };
        let best = counted(&stage, &most).unwrap();
        assert_eq!(best as usize, most.n_best(), "{text}");
        assert!(best <= truth && truth as usize <= most.at_most(), "{text}");
        n_won += 1;
        n_best += u32::from(best == truth);
        n_settled += u32::from(most.is_settled());
    }
    println!("{n_won} won, {n_best} as good as can be, {n_settled} settled");
    assert!(n_won >= 4 && n_best * 4 >= n_won * 3, "{n_best} of {n_won}");
}

#[test]
fn a_coin_in_a_pit_is_not_taken_and_one_in_the_sky_is_proved_out_of_reach() {
    let text = "\
o-------------------
--------------------
--------------------
--------------------
--------------------
----o---------------
--------------------
XXXXXXXXXX--XXXXXXXX
XXXXXXXXXX--XXXXXXXX
XXXXXXXXXX-oXXXXXXXX
";
    let most = found(text, Of::Coins, 300_000);
    let fates = [PrizeFate::OutOfReach, PrizeFate::Taken, PrizeFate::Reached];
    assert_eq!(most.fates, fates);
    assert_eq!((most.n_best(), most.at_most()), (1, 2));
    assert!(!most.is_settled());
}

#[test]
fn walkers_are_killed_on_the_way_except_out_of_reach() {
    let text = "\
--------E-----------
-------SSS----------
--------------------
--------------------
--------------------
--------------------
--------------------
------------E----E--
XXXXXXXXXXXXXXXXXXXX
";
    let most = found(text, Of::Kills, 1_000_000);
    assert_eq!(most.prizes.len(), 3);
    let Best::Run(run) = &most.best else {
        panic!("{:?}", most.best);
    };
    let (stage, _) = Stage::read(&level(text)).unwrap();
    let world = World::new(&stage);
    assert!(is_won_by(&stage, run));
    let last = Moment::first(&world).run(&world, run).pop().unwrap();
    assert_eq!(last.killed.len(), most.n_best());
    assert_eq!(most.n_best(), 2);
    // The one in the sky walks over the edge and comes down to the others.
    let peaceful = format!("platform\nstyle: peaceful\nmap:\n{text}");
    assert!(found(&peaceful, Of::Kills, 1000).prizes.is_empty());
}

#[test]
fn most_says_the_best_the_bound_and_what_is_out_of_reach() {
    let text =
        "-o-------\n---------\n---------\n---------\n---------\n---------\n---o-----\nXXXXXXXXX\n";
    let told = command("most", text, &[]);
    let expected = "level.txt: The most coins of a winning run are 1 of 2 coins: settled.\n";
    assert!(told.text.starts_with(expected), "{}", told.text);
    let line = "coin_1 (column 2, row 1): out of reach, proved\n";
    assert!(told.text.contains(line), "{}", told.text);
    assert!(told.json.contains("\"at_most\":1"), "{}", told.json);
}

#[test]
fn in_steps_of_a_tile_the_most_is_proved() {
    let text = "---------\n--o--o---\nXXXXXXXXX\n";
    let told = command("most", text, &[("coarse", "yes")]);
    let expected = "level.txt: 2 of 2 coins, and no run that wins has more, checked";
    assert!(told.text.starts_with(expected), "{}", told.text);
}
