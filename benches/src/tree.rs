//! The tree search for Sokoban levels: iterations a second of processor time on one core,
//! bytes a node, and the most memory that the process took.
//!
//! usage: `bench-tree ITERATIONS SEEDS`; the numbers may be left out

use std::time::Duration;

use playproof_benches::process_time;
use playproof_sokoban::generate::tree::{Budget, Reduction, TreeRun, TreeSettings};

fn main() {
    let mut args = std::env::args().skip(1);
    let n_iterations: u64 = args
        .next()
        .map_or(500_000, |n| n.parse().expect("a number"));
    let n_seeds: u64 = args.next().map_or(5, |n| n.parse().expect("a number"));
    let base = TreeSettings::default();
    let reduction = Some(Reduction::default());
    let push = TreeSettings {
        push: true,
        ..base.clone()
    };
    let kinds = [
        ("foundational", base.clone()),
        ("push", push.clone()),
        (
            "push, reduction",
            TreeSettings {
                reduction,
                ..push.clone()
            },
        ),
        ("push, reduction, cut-outs", TreeSettings::improved()),
        (
            "foundational, jumps",
            TreeSettings {
                jumps: true,
                ..base.clone()
            },
        ),
        (
            "foundational, 8x8",
            TreeSettings {
                width: 8,
                height: 8,
                ..base
            },
        ),
    ];
    println!("6x6 unless it says otherwise, {n_iterations} iterations, {n_seeds} seeds");
    for (name, settings) in kinds {
        let (mut spent, mut n_nodes, mut score) = (Duration::ZERO, 0, 0.0);
        for seed in 0..n_seeds {
            let start = process_time();
            let mut run = TreeRun::new(&settings, seed).expect("right settings");
            run.run(&mut Budget::iterations(n_iterations));
            spent += process_time() - start;
            let found = run.found().expect("a level");
            n_nodes += found.n_nodes;
            score += found.score;
        }
        let a_second = (n_iterations * n_seeds) as f64 / spent.as_secs_f64();
        println!(
            "{name:28} {a_second:>9.0} iterations a second, {} nodes, mean score {:.3}, {} MB at most so far",
            n_nodes / n_seeds as usize,
            score / n_seeds as f32,
            most_memory() >> 10
        );
    }
    println!(
        "{} bytes a node",
        playproof_treesearch::bytes_per_node::<u16>()
    );
}

/// The most memory that the process took so far, in KiB.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a Linux machine");
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|n| n.parse().ok()).expect("a number")
}
