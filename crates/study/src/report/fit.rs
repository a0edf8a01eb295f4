//! Whether measures predict the stars of participants who were not used for the fit.
//!
//! Participants are split into folds. Each fold's stars are predicted by a fit to the
//! others; how much that fit is held back is chosen among the others too, by leaving each
//! of them out in turn. So no star is predicted by anything that has seen it, or another
//! answer of the same participant.

use playproof_treesearch::Random;
use serde::Serialize;

use super::ranks::{interval, rank_correlation, shuffle};
use super::ridge::{Ridge, Table};

/// How many folds there are.
pub const N_FOLDS: usize = 5;
/// The fewest participants that are worth a fit.
pub const FEWEST_PARTICIPANTS: usize = 10;
/// How much a fit may be held back.
pub const PENALTIES: [f64; 6] = [10_000.0, 1_000.0, 100.0, 10.0, 1.0, 0.1];

const SEED_OF_FOLDS: u64 = 3;

/// How well a fit predicts what it has not seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// The measures it reads.
    pub measures: Vec<String>,
    /// The plays it is about.
    pub plays: usize,
    /// 1 − squared errors over those of the mean predictor: 1 is perfect, 0 is no better
    /// than guessing the mean, and below 0 is worse. None if all stars are the same.
    pub r2: Option<f64>,
    /// Where its 95 % interval begins.
    pub r2_low: Option<f64>,
    /// Where it ends.
    pub r2_high: Option<f64>,
    /// The rank correlation of given stars and of how far the predicted ones are above the
    /// mean that the fit has seen. Means differ between folds, and say nothing.
    pub rho: Option<f64>,
    /// Where its 95 % interval begins.
    pub rho_low: Option<f64>,
    /// Where it ends.
    pub rho_high: Option<f64>,
    /// The penalty that each fold's fit took.
    pub penalties: Vec<f64>,
    /// The participants of each fold.
    pub folds: Vec<Vec<u32>>,
}

/// The fit of `stars` to the columns of `rows`. An error says in words why there is none.
pub(super) fn cross_validated(
    measures: Vec<String>,
    rows: Vec<Vec<f64>>,
    stars: Vec<f64>,
    participants: &[u32],
) -> Result<Fit, String> {
    let folds = folds(participants);
    let n_participants: usize = folds.iter().map(Vec::len).sum();
    if measures.is_empty() {
        return Err("no measure is known for at least nine of ten plays and varies".to_owned());
    }
    if n_participants < FEWEST_PARTICIPANTS {
        return Err(format!(
            "a fit needs at least {FEWEST_PARTICIPANTS} participants whose levels are measured, \
             and there are {n_participants}"
        ));
    }
    let table = Table { rows, stars };
    let guesses = Guesses::new(&table, &folds, participants);
    let r2 = |times: &[u32]| guesses.r2(&table, times);
    let (r2_low, r2_high) = interval(participants, r2).unzip();
    let above = guesses.fit.iter().zip(&guesses.mean);
    let above: Vec<f64> = above.map(|(fit, mean)| fit - mean).collect();
    let rank = rank_correlation(&above, &table.stars, participants);
    let (rho_low, rho_high) = rank.and_then(|(_, interval)| interval).unzip();
    Ok(Fit {
        measures,
        plays: table.stars.len(),
        r2: r2(&vec![1; participants.len()]),
        r2_low,
        r2_high,
        rho: rank.map(|(rho, _)| rho),
        rho_low,
        rho_high,
        penalties: guesses.penalties,
        folds,
    })
}

/// What is guessed of each play by a fit that has not seen its participant.
struct Guesses {
    fit: Vec<f64>,
    /// The mean of the stars that this fit has seen.
    mean: Vec<f64>,
    /// The penalty of each fold's fit.
    penalties: Vec<f64>,
}

impl Guesses {
    fn new(table: &Table, folds: &[Vec<u32>], participants: &[u32]) -> Guesses {
        let plays_of = |fold: &Vec<u32>| -> Vec<usize> {
            let plays = (0..participants.len()).filter(|i| fold.contains(&participants[*i]));
            plays.collect()
        };
        let plays: Vec<Vec<usize>> = folds.iter().map(plays_of).collect();
        let mut guesses = Guesses {
            fit: vec![0.0; participants.len()],
            mean: vec![0.0; participants.len()],
            penalties: Vec::new(),
        };
        for (held, tested) in plays.iter().enumerate() {
            let mut others = plays.clone();
            others.remove(held);
            let penalty = best_penalty(table, &others);
            let fit = Ridge::new(table, &others.concat(), penalty);
            for i in tested {
                guesses.fit[*i] = fit.predict(&table.rows[*i]);
                guesses.mean[*i] = fit.mean_stars();
            }
            guesses.penalties.push(penalty);
        }
        guesses
    }

