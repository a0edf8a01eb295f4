//! What an answer to each property means, in words.

use std::borrow::Cow;

use playproof::{Formula, Measured, Property, Quantifier, Quantity, Relation, Scope};

use crate::conclusion::{Conclusion, Graded};
use crate::figures::{counted, grouped};
use crate::found_run::Quality;
use crate::printable::printable;
use crate::row::Row;
use crate::run::{End, lasting};

/// What follows `solvable holds` and its like: an explanation after a colon,
/// or after a comma where the verdict says it all.
pub(crate) fn explanation(row: &Row) -> String {
    if let Some([harder, easier]) = &row.pair {
        let (harder, easier) = (graded(harder), graded(easier));
        return format!(": {easier} is easier than {harder}");
    }
    let Some(property) = row.topic.level_property() else {
        return String::new();
    };
    if !row.conclusion.is_decided() {
        return String::new();
    }
    match (property, row.run.length) {
        (Property::Solvable, Some(n)) => {
            format!(", {}{}", counted(n, "move"), row.run.remark())
        }
        (
            Property::Unlosable
            | Property::DeadEndFree
            | Property::SoftlockFree
            | Property::CompleteSafe,
            length,
        ) => {
            let remark = match (&row.conclusion, row.run.quality) {
                (Conclusion::Violated, Quality::Any) => " (perhaps already sooner)",
                _ => "",
            };
            safety(property, &row.conclusion, length) + remark
        }
        (Property::Alternatives(_) | Property::Routes(_) | Property::Unique, _) => number(row),
        (Property::Temporal { .. }, _) if is_about_states(row) => match &row.run.solution {
            Some(run) => shown_by(lasting(run, row.run.repeats_from)),
            None => ", shown state by state".to_owned(),
        },
        (Property::Temporal { .. }, Some(n))
            if row.conclusion == Conclusion::Holds && property.always_possible().is_some() =>
        {
            format!(
                ": a run gets there {}, and nothing is ever lost",
                within(n, row.run.step_name())
            )
        }
        (_, Some(n)) => {
            let actions = row.run.solution.as_deref().unwrap_or_default();
            let how = match lasting(actions, row.run.repeats_from) {
                (_, End::Last) => within(n, row.run.step_name()),
                (acts, End::Still) => still(acts.len() as u64),
                (_, End::Repeats(from)) => for_ever(from as u64, n - from as u64),
            };
            format!(": a run {} {how}", does(property))
        }
        (Property::ShortestAtMost(n), None) => {
            format!(": no run wins within {}", counted(*n as u64, "move"))
        }
        (Property::ShortestAtLeast(n), None) => {
            format!(": no run wins in fewer than {}", counted(*n as u64, "move"))
        }
        (
            Property::Measured(Measured {
                within: Some(n), ..
            }),
            None,
        ) => {
            let moves = counted((*n).max(0) as u64, "move");
            format!(": no run {} within {moves}", does(property))
        }
        (_, None) => format!(": no run {}", does(property)),
    }
}

/// What is known of a question that was not decided.
pub(crate) fn bound(property: &Property, lower_bound: u32) -> String {
    match property {
        Property::Alternatives(_) | Property::Routes(_) | Property::Unique => {
            format!("at least {} found", counted(lower_bound.into(), "run"))
        }
        _ => {
            // A bump is a step and no move, and is there only where points are read.
            let text = property.to_string();
            let has_bumps = ["score", "penalty"].iter().any(|name| text.contains(name));
            let step = if has_bumps { "step" } else { "move" };
            let moves = counted(lower_bound.into(), step);
            format!("no run shorter than {moves} {}", does(property))
        }
    }
}

/// What a run does that decides the property.
pub(crate) fn does(property: &Property) -> Cow<'static, str> {
    let does = match property {
        Property::Measured(measured) => return wins_with(measured).into(),
        Property::Progress(n) => {
            let moves = counted((*n).max(0) as u64, "quiet move");
            return format!("wins with at most {moves} in a row").into();
        }
        Property::ProgressAtWin(n) => {
            let moves = counted((*n).max(0) as u64, "quiet move");
            return format!("wins with at most {moves} before the win").into();
        }
        Property::Solvable
        | Property::Unsolvable
        | Property::ShortestAtMost(_)
        | Property::ShortestAtLeast(_) => "wins",
        Property::Never(_) | Property::Reach(_) => "reaches such a state",
        Property::Temporal {
            formula: Formula::Runs(Quantifier::Some, _),
            ..
        } => "does that",
        Property::Temporal { .. } => "breaks it",
        Property::Unlosable | Property::DeadEndFree | Property::SoftlockFree => "gets stuck",
        Property::CompleteSafe => "loses something",
        Property::Alternatives(_) | Property::Routes(_) | Property::Unique => "wins",
    };
    does.into()
}

