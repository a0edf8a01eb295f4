//! Tree searches for Sokoban levels, many seeds of each kind: what the experiments on them
//! share.

use playproof_sokoban::generate::tree::{
    Budget, Point, Reduction, Stats, TreeError, TreeSettings, best_at, search,
};

use crate::experiment::Setting;
use crate::tables::mean;

/// A way to search.
pub struct Kind {
    /// What it is called here.
    pub name: &'static str,
    /// What was published of it, in few words.
    pub published: &'static str,
    /// How it searches.
    pub settings: TreeSettings,
}

/// What one search found.
pub struct Trial {
    /// Where it grew.
    pub curve: Vec<Point>,
    /// What the search did.
    pub stats: Stats,
    /// How long it took.
    pub seconds: f64,
}

/// Iterations of each search, unless the command line gives a number of states.
pub const ITERATIONS: u64 = 500_000;

/// Iterations between two steps down.
const STEP_DOWN: u64 = 10_000;

/// Steps to boxes that a restricted push goes.
const NEAR: u8 = 2;

/// The foundational system, every published improvement and what was left for later. Those
/// that were published together are together here.
pub fn kinds() -> Vec<Kind> {
    let plain = TreeSettings::default();
    let push = TreeSettings {
        push: true,
        ..plain.clone()
    };
    let reduced = TreeSettings {
        reduction: Some(Reduction::default()),
        ..push.clone()
    };
    let kind = |name, published, settings| Kind {
        name,
        published,
        settings,
    };
    vec![
        kind("foundational", "the measure of the others", plain.clone()),
        kind("A: push", "higher, and faster", push.clone()),
        kind(
            "no freeze",
            "lower",
            TreeSettings {
                no_freeze: true,
                ..plain.clone()
            },
        ),
        kind(
            "A + SSR: reduced",
            "slightly higher than A, early",
            reduced.clone(),
        ),
        kind(
            "A + SSR + HS: pentominoes",
            "the highest",
            TreeSettings::improved(),
        ),
        kind(
            "A + SSR + M: mirror",
            "slightly higher than A + SSR",
            TreeSettings {
                mirror: true,
                ..reduced.clone()
            },
        ),
        kind(
            "A + L: lexicographic",
            "slightly higher than A, in another program",
            TreeSettings {
                ordered: true,
                ..push
            },
        ),
        kind(
            "node jumping",
            "did not work",
            TreeSettings {
                jumps: true,
                ..plain.clone()
            },
        ),
        kind(
            "A + SSR + node jumping",
            "did not work",
            TreeSettings {
                jumps: true,
                ..reduced.clone()
            },
        ),
        kind(
            "A + SSR, flexible board",
            "left for later",
            TreeSettings {
                flexible: true,
                ..reduced.clone()
            },
        ),
        kind(
            "A + SSR, free start",
            "left for later",
            TreeSettings {
                free_start: true,
                ..reduced.clone()
            },
        ),
        kind(
            "A + SSR, stepping down",
            "left for later",
            TreeSettings {
                step_down: Some(STEP_DOWN),
                ..reduced.clone()
            },
        ),
        kind(
            "A + SSR, restricted push",
            "left for later",
            TreeSettings {
                restricted: Some(NEAR),
                ..reduced
            },
        ),
        kind(
            "flood-fill in moves",
            "left for later",
            TreeSettings {
                flood: true,
                ..plain
            },
        ),
    ]
}

/// One of them by its name.
pub fn kind(name: &str) -> Kind {
    let found = kinds().into_iter().find(|kind| kind.name == name);
    found.expect("a kind of this name")
}

/// Searches with the seeds 0, 1, 2, …, each for so many iterations.
pub fn trials(
    setting: &Setting,
    kind: &Kind,
    n_seeds: usize,
    n_iterations: u64,
) -> Result<Vec<Trial>, TreeError> {
    let mut trials = Vec::new();
    for seed in 0..n_seeds {
        if setting.is_cancelled() {
            break;
        }
        setting.show(|| format!("{}: level {} of {n_seeds}", kind.name, seed + 1));
        trials.push(trial(setting, &kind.settings, seed as u64, n_iterations)?);
    }
    Ok(trials)
}

fn trial(
    setting: &Setting,
    settings: &TreeSettings,
    seed: u64,
    n_iterations: u64,
) -> Result<Trial, TreeError> {
    let (found, seconds) = setting.timed(|stopwatch, _| {
        let mut budget = Budget {
            n_iterations,
            is_over: &mut || setting.is_cancelled(),
            seconds: &mut || stopwatch.seconds(),
        };
        search(settings, seed, &mut budget)
    });
    let found = found?;
    Ok(Trial {
        curve: found.curve,
        stats: found.stats,
        seconds,
    })
}

/// The mean of best scores after so many iterations.
pub fn score_at(trials: &[Trial], iteration: u64) -> Option<f64> {
    mean(scores_at(trials, iteration))
}

/// The best scores after so many iterations.
pub fn scores_at(trials: &[Trial], iteration: u64) -> impl Iterator<Item = f64> {
    let score = move |trial: &Trial| f64::from(best_at(&trial.curve, iteration));
    trials.iter().map(score)
}

/// The mean of best scores after so many seconds.
pub fn score_after(trials: &[Trial], seconds: f64) -> Option<f64> {
    let score = |trial: &Trial| {
        let before = trial.curve.iter().filter(|point| point.seconds <= seconds);
        before
            .map(|point| f64::from(point.score))
            .fold(0.0, f64::max)
    };
    mean(trials.iter().map(score))
}

/// The standard deviation of some values, by n - 1; none of fewer than two.
pub fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values.iter().copied())?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| (squares / (values.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_a_kind_of_search() {
        for kind in kinds() {
            assert_eq!(kind.settings.check(), Ok(()), "{}", kind.name);
        }
    }

    #[test]
    fn curves_are_constant_between_points() {
        let point = |iteration, seconds, score| Point {
            iteration,
            seconds,
            score,
        };
        let trial = Trial {
            curve: vec![point(10, 0.5, 0.25), point(20, 2.0, 1.0)],
            stats: Stats::default(),
            seconds: 3.0,
        };
        let trials = [trial];
        assert_eq!(score_at(&trials, 9), Some(0.0));
        assert_eq!(score_at(&trials, 19), Some(0.25));
        assert_eq!(score_after(&trials, 2.0), Some(1.0));
        assert_eq!(score_at(&[], 1), None);
        assert_eq!(deviation(&[1.0, 3.0]), Some(2.0_f64.sqrt()));
    }
}
