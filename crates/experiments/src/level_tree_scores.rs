//! All kinds of tree search for Sokoban levels after 100,000 and 500,000 iterations, which
//! the published study had its levels from: averages and spread over many seeds.

use crate::experiment::{Experiment, Setting};
use crate::figure::{Bar, Chart, Figure};
use crate::level_trees::{ITERATIONS, Kind, Trial, deviation, kinds, scores_at, trials};
use crate::tables::{Report, Table, mean, or_none};
use crate::work::KARMAN;

/// Averages and spread.
pub const SCORES: Experiment = Experiment {
    work: &KARMAN,
    name: "seed-001-scores",
    title: "chapter 4: every improvement at 100,000 and 500,000 iterations",
    summary: "tree search for Sokoban levels: best scores of every improvement, averages and spread over 50 seeds",
    run,
};

const SEEDS: usize = 50;
/// The first measurement is at this part of the iterations.
const EARLY: u64 = 5;

fn run(setting: &Setting) -> Report {
    let n_seeds = setting.levels(SEEDS);
    let n_iterations = setting.max_states.unwrap_or(ITERATIONS);
    let all = kinds().into_iter().map(|kind| {
        let trials = trials(setting, &kind, n_seeds, n_iterations).unwrap_or_default();
        (kind, trials)
    });
    let all: Vec<(Kind, Vec<Trial>)> = all.collect();
    let bars = all.iter().map(|(kind, trials)| {
        let scores = [n_iterations / EARLY, n_iterations].map(|n| mean(scores_at(trials, n)));
        let [early, late] = scores;
        vec![
            bar(format!("{}, {}", kind.name, n_iterations / EARLY), early),
            bar(format!("{}, {n_iterations}", kind.name), late),
        ]
    });
    Report {
        words: vec![format!(
            "Boards of 6x6, {n_seeds} seeds of each kind, {n_iterations} iterations each, and the best score that the same \
             searches had after {}. Scores are from 0 to 2, by the weighted mean of boxes, congestion and blocks. ± is the \
             standard deviation between seeds; a mean over {n_seeds} is off by that over √{n_seeds}. The formulas that \
             the work leaves open were fixed before this was first run.",
            n_iterations / EARLY
        )],
        tables: vec![table(&all, n_iterations)],
        remarks: vec![order(&all, n_iterations)],
        figures: vec![Figure {
            name: "scores",
            title: "Mean best score, 0 to 2".to_owned(),
            chart: Chart::Bars(bars.collect()),
            by_powers: false,
        }],
    }
}

fn bar(label: String, value: Option<f64>) -> Bar {
    Bar {
        label,
        value,
        published: false,
    }
}

fn table(all: &[(Kind, Vec<Trial>)], n_iterations: u64) -> Table {
    let row = |(kind, trials): &(Kind, Vec<Trial>)| {
        let mut row = vec![kind.name.to_owned(), kind.published.to_owned()];
        for n in [n_iterations / EARLY, n_iterations] {
            let mut scores: Vec<f64> = scores_at(trials, n).collect();
            scores.sort_by(f64::total_cmp);
            let cell = |value: Option<f64>| or_none(value.map(|v| format!("{v:.3}")));
            row.push(cell(mean(scores.iter().copied())));
            row.push(cell(deviation(&scores)));
            row.push(cell(scores.first().copied()));
            row.push(cell(scores.last().copied()));
        }
        let seconds = mean(trials.iter().map(|trial| trial.seconds));
        row.push(or_none(seconds.map(|s| format!("{s:.2}"))));
        row
    };
    Table {
        name: "scores",
        title: "Best scores after a fifth of the iterations and after all".to_owned(),
        columns: vec![
            "search",
            "published",
            "mean, a fifth",
            "±",
            "least",
            "greatest",
            "mean, all",
            "± of all",
            "least of all",
            "greatest of all",
            "mean s",
        ],
        rows: all.iter().map(row).collect(),
    }
}

/// The order that came out.
fn order(all: &[(Kind, Vec<Trial>)], n_iterations: u64) -> String {
    let mut means: Vec<(f64, &str)> = all
        .iter()
        .filter_map(|(kind, trials)| Some((mean(scores_at(trials, n_iterations))?, kind.name)))
        .collect();
    means.sort_by(|a, b| b.0.total_cmp(&a.0));
    let names: Vec<String> = means
        .iter()
        .map(|(mean, name)| format!("{name} ({mean:.2})"))
        .collect();
    format!(
        "By mean score after all iterations, from the highest: {}.",
        names.join("; ")
    )
}
