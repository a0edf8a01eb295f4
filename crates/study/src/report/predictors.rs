//! Which measures of a level predict the stars that players give it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::answers::{Answers, Question};
use super::chance::holm;
use super::fit::{Fit, cross_validated};
use super::ranks::associations;
use crate::play::{Measures, Play};

/// What predicts the stars.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Predictors {
    /// Plays of levels with measures.
    pub plays: usize,
    /// Measures that have one value in all plays, and so predict nothing.
    pub constant: Vec<String>,
    /// The answers to each question.
    pub questions: Vec<Predicted>,
}

/// What predicts the stars of one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Predicted {
    /// The question.
    pub question: Question,
    /// Each measure, those that go with the stars most closely first.
    pub measures: Vec<MeasureFigures>,
    /// All measures together.
    pub fit: Option<Fit>,
    /// Why there is no fit.
    pub no_fit: Option<String>,
}

/// How a measure goes with the stars.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeasureFigures {
    /// Its name.
    pub measure: String,
    /// The plays whose level has it.
    pub plays: usize,
    /// Spearman's rank correlation; none if all stars are the same.
    pub rho: Option<f64>,
    /// Where its 95 % interval begins.
    pub low: Option<f64>,
    /// Where it ends.
    pub high: Option<f64>,
    /// The same correlation among the plays of one set in one round only, so that what
    /// differs between sets does not count.
    pub within: Option<f64>,
    /// Where its 95 % interval begins.
    pub within_low: Option<f64>,
    /// Where it ends.
    pub within_high: Option<f64>,
    /// How likely chance alone goes with the stars as closely.
    pub p: Option<f64>,
    /// The same, corrected for all measures and both questions.
    pub p_holm: Option<f64>,
}

impl MeasureFigures {
    /// Whether it goes with the stars more closely than chance does among so many.
    pub(super) fn is_clear(&self) -> bool {
        self.p_holm.is_some_and(|p| p < 0.05)
    }
}

/// The figures of all measures.
pub(super) fn predictors(answers: &Answers, measures: &BTreeMap<String, Measures>) -> Predictors {
    let known = Known::of(answers, measures);
    let (constant, varying): (Vec<_>, Vec<_>) = known
        .columns
        .iter()
        .partition(|(_, column)| is_constant(column));
    let mut questions = Question::ALL.map(|question| Predicted {
        question,
        measures: Vec::new(),
        fit: None,
        no_fit: None,
    });
    for (name, column) in varying {
        let rows = column
            .iter()
            .enumerate()
            .filter_map(|(i, value)| Some((i, (*value)?)));
        let (plays, values): (Vec<usize>, Vec<f64>) = rows.unzip();
        let stars = Question::ALL.map(|question| known.stars(question, &plays));
        let found = associations(
            &values,
            &stars,
            &known.participants(&plays),
            &known.sets(&plays),
        );
        for (predicted, found) in questions.iter_mut().zip(found) {
            let (low, high) = found.and_then(|found| found.interval).unzip();
            let within = found.and_then(|found| found.within);
            let (within_low, within_high) = within.and_then(|within| within.1).unzip();
            predicted.measures.push(MeasureFigures {
                measure: (*name).clone(),
                plays: plays.len(),
                rho: found.map(|found| found.rho),
                low,
                high,
                within: within.map(|within| within.0),
                within_low,
                within_high,
                p: found.map(|found| found.chance),
                p_holm: None,
            });
        }
    }
    let all = questions.iter().flat_map(|predicted| &predicted.measures);
    let chances: Vec<Option<f64>> = all.map(|measure| measure.p).collect();
    let all = questions
        .iter_mut()
        .flat_map(|predicted| &mut predicted.measures);
    for (measure, corrected) in all.zip(holm(&chances)) {
        measure.p_holm = corrected;
    }
    for predicted in &mut questions {
        let close = |measure: &MeasureFigures| measure.rho.map_or(-1.0, f64::abs);
        predicted
            .measures
            .sort_by(|a, b| close(b).total_cmp(&close(a)));
        match known.fit(predicted.question) {
            Ok(fit) => predicted.fit = Some(fit),
            Err(why) => predicted.no_fit = Some(why),
        }
    }
    Predictors {
        plays: known.plays.len(),
        constant: constant.into_iter().map(|(name, _)| name.clone()).collect(),
        questions: questions.into(),
    }
}

/// Whether a measure is a number that can be squared and summed up.
pub(super) fn is_usable(value: f64) -> bool {
    value.abs() < 1e100
}

/// Whether all known values are the same.
fn is_constant(column: &[Option<f64>]) -> bool {
    let mut values = column.iter().flatten();
    values
        .next()
        .is_none_or(|first| values.all(|value| value == first))
}

/// The plays of levels with measures, and each measure as a column of them.
struct Known<'a> {
    plays: Vec<&'a Play>,
    columns: BTreeMap<String, Vec<Option<f64>>>,
}

impl<'a> Known<'a> {
    fn of(answers: &Answers<'a>, measures: &BTreeMap<String, Measures>) -> Known<'a> {
        let of = |play: &Play| measures.get(&play.level).filter(|known| !known.is_empty());
        let plays = answers
            .plays
            .iter()
            .copied()
            .filter(|play| of(play).is_some());
        let plays: Vec<&Play> = plays.collect();
        let mut columns: BTreeMap<String, Vec<Option<f64>>> = BTreeMap::new();
        for (i, play) in plays.iter().enumerate() {
            for (name, value) in of(play).into_iter().flatten() {
                if is_usable(*value) {
                    let column = columns.entry(name.clone());
                    column.or_insert_with(|| vec![None; plays.len()])[i] = Some(*value);
                }
            }
        }
        Known { plays, columns }
    }

    fn stars(&self, question: Question, plays: &[usize]) -> Vec<f64> {
        let of = |i: &usize| f64::from(question.stars(self.plays[*i]));
        plays.iter().map(of).collect()
    }

    fn participants(&self, plays: &[usize]) -> Vec<u32> {
        plays.iter().map(|i| self.plays[*i].participant).collect()
    }

    /// A number for each set of each round.
    fn sets(&self, plays: &[usize]) -> Vec<usize> {
        let name = |i: &usize| (&self.plays[*i].round, &self.plays[*i].set);
        let mut names: Vec<_> = plays.iter().map(name).collect();
        names.sort_unstable();
        names.dedup();
        let number = |i: &usize| names.partition_point(|known| *known < name(i));
        plays.iter().map(number).collect()
    }

    /// A fit of the measures that nearly all plays have, over the plays that have them all.
    fn fit(&self, question: Question) -> Result<Fit, String> {
        let enough =
            |column: &[Option<f64>]| column.iter().flatten().count() * 10 >= self.plays.len() * 9;
        let mut read = self.columns.clone();
        read.retain(|_, column| enough(column));
        let is_complete = |i: &usize| read.values().all(|column| column[*i].is_some());
        let plays: Vec<usize> = (0..self.plays.len()).filter(is_complete).collect();
        let of_plays =
            |column: &[Option<f64>]| plays.iter().map(|i| column[*i]).collect::<Vec<_>>();
        let varying = read
            .iter()
            .filter(|(_, column)| !is_constant(&of_plays(column)));
        let (names, columns): (Vec<String>, Vec<&Vec<_>>) =
            varying.map(|(name, column)| (name.clone(), column)).unzip();
        let row = |i: &usize| columns.iter().filter_map(|column| column[*i]).collect();
        let rows = plays.iter().map(row).collect();
        let participants = self.participants(&plays);
        cross_validated(names, rows, self.stars(question, &plays), &participants)
    }
}
