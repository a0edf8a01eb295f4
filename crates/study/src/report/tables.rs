//! The tables of correlations between what players did and what they said.

use serde::Serialize;

use super::answers::Answers;
use super::correlation::{Column, pearson};
use crate::play::Play;

/// The columns, in the order of the published tables.
pub const COLUMNS: [&str; 7] = [
    "seconds",
    "quickest",
    "moves",
    "pushes",
    "resets",
    "interesting",
    "difficult",
];

/// Pearson's correlations of each two columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CorrelationTable {
    /// The round it is about; none if it is about all plays.
    pub round: Option<String>,
    /// The set it is about; none if it is about all plays.
    pub set: Option<String>,
    /// How many plays it is about.
    pub plays: usize,
    /// Plays without a solve: they are left out where *quickest* is concerned.
    pub unsolved: usize,
    /// Plays whose log does not fit the rules: of these only stars count.
    pub suspect: usize,
    /// The columns' names.
    pub columns: [&'static str; 7],
    /// The lower triangle: row i has its correlations with columns 0 to i.
    pub rows: Vec<Vec<Option<f64>>>,
}

/// The table of all plays, and one for each set of each round.
pub(super) fn correlation_tables(answers: &Answers) -> Vec<CorrelationTable> {
    let mut tables = vec![table(None, &answers.plays)];
    for round in &answers.rounds {
        for set in answers.sets(round) {
            tables.push(table(Some((round, set)), &answers.of_set(round, set)));
        }
    }
    tables
}

fn table(of: Option<(&str, &str)>, plays: &[&Play]) -> CorrelationTable {
    let columns = columns(plays);
    let row = |i: usize| (0..=i).map(|j| pearson(&columns[i], &columns[j])).collect();
    let n = |is_so: fn(&&&Play) -> bool| plays.iter().filter(is_so).count();
    CorrelationTable {
        round: of.map(|(round, _)| round.to_owned()),
        set: of.map(|(_, set)| set.to_owned()),
        plays: plays.len(),
        unsolved: n(|play| !play.is_suspect && play.quickest.is_none()),
        suspect: n(|play| play.is_suspect),
        columns: COLUMNS,
        rows: (0..columns.len()).map(row).collect(),
    }
}

fn columns(plays: &[&Play]) -> [Column; 7] {
    let column = |value: fn(&Play) -> Option<f64>| -> Column {
        plays
            .iter()
            .map(|play| value(play).filter(|value| value.is_finite()))
            .collect()
    };
    [
        column(|play| logged(play, play.seconds)),
        column(|play| logged(play, f64::from(play.quickest?))),
        column(|play| logged(play, f64::from(play.moves))),
        column(|play| logged(play, f64::from(play.pushes))),
        column(|play| logged(play, f64::from(play.resets))),
        column(|play| Some(f64::from(play.interesting))),
        column(|play| Some(f64::from(play.difficult))),
    ]
}

/// A figure of the log, where the log fits the rules.
fn logged(play: &Play, value: f64) -> Option<f64> {
    (!play.is_suspect).then_some(value)
}
