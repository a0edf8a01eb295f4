//! Levels that are generated and proved, one thread, in CPU seconds: mazes a
//! second with checked certificates, milliseconds a race, and how the search
//! alone grows with the size of a maze.
//!
//! `bench-generate [MAZES [RACES]]`

use std::time::Duration;

use playproof::{Playproof, Property, Trial, Unlimited};
use playproof_benches::cpu_time;
use playproof_certify::{Engine, Task};
use playproof_engines::{ExplicitEngine, Threads};
use playproof_game::Game;
use playproof_maze::Maze;
use playproof_walked::generate::{Cast, Design, Generator, Size};

const SEED: u64 = 1;
const REPEATS: usize = 20;

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = |default: u64| {
        let given = args.next();
        given.map_or(default, |n| n.parse().expect("a number"))
    };
    let (n_mazes, n_races) = (number(3000), number(100));

    let (n_kept, n_bytes, spent) = mazes(n_mazes);
    println!(
        "mazes 24x24: {n_kept} of {n_mazes} proved, {n_bytes} bytes of certificates, {:.3} ms each, {:.0} a second",
        spent.as_secs_f64() * 1e3 / n_mazes as f64,
        n_kept as f64 / spent.as_secs_f64(),
    );

    let mut times = races(n_races);
    times.sort();
    let sum: Duration = times.iter().sum();
    println!(
        "races 24x24, solvable and alternatives >= 2: {:.2} ms each, the slowest {:.2} ms",
        sum.as_secs_f64() * 1e3 / n_races as f64,
        times.last().map_or(0.0, Duration::as_secs_f64) * 1e3,
    );

    let [small, large] = [8, 24].map(|side| search_alone(side, 200));
    println!(
        "search alone: {:.1} us at 8x8, {:.1} us at 24x24, {:.1} times as long",
        small * 1e6,
        large * 1e6,
        large / small,
    );
}

fn generator(cast: Cast, side: usize) -> Generator {
    let size = Size::new(side, side).expect("a size that is allowed");
    Generator::new(Design::new(cast, size)).expect("the usual design")
}

/// Proposals from the first letter to the last byte of the certificate.
fn mazes(n: u64) -> (u64, usize, Duration) {
    let playproof = Playproof::default();
    let mut generator = generator(Cast::ALONE, 24);
    let (mut n_kept, mut n_bytes) = (0, 0);
    let start = cpu_time();
    for number in 0..n {
        let proposal = generator.propose(SEED, number).expect("room");
        let file = playproof::read("proposal", proposal.text().as_bytes()).expect("a level");
        let prepared = playproof
            .prepare(&file.levels[0], Some("maze"))
            .expect("a maze");
        let asked = [(&Property::Solvable, None)];
        if let Ok(Trial::Kept(certificates)) = prepared.try_out(asked, &mut Unlimited) {
            n_kept += 1;
            n_bytes += certificates[0].to_bytes(false).len();
        }
    }
    (n_kept, n_bytes, cpu_time() - start)
}

/// Two questions about each race.
fn races(n: u64) -> Vec<Duration> {
    let playproof = Playproof::default();
    let mut generator = generator(Cast::against('E'), 24);
    let alternatives = Property::Alternatives(2);
    let race = |number| {
        let proposal = generator.propose(SEED, number).expect("room");
        let start = cpu_time();
        let file = playproof::read("proposal", proposal.text().as_bytes()).expect("a level");
        let prepared = playproof
            .prepare(&file.levels[0], Some("race"))
            .expect("a race");
        for property in [&Property::Solvable, &alternatives] {
            let proof = prepared.verify(property, None, &mut Unlimited);
            proof.expect("both can be asked");
        }
        cpu_time() - start
    };
    (0..n).map(race).collect()
}

/// Seconds that the search of a maze takes on the average, without reading,
/// preparing and checking; the least of several rounds.
fn search_alone(side: usize, n: u64) -> f64 {
    let mut generator = generator(Cast::ALONE, side);
    let property = Property::Solvable;
    let subjects: Vec<_> = (0..n)
        .map(|number| {
            let proposal = generator.propose(SEED, number).expect("room");
            let file = playproof::read("proposal", proposal.text().as_bytes()).expect("a level");
            let maze = Maze.compile(&file.levels[0]).expect("a maze");
            maze.model.elaborate(&property).expect("it can be asked")
        })
        .collect();
    let engine = ExplicitEngine(Threads::new(1));
    let round = || {
        let start = cpu_time();
        // The clock counts in milliseconds, so that each is done many times.
        for subject in subjects.iter().cycle().take(subjects.len() * REPEATS) {
            let task = Task::new(subject, &property, &[]);
            std::hint::black_box(engine.check(&task, &mut Unlimited));
        }
        (cpu_time() - start).as_secs_f64() / (n as f64 * REPEATS as f64)
    };
    (0..5).map(|_| round()).fold(f64::INFINITY, f64::min)
}