/// What a run does that meets a bound asked of some run, or breaks one asked of every run.
fn wins_with(measured: &Measured) -> String {
    let Measured {
        scope,
        quantity,
        relation,
        bound,
        ..
    } = measured;
    let is_most = matches!(relation, Relation::Le | Relation::Lt);
    let is_counted = matches!(
        quantity,
        Quantity::Turns | Quantity::Straights | Quantity::Pushes
    );
    if !is_counted {
        let how = match (scope, is_most) {
            (Scope::Some, true) => "of at most",
            (Scope::Some, false) => "of at least",
            (Scope::Every, true) => "above",
            (Scope::Every, false) => "below",
        };
        return format!("wins with a {quantity} {how} {bound}");
    }
    let how = match (scope, is_most) {
        (Scope::Some, true) => "at most",
        (Scope::Some, false) => "at least",
        (Scope::Every, true) => "more than",
        (Scope::Every, false) => "fewer than",
    };
    let name = quantity.to_string();
    let name = match bound.to_string() == "1" {
        true => quantity_of_one(*quantity),
        false => &name,
    };
    format!("wins with {how} {bound} {name}")
}

fn quantity_of_one(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Turns => "turn",
        Quantity::Straights => "straight",
        _ => "push",
    }
}

/// A level with its difficulty in brackets.
fn graded(level: &Graded) -> String {
    let name = printable(&level.level);
    let number = match level.one_of_many {
        true => format!(" #{}", level.index + 1),
        false => String::new(),
    };
    match level.difficulty {
        Some(difficulty) => format!("{name}{number} ({})", grouped(difficulty)),
        None => format!("{name}{number} (unsolvable)"),
    }
}

fn safety(property: &Property, conclusion: &Conclusion, length: Option<u64>) -> String {
    let stuck = match property {
        Property::CompleteSafe => "something can no longer be reached",
        Property::SoftlockFree => "play can be neither won nor surely lost",
        _ => "winning is impossible",
    };
    match (conclusion, length) {
        (Conclusion::Violated, Some(0) | None) => format!(": {stuck} from the start"),
        (Conclusion::Violated, Some(n)) => format!(": after {} {stuck}", counted(n, "move")),
        _ => format!(": no run {}", does(property)),
    }
}

/// Whether the evidence says what is true of states, and a run only shows it.
pub(crate) fn is_about_states(row: &Row) -> bool {
    matches!(row.evidence(), Some("claims" | "trap" | "ways"))
}

fn number(row: &Row) -> String {
    match (row.evidence(), row.run.n_runs) {
        (Some("runs"), Some(0)) => String::new(),
        (Some("runs"), Some(1)) => ": here is one".to_owned(),
        (Some("runs"), Some(n)) => format!(": here are {n}"),
        (Some("all-runs"), Some(1)) => match row.run.length {
            Some(n) => format!(": the only run has {}", counted(n, "move")),
            None => ": there is only one run".to_owned(),
        },
        (Some("all-runs"), Some(n)) => format!(": there are only {}", counted(n, "run")),
        (Some("cut"), _) => match row.topic.level_property() {
            Some(Property::Routes(2)) => ": any 2 winning runs share a state on the way".to_owned(),
            Some(Property::Routes(n)) => format!(
                ": of any {} winning runs two share a state on the way",
                grouped(*n as u64)
            ),
            _ => ": too few states lie between start and win".to_owned(),
        },
        _ => ": no run wins".to_owned(),
    }
}

/// A run of which every move counts, and perhaps that nothing follows.
fn shown_by((actions, end): (&[String], End)) -> String {
    match (actions.len() as u64, end) {
        (0, End::Last) => ", shown at the start".to_owned(),
        (0, _) => ", shown by staying where it is".to_owned(),
        (n, _) => format!(": shown by a run of {}", counted(n, "move")),
    }
}

fn within(length: u64, step: &str) -> String {
    match length {
        0 => "at the start".to_owned(),
        n => format!("in {}", counted(n, step)),
    }
}

/// After so many steps nothing can be done any more.
fn still(n_steps: u64) -> String {
    match n_steps {
        0 => "by staying where it is".to_owned(),
        n => format!("by {} after which nothing changes", counted(n, "step")),
    }
}

fn for_ever(stem: u64, cycle: u64) -> String {
    let again = format!("{} again and again", counted(cycle, "step"));
    match stem {
        0 => format!("by {again}"),
        n => format!("by {} and then {again}", counted(n, "step")),
    }
}
