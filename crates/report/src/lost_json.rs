//! The same as in `lost.rs`, for programs.

use playproof::{Change, Level, Spot};
use playproof_analysis::{Minimality, Repairs, Stuck};
use serde_json::{Value, json};

/// Why a level cannot be won and what would mend it, as far as that was looked for.
pub struct LostLevel<'a> {
    /// The level.
    pub level: &'a Level,
    /// What stands against winning, in words.
    pub why: Option<&'a str>,
    /// What is stuck.
    pub stuck: Option<&'a Stuck>,
    /// What would mend it.
    pub repairs: Option<&'a Repairs>,
}

/// One JSON object, on a line.
pub fn lost_json(lost: &LostLevel) -> String {
    let LostLevel {
        level,
        why,
        stuck,
        repairs,
    } = *lost;
    let found = repairs.map(|repairs| {
        repairs.found.as_ref().map(|repair| {
            json!({
                "changes": repair.changes.iter().map(change_json).collect::<Vec<_>>(),
                "level": repair.level.text(),
                "length": repair.proof.length,
                "solution": repair.proof.solution.as_ref().map(|actions| actions.join(" ")),
            })
        })
    });
    let object = json!({
        "schema": 1,
        "level": level.file(),
        "index": level.index(),
        "title": level.title(),
        "why": why,
        "stuck": stuck.map(|stuck| stuck.pieces.iter().map(|&at| place(at)).collect::<Vec<_>>()),
        "stuck_is_smallest": stuck.map(|stuck| stuck.minimality == Minimality::Smallest),
        "repair": found,
        "repair_is_smallest": repairs.map(Repairs::is_smallest),
        "of_no_use": repairs.map(|repairs| repairs.n_futile),
        "not_decided": repairs.map(|repairs| repairs.n_undecided),
    });
    format!("{object}\n")
}

fn change_json(change: &Change) -> Value {
    json!({
        "change": change.to_string(),
        "what": change.what,
        "at": place(change.at),
        "to": change.to().map(place),
        "size": change.size,
    })
}

/// As people count.
fn place((x, y): Spot) -> Value {
    json!({ "line": y + 1, "column": x + 1 })
}
