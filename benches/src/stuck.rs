//! Whether the player of Sokoban can get stuck, with checked evidence, one thread, in CPU
//! seconds: one line for each level, and the sum.
//!
//! `bench-stuck FILE [PROPERTY [SECONDS]]`

use std::ops::ControlFlow;
use std::time::Duration;

use playproof::{Limits, Playproof, Progress, Stop};
use playproof_benches::cpu_time;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = args.first().expect("a file of levels");
    let property = args.get(1).map_or("unlosable", String::as_str);
    let property = Playproof::property(property).expect("a property");
    let seconds = args.get(2).map(|n| n.parse().expect("a number"));
    let seconds = Duration::from_secs_f64(seconds.unwrap_or(1.0));
    let bytes = std::fs::read(file).expect("a file that can be read");
    let levels = playproof::read(file, &bytes).expect("levels").levels;
    let playproof = Playproof::default();
    let (mut n_decided, mut n_shortest) = (0, 0);
    let mut times = Vec::new();
    for (i, level) in levels.iter().enumerate() {
        let start = cpu_time();
        let mut limits = Limits {
            max_states: None,
            max_bytes: Some(4 << 30),
            poll: |_: &Progress| match cpu_time() - start < seconds {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(Stop::Time),
            },
        };
        let prepared = match playproof.prepare(level, Some("sokoban")) {
            Ok(prepared) => prepared,
            Err(error) => {
                println!("{:4} {error}", i + 1);
                continue;
            }
        };
        let proof = prepared.verify(&property, None, &mut limits);
        let proof = proof.expect("an engine that decides it");
        let time = (cpu_time() - start).as_secs_f64();
        times.push(time);
        let is_shortest = proof.violated() && proof.length == proof.lower_bound.map(u64::from);
        n_decided += usize::from(proof.answer().is_some());
        n_shortest += usize::from(is_shortest);
        println!(
            "{:4} {:9} moves {:>4} {:8} states {:>7} {time:6.3} s {}",
            i + 1,
            match proof.answer() {
                Some(_) if proof.holds() => "holds",
                Some(_) => "violated",
                None => "unknown",
            },
            proof.length.map_or("-".to_owned(), |n| n.to_string()),
            if is_shortest { "shortest" } else { "" },
            proof.states,
            proof.engine,
        );
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{n_decided} of {} decided, {n_shortest} by a shortest run; CPU seconds: median {:.3}, slowest {:.3}, \
         together {:.1}",
        levels.len(),
        times.get(times.len() / 2).unwrap_or(&0.0),
        times.last().unwrap_or(&0.0),
        times.iter().sum::<f64>(),
    );
}
