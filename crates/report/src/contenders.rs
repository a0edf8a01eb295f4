//! Who raced for an answer, and what became of them.

use playproof::{Contender, Finish};
use serde::Serialize;

use crate::row::Row;

/// One that took part in a race.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ContenderRow {
    /// The engine.
    pub engine: &'static str,
    /// `first`, `beaten` or `undecided`.
    pub finish: &'static str,
    /// Why it is undecided.
    pub reason: Option<String>,
}

impl From<&Contender> for ContenderRow {
    fn from(contender: &Contender) -> ContenderRow {
        let (finish, reason) = match &contender.finish {
            Finish::First => ("first", None),
            Finish::Beaten => ("beaten", None),
            Finish::Undecided(reason) => ("undecided", Some(reason.to_string())),
        };
        ContenderRow {
            engine: contender.engine,
            finish,
            reason,
        }
    }
}

/// The line that says who won, if there was a race.
pub(crate) fn contenders_line(row: &Row) -> String {
    if row.search.contenders.is_empty() {
        return String::new();
    }
    // Who found that it cannot treat the task did not take part; a bug is told.
    let took_part = |contender: &&ContenderRow| {
        let why = contender.reason.as_deref().unwrap_or_default();
        !why.starts_with("unsupported") || why.contains("bug")
    };
    let contenders: Vec<&ContenderRow> = row.search.contenders.iter().filter(took_part).collect();
    if contenders.len() < 2 {
        return String::new();
    }
    let names: Vec<&str> = contenders
        .iter()
        .map(|contender| contender.engine)
        .collect();
    let names = names.join(", ");
    let first = row
        .search
        .contenders
        .iter()
        .find(|contender| contender.finish == "first");
    let head = match first {
        Some(winner) => format!("{} answered first of {names}", winner.engine),
        None => format!("none of {names} answered"),
    };
    // Where nobody answered, the line before says why.
    let gave_up = contenders.iter().filter(|_| row.conclusion.is_decided());
    let gave_up =
        gave_up.filter_map(|contender| Some((contender.engine, contender.reason.as_ref()?)));
    let gave_up = gave_up.map(|(engine, why)| format!("; {engine} gave up: {why}"));
    format!("    {head}{}\n", gave_up.collect::<String>())
}