    /// How much better the fit is than the mean, if each play counts `times` often.
    fn r2(&self, table: &Table, times: &[u32]) -> Option<f64> {
        let errors = |guesses: &[f64]| -> f64 {
            let each = guesses.iter().zip(times).enumerate();
            each.map(|(i, (guess, times))| f64::from(*times) * error(table, i, *guess))
                .sum()
        };
        let of_mean = errors(&self.mean);
        (of_mean > 0.0).then(|| 1.0 - errors(&self.fit) / of_mean)
    }
}

/// The penalty with the least errors, where each of these folds is predicted by a fit to
/// the others of them.
fn best_penalty(table: &Table, folds: &[Vec<usize>]) -> f64 {
    let errors = |penalty: f64| -> f64 {
        let each = folds.iter().enumerate().map(|(held, tested)| {
            let mut others = folds.to_vec();
            others.remove(held);
            let fit = Ridge::new(table, &others.concat(), penalty);
            let errors = tested
                .iter()
                .map(|i| error(table, *i, fit.predict(&table.rows[*i])));
            errors.sum::<f64>()
        });
        each.sum()
    };
    let mut best = (f64::INFINITY, PENALTIES[0]);
    for penalty in PENALTIES {
        let errors = errors(penalty);
        if errors < best.0 {
            best = (errors, penalty);
        }
    }
    best.1
}

fn error(table: &Table, play: usize, guess: f64) -> f64 {
    (table.stars[play] - guess).powi(2)
}

/// Participants in folds of about one size.
fn folds(participants: &[u32]) -> Vec<Vec<u32>> {
    let mut everyone = participants.to_vec();
    everyone.sort_unstable();
    everyone.dedup();
    shuffle(&mut everyone, &mut Random::new(SEED_OF_FOLDS));
    let mut folds = vec![Vec::new(); N_FOLDS];
    for (i, participant) in everyone.into_iter().enumerate() {
        folds[i % N_FOLDS].push(participant);
    }
    for fold in &mut folds {
        fold.sort_unstable();
    }
    folds
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Forty participants with two plays each.
    fn participants() -> Vec<u32> {
        (0..80).map(|i| i / 2).collect()
    }

    fn fit_of(stars: impl Fn(usize, f64) -> f64) -> Fit {
        let measure = |i: usize| (i * 37 % 80) as f64;
        let rows = (0..80).map(|i| vec![measure(i), 1.0]).collect();
        let stars = (0..80).map(|i| stars(i, measure(i))).collect();
        let names = vec!["insight".to_owned(), "always one".to_owned()];
        cross_validated(names, rows, stars, &participants()).expect("enough participants")
    }

    #[test]
    fn what_follows_a_measure_is_predicted() {
        let fit = fit_of(|_, measure| 1.0 + (measure / 20.0).floor());
        let low = fit.r2_low.expect("enough participants");
        assert!(fit.r2 > Some(0.9) && low > 0.8, "{fit:?}");
        assert!(fit.rho > Some(0.9), "{fit:?}");
    }

    #[test]
    fn what_follows_nothing_is_not_predicted() {
        let fit = fit_of(|i, _| (i * i % 5) as f64);
        assert!(fit.r2 < Some(0.05), "{fit:?}");
        let same = fit_of(|_, _| 3.0);
        assert_eq!((same.r2, same.rho, same.r2_low), (None, None, None));
    }

    #[test]
    fn each_participant_is_in_one_fold() {
        let folds = folds(&participants());
        assert!(folds.iter().all(|fold| fold.len() == 8), "{folds:?}");
        let mut everyone = folds.concat();
        everyone.sort_unstable();
        assert_eq!(everyone, (0..40).collect::<Vec<_>>());
        assert_ne!(folds[0], (0..40).step_by(5).collect::<Vec<_>>());
    }

    #[test]
    fn few_participants_have_no_fit() {
        let name = || vec!["insight".to_owned()];
        let rows = vec![vec![1.0], vec![2.0]];
        let said = cross_validated(name(), rows, vec![1.0, 5.0], &[1, 2]);
        assert!(
            said.expect_err("two are few")
                .contains("at least 10 participants")
        );
        let said = cross_validated(Vec::new(), Vec::new(), Vec::new(), &[]);
        assert!(said.expect_err("nothing to fit").contains("no measure"));
    }
}
