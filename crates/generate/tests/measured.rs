//! Figures of many proposals: how long the shortest path to the goal is, how many
//! levels have one, and how long a proposal takes.

mod walk;

use std::time::Instant;

use playproof_generate::{Cast, Design, Generator};

/// Over 200 levels: how many have a way to the goal, and how long the shortest is
/// on average.
fn solvable_and_length(side: usize, change: impl Fn(&mut Design)) -> (usize, f64) {
    let mut design = Design::new(Cast::Maze, side.to_string().parse().unwrap());
    change(&mut design);
    let mut generator = Generator::new(design).unwrap();
    let levels = (0..200).filter_map(|number| generator.propose(1, number).ok());
    let lengths: Vec<usize> = levels.filter_map(|level| walk::shortest(&level)).collect();
    let sum: usize = lengths.iter().sum();
    (lengths.len(), sum as f64 / lengths.len() as f64)
}

#[test]
#[ignore = "a measurement: run it with --release --nocapture"]
fn shortest_paths() {
    for side in [8, 16, 24] {
        let usual = solvable_and_length(side, |_| ());
        let in_place = solvable_and_length(side, |design| design.in_place = true);
        let apart = solvable_and_length(side, |design| design.connect = 0);
        println!("{side}: usual {usual:?}, in place {in_place:?}, not connected {apart:?}");
    }
}

#[test]
#[ignore = "a measurement: run it with --release --nocapture"]
fn time_of_a_proposal() {
    for (name, side, in_place, n_levels) in [
        ("24x24", 24, false, 20_000),
        ("24x24 in place", 24, true, 20_000),
        ("100x100", 100, false, 500),
        ("1000x1000", 1000, false, 3),
    ] {
        let mut design = Design::new(Cast::Race, side.to_string().parse().unwrap());
        design.in_place = in_place;
        let mut generator = Generator::new(design).unwrap();
        let start = Instant::now();
        for number in 0..n_levels {
            std::hint::black_box(generator.propose(1, number).ok());
        }
        let micros = start.elapsed().as_micros() as f64 / n_levels as f64;
        println!("{name}: {micros:.1} microseconds a proposal");
    }
}
