//! Proposals of levels before anything is proved of them, one thread, in CPU
//! time: how long one takes, how many mazes can be won, and how long their
//! shortest runs are, by the way that they are made.
//!
//! `bench-proposals [MAZES]`

use playproof::{Playproof, Property, Unlimited};
use playproof_benches::cpu_time;
use playproof_walked::generate::{Cast, Design, Generator, Size, Tie};

const SEED: u64 = 1;

fn main() {
    let given = std::env::args().nth(1);
    let n_mazes = given.map_or(200, |n| n.parse().expect("a number"));
    for side in [8, 16, 24] {
        for (made, change) in WAYS {
            let (n_won, length) = shortest_runs(generator(Cast::ALONE, side, change), n_mazes);
            println!(
                "mazes {side}x{side}, {made}: {n_won} of {n_mazes} can be won, in {length:.1} moves on the average"
            );
        }
    }
    for (side, n) in [(24, 20_000), (100, 500), (1000, 3)] {
        for (made, change) in &WAYS[..2] {
            let micros = time_of_one(generator(Cast::against('E'), side, *change), n);
            println!("races {side}x{side}, {made}: {micros:.1} us a proposal");
        }
    }
}

type Change = fn(&mut Design);

/// How levels are made: as usual, and with one thing changed.
const WAYS: [(&str, Change); 4] = [
    ("as usual", |_| ()),
    ("ties from the largest region", |design| {
        design.tie = Tie::Main
    }),
    ("in place", |design| design.in_place = true),
    ("not connected", |design| design.connect = 0),
];

fn generator(cast: Cast, side: usize, change: Change) -> Generator {
    let size = Size::new(side, side).expect("a size that is allowed");
    let mut design = Design::new(cast, size);
    change(&mut design);
    Generator::new(design).expect("a design that is allowed")
}

/// How many mazes can be won, and how long the shortest runs are on the
/// average.
fn shortest_runs(mut generator: Generator, n: u64) -> (usize, f64) {
    let playproof = Playproof::default();
    let mazes = (0..n).filter_map(|number| generator.propose(SEED, number).ok());
    let lengths = mazes.filter_map(|proposal| {
        let file = playproof::read("proposal", proposal.text().as_bytes()).expect("a level");
        let prepared = playproof.prepare(&file.levels[0], Some("maze"));
        let prepared = prepared.expect("a maze");
        let proof = prepared.verify(&Property::Solvable, Some("explicit"), &mut Unlimited);
        let run = proof.expect("it can be asked").solution?;
        Some(run.len())
    });
    let lengths: Vec<usize> = lengths.collect();
    let sum: usize = lengths.iter().sum();
    (lengths.len(), sum as f64 / lengths.len() as f64)
}

/// Microseconds that a proposal takes.
fn time_of_one(mut generator: Generator, n: u64) -> f64 {
    let start = cpu_time();
    for number in 0..n {
        std::hint::black_box(generator.propose(SEED, number).ok());
    }
    (cpu_time() - start).as_secs_f64() * 1e6 / n as f64
}
