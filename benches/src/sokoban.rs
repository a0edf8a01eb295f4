//! Push-optimal Sokoban with checked evidence, one thread, in CPU seconds: one
//! line a level, and the sum.
//!
//! `bench-sokoban FILE [SECONDS [FIRST LAST]]`

use std::ops::ControlFlow;
use std::time::Duration;

use playproof::{Limits, Playproof, Progress, Stop};
use playproof_analysis::{Cost, Optimizing};
use playproof_benches::cpu_time;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = args.first().expect("a file of levels");
    let number = |i: usize| args.get(i).map(|n| n.parse::<usize>().expect("a number"));
    let seconds = Duration::from_secs(number(1).unwrap_or(30) as u64);
    let bytes = std::fs::read(file).expect("a file that can be read");
    let levels = playproof::read(file, &bytes).expect("levels").levels;
    let wanted = number(2).unwrap_or(1)..=number(3).unwrap_or(levels.len());
    let playproof = Playproof::default();
    let (mut n_settled, mut n_pushes, mut total) = (0, 0, 0.0);
    for (i, level) in levels.iter().enumerate() {
        if !wanted.contains(&(i + 1)) {
            continue;
        }
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
        let best = prepared.cheapest(Cost::Pushes, &mut limits, &mut |_| ());
        let time = (cpu_time() - start).as_secs_f64();
        total += time;
        match best {
            Ok(best) => {
                let settled = best.is_settled();
                n_settled += usize::from(settled);
                n_pushes += best.cost.filter(|_| settled).unwrap_or(0);
                let number = |n: Option<u64>| n.map_or("-".to_owned(), |n| n.to_string());
                println!(
                    "{:4} {:10} pushes {:>5} moves {:>5} bound {:>5} states {:>9} {time:7.2} s {}",
                    i + 1,
                    match settled {
                        true if best.cost.is_some() => "optimal",
                        true => "unsolvable",
                        false => "unknown",
                    },
                    number(best.cost),
                    number(best.found.length),
                    number(best.lower_bound),
                    best.states,
                    best.stopped.map_or(String::new(), |why| why.to_string()),
                );
            }
            Err(error) => println!("{:4} {error}", i + 1),
        }
    }
    println!("{n_settled} settled, {n_pushes} pushes, {total:.1} s");
}
