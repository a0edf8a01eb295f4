//! Who raced for an answer, and what became of them.

use playproof::{Finish, Racer};
use serde::Serialize;

use crate::row::Row;

/// One that took part in a race.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RacerRow {
    /// The engine.
    pub engine: &'static str,
    /// `first`, `beaten` or `undecided`.
    pub finish: &'static str,
    /// Why it is undecided.
    pub reason: Option<String>,
}

impl From<&Racer> for RacerRow {
    fn from(racer: &Racer) -> RacerRow {
        let (finish, reason) = match &racer.finish {
            Finish::First => ("first", None),
            Finish::Beaten => ("beaten", None),
            Finish::Undecided(reason) => ("undecided", Some(reason.to_string())),
        };
        RacerRow {
            engine: racer.engine,
            finish,
            reason,
        }
    }
}

/// The line that says who won, if there was a race.
pub(crate) fn race_line(row: &Row) -> String {
    if row.search.race.is_empty() {
        return String::new();
    }
    // Who found that it cannot treat the task did not take part; a bug is told.
    let took_part = |racer: &&RacerRow| {
        let why = racer.reason.as_deref().unwrap_or_default();
        !why.starts_with("unsupported") || why.contains("bug")
    };
    let racers: Vec<&RacerRow> = row.search.race.iter().filter(took_part).collect();
    if racers.len() < 2 {
        return String::new();
    }
    let names: Vec<&str> = racers.iter().map(|racer| racer.engine).collect();
    let names = names.join(", ");
    let first = row.search.race.iter().find(|racer| racer.finish == "first");
    let head = match first {
        Some(winner) => format!("{} answered first of {names}", winner.engine),
        None => format!("none of {names} answered"),
    };
    // Where nobody answered, the line before says why.
    let gave_up = racers.iter().filter(|_| row.conclusion.is_decided());
    let gave_up = gave_up.filter_map(|racer| Some((racer.engine, racer.reason.as_ref()?)));
    let gave_up = gave_up.map(|(engine, why)| format!("; {engine} gave up: {why}"));
    format!("    {head}{}\n", gave_up.collect::<String>())
}
