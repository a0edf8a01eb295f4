//! All figures of a report, as `--format json` prints them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::answers::Answers;
use super::notes::notes;
use super::predictors::{Predictors, predictors};
use super::rounds::{RoundFigures, rounds};
use super::share::{Sample, SampleSize};
use super::tables::{CorrelationTable, correlation_tables};
use crate::play::{Measures, Play};

/// The version of the JSON object.
const SCHEMA: u32 = 1;

/// All figures of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    /// The version of this object.
    pub schema: u32,
    /// The study's title.
    pub title: String,
    /// How many answers the study's confidence and margin need.
    pub sample: SampleSize,
    /// What a reader has to know first: who played, and what is missing.
    pub notes: Vec<String>,
    /// The answers of people, if there are any.
    pub people: Option<Group>,
    /// The answers of bots, players of the program, if there are any.
    pub bots: Option<Group>,
}

/// The figures of one kind of players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// How many participants there are.
    pub participants: usize,
    /// How many levels they played.
    pub plays: usize,
    /// How many pairs of levels they compared.
    pub comparisons: usize,
    /// Rounds of participants that are not two levels of two sets with one answer each.
    pub broken: u32,
    /// Plays whose log does not fit the rules.
    pub suspect: usize,
    /// Plays of levels without measures.
    pub unmeasured: usize,
    /// Each round.
    pub rounds: Vec<RoundFigures>,
    /// What goes together: in all plays, and in each set of each round.
    pub correlations: Vec<CorrelationTable>,
    /// What predicts the stars.
    pub predictors: Predictors,
}

/// The figures of a study.
///
/// `measures` has each level's, by the level as [`Play`] names it. `missing` says in words
/// what the caller knows to be missing; it comes first among the notes.
pub fn figures(
    title: &str,
    sample: &Sample,
    plays: &[Play],
    measures: &BTreeMap<String, Measures>,
    missing: &[String],
) -> Figures {
    let [people, bots] = [false, true].map(|are_bots| {
        let answers = Answers::of(plays, are_bots);
        (!answers.plays.is_empty()).then(|| group(&answers, sample, measures))
    });
    let sample = SampleSize::new(sample);
    Figures {
        schema: SCHEMA,
        title: title.to_owned(),
        notes: notes(people.as_ref(), bots.as_ref(), &sample, missing),
        sample,
        people,
        bots,
    }
}

fn group(answers: &Answers, sample: &Sample, measures: &BTreeMap<String, Measures>) -> Group {
    Group {
        participants: answers.n_participants(),
        plays: answers.plays.len(),
        comparisons: answers.comparisons.len(),
        broken: answers.n_broken,
        suspect: answers.plays.iter().filter(|play| play.is_suspect).count(),
        unmeasured: answers.n_unmeasured(measures),
        rounds: rounds(answers, sample),
        correlations: correlation_tables(answers),
        predictors: predictors(answers, measures),
    }
}
