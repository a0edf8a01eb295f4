//! Figures 4.2, 4.4, 4.8 and 5.1 of the published work on generating Sokoban levels by
//! simulated play: how the best score grows with iterations and with seconds.

use crate::experiment::{Experiment, Setting};
use crate::figure::{Chart, Figure, Lines, Series};
use crate::level_trees::{ITERATIONS, Trial, kind, score_after, score_at, trials};
use crate::tables::{Report, Table, mean, or_none};
use crate::work::KARMAN;

/// How scores grow.
pub const CURVES: Experiment = Experiment {
    work: &KARMAN,
    name: "seed-001-curves",
    title: "figures 4.2, 4.4, 4.8 and 5.1: scores over iterations and seconds",
    summary: "tree search for Sokoban levels: how the best score grows, with and without improvements",
    run,
};

/// Levels that are averaged.
const LEVELS: usize = 10;
/// How many times the iterations figure 5.1 goes on.
const LONG: u64 = 10;
/// Points of a curve.
const POINTS: u64 = 10;

/// A figure by its name, its number in the work, and what it compares.
type Comparison = (&'static str, &'static str, &'static [&'static str]);

const COMPARISONS: [Comparison; 4] = [
    ("push", "4.2", &["foundational", "A: push", "no freeze"]),
    (
        "symmetry",
        "4.4",
        &[
            "foundational",
            "A: push",
            "A + SSR: reduced",
            "A + SSR + HS: pentominoes",
            "A + SSR + M: mirror",
        ],
    ),
    (
        "lexicographic",
        "4.8",
        &["foundational", "A: push", "A + L: lexicographic"],
    ),
    (
        "jumping",
        "none",
        &[
            "foundational",
            "node jumping",
            "A + SSR: reduced",
            "A + SSR + node jumping",
        ],
    ),
];

/// The curves of one kind of search.
struct Curve {
    name: &'static str,
    trials: Vec<Trial>,
}

fn run(setting: &Setting) -> Report {
    let n = setting.levels(LEVELS);
    let n_iterations = setting.max_states.unwrap_or(ITERATIONS);
    let mut curves: Vec<Curve> = Vec::new();
    for name in COMPARISONS.iter().flat_map(|(.., names)| *names) {
        if curves.iter().all(|curve| curve.name != *name) {
            let trials = trials(setting, &kind(name), n, n_iterations);
            curves.push(Curve {
                name,
                trials: trials.unwrap_or_default(),
            });
        }
    }
    let long = trials(
        setting,
        &kind("foundational"),
        n,
        n_iterations.saturating_mul(LONG),
    );
    let long = Curve {
        name: "foundational",
        trials: long.unwrap_or_default(),
    };
    let mut figures: Vec<Figure> = Vec::new();
    for (name, number, names) in COMPARISONS {
        let some = |curve: &&Curve| names.contains(&curve.name);
        let some: Vec<&Curve> = curves.iter().filter(some).collect();
        figures.extend(both(name, number, &some, n_iterations));
    }
    let over = over_iterations(&[&long], n_iterations.saturating_mul(LONG));
    figures.push(figure("long", "5.1", "iterations", over));
    Report {
        words: words(n, n_iterations),
        tables: vec![table(&curves, &long, n_iterations)],
        remarks: vec![
            "Published are curves without numbers, which say: pushes are above single moves; the reduced tree is \
             slightly above that, mostly in the first half; pentominoes are the highest; after ten times the \
             iterations the foundational system is about where it was before; no level was above 1.2."
                .to_owned(),
        ],
        figures,
    }
}

fn words(n: usize, n_iterations: u64) -> Vec<String> {
    vec![
        format!(
            "Boards of 6x6, {n} levels of each kind (the seeds from 0 on), {n_iterations} iterations each. Scores are \
             those of the weighted mean of boxes, congestion and blocks, from 0 to 2. The work gives its weights, but \
             neither the formula of congestion nor the normaliser: ours were fixed before this was first run, so that \
             heights cannot be compared with the published ones, and orders can."
        ),
        "A is the push alteration, SSR the reduced search space, HS the pentominoes as first alterations, M the mirror, \
         L the lexicographic order, as the work abbreviates them."
            .to_owned(),
    ]
}

fn table(curves: &[Curve], long: &Curve, n_iterations: u64) -> Table {
    let score = |score: Option<f64>| or_none(score.map(|score| format!("{score:.3}")));
    let row = |curve: &Curve, n_iterations: u64| {
        let at = |share: u64| score(score_at(&curve.trials, n_iterations / share));
        vec![
            curve.name.to_owned(),
            n_iterations.to_string(),
            at(50),
            at(5),
            at(2),
            at(1),
            or_none(mean(curve.trials.iter().map(|t| t.seconds)).map(|s| format!("{s:.2}"))),
        ]
    };
    let mut rows: Vec<Vec<String>> = curves.iter().map(|c| row(c, n_iterations)).collect();
    rows.push(row(long, n_iterations.saturating_mul(LONG)));
    Table {
        name: "scores",
        title: "Mean best score after shares of all iterations".to_owned(),
        columns: vec![
            "search",
            "iterations",
            "1/50",
            "1/5",
            "1/2",
            "all",
            "mean s",
        ],
        rows,
    }
}

/// The curves over iterations and over seconds.
fn both(name: &'static str, number: &str, curves: &[&Curve], n_iterations: u64) -> [Figure; 2] {
    let seconds_name = match name {
        "push" => "push-seconds",
        "symmetry" => "symmetry-seconds",
        "lexicographic" => "lexicographic-seconds",
        _ => "jumping-seconds",
    };
    [
        figure(
            name,
            number,
            "iterations",
            over_iterations(curves, n_iterations),
        ),
        figure(seconds_name, number, "seconds", over_seconds(curves)),
    ]
}

fn figure(name: &'static str, number: &str, x: &str, series: Vec<Series>) -> Figure {
    let of = match number {
        "none" => "no published figure".to_owned(),
        number => format!("figure {number}"),
    };
    Figure {
        name,
        title: format!("Mean best score over {x} ({of})"),
        chart: Chart::Lines(Lines {
            x_label: x.to_owned(),
            y_label: "score, 0 to 2".to_owned(),
            series,
        }),
        by_powers: false,
    }
}

fn over_iterations(curves: &[&Curve], n_iterations: u64) -> Vec<Series> {
    let series = curves.iter().map(|curve| {
        let points = (0..=POINTS).filter_map(|i| {
            let iteration = n_iterations / POINTS * i;
            Some((iteration as f64, score_at(&curve.trials, iteration)?))
        });
        ours(curve.name, points.collect())
    });
    series.collect()
}

fn over_seconds(curves: &[&Curve]) -> Vec<Series> {
    let series = curves.iter().map(|curve| {
        let all = mean(curve.trials.iter().map(|trial| trial.seconds)).unwrap_or(0.0);
        let points = (0..=POINTS).filter_map(|i| {
            let seconds = all * i as f64 / POINTS as f64;
            Some((seconds, score_after(&curve.trials, seconds)?))
        });
        ours(curve.name, points.collect())
    });
    series.collect()
}

fn ours(name: &str, points: Vec<(f64, f64)>) -> Series {
    Series {
        name: name.to_owned(),
        points,
        published: false,
    }
}
