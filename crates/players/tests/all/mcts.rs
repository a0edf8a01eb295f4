//! Monte-Carlo tree search wins where winning is easy, plays the same moves
//! again with the same seed, and claims nothing that it did not do.

use crate::common::{AtMost, Table, breadth_first, random_maze};
use playproof_certify::{Stop, Unlimited};
use playproof_players::Mcts;

const ROOM: &str = "
    A0000
    00000
    00000
    00000
    0000G";

const WALLED_IN: &str = "
    A0001
    00010
    00100
    0100G";

#[test]
fn it_wins_an_open_room() {
    for seed in 0..20 {
        for follow_wins in [false, true] {
            let player = Mcts {
                seed,
                follow_wins,
                ..Mcts::default()
            };
            let played = Table::maze(ROOM).play(&player, &mut AtMost::new(5_000_000));
            assert!(played.won, "seed {seed}");
        }
    }
}

#[test]
fn it_wins_through_a_winding_corridor() {
    let corridor = "
        A0000000
        11111110
        00000000
        01111111
        0000000G";
    let played = Table::maze(corridor).play(&Mcts::default(), &mut AtMost::new(20_000_000));
    assert!(played.won);
}

#[test]
fn the_same_seed_plays_the_same_moves() {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut runs = Vec::new();
    for seed in 0..20 {
        let table = Table::maze(&random_maze(&mut rng));
        let player = Mcts {
            seed,
            iterations: 20,
            ..Mcts::default()
        };
        let play = || table.play(&player, &mut AtMost::new(50_000));
        let played = play();
        assert_eq!(played, play());
        runs.push(played.run);
    }
    assert!(runs.iter().any(|run| run.steps.len() > 20));
}

#[test]
fn different_seeds_play_different_moves() {
    let table = Table::maze(ROOM);
    let run = |seed| {
        let player = Mcts {
            seed,
            iterations: 2,
            ..Mcts::default()
        };
        table.play(&player, &mut AtMost::new(100_000)).run
    };
    assert!((1..10).any(|seed| run(seed) != run(0)));
}

#[test]
fn it_never_wins_what_cannot_be_won() {
    let mut rng = fastrand::Rng::with_seed(3);
    let random = std::iter::repeat_with(|| random_maze(&mut rng));
    let lost = random.filter(|picture| breadth_first(picture).0.is_none());
    for picture in lost.take(30).chain([WALLED_IN.to_owned()]) {
        let played = Table::maze(&picture).play(&Mcts::default(), &mut AtMost::new(20_000));
        assert!(!played.won, "{picture}");
    }
}

#[test]
fn it_gives_up_only_where_there_is_no_move() {
    let shut_in = Table::maze("A1\n1G").play(&Mcts::default(), &mut Unlimited);
    assert!(!shut_in.won);
    assert_eq!(shut_in.stopped, None);
    let walled_in = Table::maze(WALLED_IN).play(&Mcts::default(), &mut AtMost::new(100_000));
    assert_eq!(walled_in.stopped, Some(Stop::States));
    assert!(!walled_in.run.steps.is_empty());
}

#[test]
fn it_begins_anew_after_a_loss() {
    for seed in 0..50 {
        // Too little thought to avoid the pits.
        let careless = Mcts {
            seed,
            iterations: 1,
            rollout: 0,
            ..Mcts::default()
        };
        let played = Table::pits().play(&careless, &mut AtMost::new(100_000));
        assert!(played.won, "seed {seed}");
        assert_eq!(played.run.initial, 1);
    }
}

#[test]
fn it_stops_when_it_is_told_to() {
    let table = Table::maze(WALLED_IN);
    for limit in [0, 1, 1000, 100_000] {
        let mut budget = AtMost::new(limit);
        let played = table.play(&Mcts::default(), &mut budget);
        assert_eq!(played.stopped, Some(Stop::States));
        assert!(played.states < limit + 100);
        let gaps = budget.told.windows(2).map(|w| w[1].states - w[0].states);
        assert!(gaps.max().unwrap_or(0) <= 100);
    }
}

#[test]
fn its_memory_is_bounded() {
    let player = Mcts {
        max_nodes: 20,
        ..Mcts::default()
    };
    // Far more states than are remembered, and no way to win.
    let floor = "0".repeat(31);
    let hall = [
        &format!("A{floor}"),
        &format!("{floor}0"),
        &format!("{floor}1"),
        &format!("{}1G", &floor[1..]),
    ];
    let mut budget = AtMost::new(200_000);
    let played = Table::maze(&hall.map(|row| &row[..]).join("\n")).play(&player, &mut budget);
    assert!(!played.won);
    let most = budget.told.iter().map(|p| p.bytes).max().unwrap_or(0);
    assert!(most < 20_000, "{most}");
    // A tree so small still wins what is easy.
    let played = Table::maze(ROOM).play(&player, &mut AtMost::new(5_000_000));
    assert!(played.won);
}

#[test]
fn the_punishment_makes_it_explore() {
    let hall = format!("A{}\n{}G", "0".repeat(60), "1".repeat(60));
    let n_won = |punishment: f64| {
        let wins = (0..10).filter(|&seed| {
            let player = Mcts {
                seed,
                punishment,
                iterations: 50,
                rollout: 20,
                ..Mcts::default()
            };
            let played = Table::maze(&hall).play(&player, &mut AtMost::new(400_000));
            played.won
        });
        wins.count()
    };
    let (with, without) = (n_won(1.0), n_won(0.0));
    assert!(with > without, "{with} with, {without} without");
}
