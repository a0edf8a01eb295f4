//! Sokoban levels from sweeps and walks, one thread, in CPU time: the hardest
//! levels that a seed finds in some seconds, levels a minute that are unlike each
//! other, time to a given insight, and the insight of levels in files.
//!
//! `bench-sweep [PART] [SEEDS] [SECONDS] [FILE...]`, PART one of `all`, `hardest`,
//! `minute`, `insight`, `files`, or a row of the first table.

use std::time::Duration;

use playproof_benches::cpu_time;
use playproof_sokoban::canonical::Board;
use playproof_sokoban::generate::sweep::{
    Budget, Objective, SweepFound, WalkSettings, Walker, measure,
};

/// Size, boxes, objective, and what is asked for: must and aim.
type Row = ((usize, usize), usize, Objective, u32, u32);

const ROWS: [Row; 7] = [
    ((6, 4), 4, Objective::PUSHES, 32, 34),
    ((6, 6), 3, Objective::PUSHES, 50, 53),
    ((6, 6), 4, Objective::PUSHES, 56, 65),
    ((6, 6), 5, Objective::PUSHES, 56, 69),
    ((8, 8), 4, Objective::PUSHES, 90, 130),
    ((6, 4), 4, Objective::MOVES, 119, 127),
    ((6, 6), 4, Objective::MOVES, 180, 250),
];

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let part = given.first().map_or("all", String::as_str);
    let number = |nth: usize, default: u64| {
        let text = given.get(nth);
        text.map_or(default, |text| text.parse().expect("a number"))
    };
    let (seeds, seconds) = (number(1, 10), number(2, 10));
    let row: Option<usize> = part.parse().ok();
    if row.is_some() || ["all", "hardest"].contains(&part) {
        hardest(row, seeds, seconds);
    }
    if ["all", "minute"].contains(&part) {
        minute(seconds);
    }
    if ["all", "insight"].contains(&part) {
        insight(seeds, seconds);
    }
    for file in given.iter().skip(3) {
        quartiles(file);
    }
}

/// The best level of each seed.
fn hardest(row: Option<usize>, seeds: u64, seconds: u64) {
    println!("{seeds} seeds, {seconds} CPU s each");
    println!("size boxes objective | must aim | median, all | layouts/s, million states/s");
    for (nth, (size, boxes, objective, must, aim)) in ROWS.into_iter().enumerate() {
        if row.is_some_and(|row| row != nth) {
            continue;
        }
        let mut figures = Vec::new();
        let (mut layouts, mut states, mut spent) = (0, 0, Duration::ZERO);
        let mut best: Option<SweepFound> = None;
        for seed in 1..=seeds {
            let begun = cpu_time();
            let settings = WalkSettings::new(size, boxes, objective);
            let mut walker = Walker::new(settings, seed, &[]).expect("good settings");
            let found = walker.best(until(&|| {
                cpu_time() - begun >= Duration::from_secs(seconds)
            }));
            let found = found.expect("a level");
            spent += cpu_time() - begun;
            layouts += walker.n_layouts();
            states += walker.n_states();
            figures.push(found.score as u32);
            if best.as_ref().is_none_or(|best| found.score > best.score) {
                best = Some(found);
            }
        }
        figures.sort();
        let per_second = |n: u64| n as f64 / spent.as_secs_f64();
        println!(
            "{}x{} {boxes} {} | {must} {aim} | {}, {figures:?} | {:.0}, {:.1}",
            size.0,
            size.1,
            if objective == Objective::MOVES {
                "moves"
            } else {
                "pushes"
            },
            median(&figures),
            per_second(layouts),
            per_second(states) / 1e6,
        );
        if let Some(best) = best.filter(|_| row.is_some()) {
            println!("{}\n{}", best.rows.join("\n"), best.lurd);
        }
    }
}

/// Levels of 70 moves or more, any two of them 10 cells apart.
fn minute(seconds: u64) {
    let begun = cpu_time();
    let mut settings = WalkSettings::new((6, 6), 4, Objective::MOVES);
    settings.enough = Some(70.0);
    settings.apart = 10;
    let mut walker = Walker::new(settings, 1, &[]).expect("good settings");
    let mut moves = Vec::new();
    let is_over = || cpu_time() - begun >= Duration::from_secs(seconds);
    while let Some(found) = walker.next(until(&is_over)) {
        moves.push(found.moves);
    }
    moves.sort();
    println!(
        "levels of 70 moves or more, 10 cells apart: {} in {seconds} CPU s, {:.0} a minute (must 100), median {} moves",
        moves.len(),
        moves.len() as f64 * 60.0 / (cpu_time() - begun).as_secs_f64(),
        median(&moves)
    );
}

/// The time to an insight of 8, and the most insight.
fn insight(seeds: u64, seconds: u64) {
    for enough in [Some(8.0), None] {
        let mut times = Vec::new();
        let mut reached = Vec::new();
        for seed in 1..=seeds {
            let begun = cpu_time();
            let mut settings = WalkSettings::new((6, 6), 4, Objective::INSIGHT);
            settings.band = Some((15, 45));
            settings.enough = enough;
            let mut walker = Walker::new(settings, seed, &[]).expect("good settings");
            let found = walker.best(until(&|| {
                cpu_time() - begun >= Duration::from_secs(seconds)
            }));
            times.push((cpu_time() - begun).as_millis() as u32);
            let value = found.and_then(|found| found.insight).unwrap_or(0.0);
            reached.push((value * 100.0) as u32);
        }
        times.sort();
        reached.sort();
        println!(
            "insight at 15 to 45 pushes, enough {enough:?}: ms {times:?}, hundredths {reached:?}"
        );
    }
}

/// The insight of the levels in a file, where 400,000 states are enough.
fn quartiles(file: &str) {
    let bytes = std::fs::read(file).expect("a file");
    let levels = playproof_level::read(file, &bytes).expect("levels").levels;
    let n_levels = levels.len().min(200);
    let boards = levels.iter().take(n_levels);
    let boards = boards.filter_map(|level| Board::read(level).ok());
    let mut values: Vec<f64> = boards
        .filter_map(|(board, _)| Some(measure(&board, 400_000)?.insight()))
        .collect();
    values.sort_by(f64::total_cmp);
    let at = |quarter: usize| values.get(values.len() * quarter / 4).copied();
    println!(
        "{file}: {} of {n_levels} levels measured, quartiles of insight {:.2?} {:.2?} {:.2?}",
        values.len(),
        at(1),
        at(2),
        at(3)
    );
}

fn until(is_over: &dyn Fn() -> bool) -> Budget<'_> {
    Budget {
        layouts: u64::MAX,
        is_over,
    }
}

fn median(sorted: &[u32]) -> f64 {
    let n = sorted.len();
    match n {
        0 => 0.0,
        _ => f64::from(sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0,
    }
}
