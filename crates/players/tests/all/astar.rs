//! A* finds shortest runs, and gives up only after everything was seen.

use crate::common::{AtMost, Table, breadth_first, random_maze};
use playproof_certify::{Stop, Unlimited};
use playproof_model::{ActionId, Step};
use playproof_players::AStar;

#[test]
fn its_runs_are_shortest() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut n_won, mut n_given_up) = (0, 0);
    for _ in 0..200 {
        let picture = random_maze(&mut rng);
        let (nearest, n_cells) = breadth_first(&picture);
        let played = Table::maze(&picture).play(&AStar, &mut Unlimited);
        assert_eq!(played.stopped, None);
        assert!(played.states <= n_cells as u64);
        match nearest {
            Some(steps) => {
                n_won += 1;
                assert!(played.won, "{picture}");
                assert_eq!(played.run.steps.len(), steps, "{picture}");
            }
            None => {
                n_given_up += 1;
                assert!(!played.won, "{picture}");
                assert!(played.run.steps.is_empty());
                assert_eq!(played.states, n_cells as u64, "{picture}");
            }
        }
    }
    assert!(n_won >= 50 && n_given_up >= 20, "{n_won}, {n_given_up}");
}

#[test]
fn the_distance_shows_the_way() {
    let row = "0".repeat(40);
    let middle = format!("{}A{}G{}", "0".repeat(20), "0".repeat(8), "0".repeat(10));
    let room = [&row[..], &row, &middle, &row, &row].join("\n");
    let played = Table::maze(&room).play(&AStar, &mut Unlimited);
    assert_eq!(played.run.steps.len(), 9);
    // Only the way itself and what lies beside it.
    assert!(played.states <= 3 * 10 + 1, "{}", played.states);
}

#[test]
fn outcomes_and_beginnings_are_told_apart() {
    let played = Table::pits().play(&AStar, &mut Unlimited);
    assert!(played.won);
    assert_eq!(played.run.initial, 1);
    let jump = |choice| Step::Act {
        action: ActionId(1),
        choice,
    };
    assert_eq!(played.run.steps, [jump(0), jump(1), jump(1)]);
}

#[test]
fn it_stops_when_it_is_told_to() {
    let room = format!("A{}\n{}G", "0".repeat(39), "0".repeat(39));
    let table = Table::maze(&room);
    for limit in [0, 1, 40] {
        let mut budget = AtMost::new(limit);
        let played = table.play(&AStar, &mut budget);
        assert!(!played.won);
        assert_eq!(played.stopped, Some(Stop::States));
        assert!(played.states < limit + 100);
        assert!(budget.told.iter().all(|p| p.bytes > 0));
    }
}
