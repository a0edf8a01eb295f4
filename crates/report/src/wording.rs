//! What an answer to each property means, in words.

use playproof::Property;

use crate::figures::counted;
use crate::row::{Row, Verdict};

/// What follows `solvable holds` and its like: an explanation after a colon,
/// or after a comma where the verdict says it all.
pub(crate) fn explanation(row: &Row) -> String {
    let Some(property) = &row.property else {
        return String::new();
    };
    match (property, row.length) {
        (_, None) if row.verdict == Verdict::Unknown => String::new(),
        (Property::Solvable, Some(n)) => format!(", {}", counted(n, "move")),
        (_, Some(n)) => format!(": a run {} {}", does(property), within(n)),
        (Property::ShortestAtMost(n), None) => {
            format!(": no run wins within {}", counted(*n as u64, "move"))
        }
        (Property::ShortestAtLeast(n), None) => {
            format!(": no run wins in fewer than {}", counted(*n as u64, "move"))
        }
        (_, None) => format!(": no run {}", does(property)),
    }
}

/// What is known of a question that was not decided.
pub(crate) fn bound(property: &Property, lower_bound: u32) -> String {
    let moves = counted(lower_bound.into(), "move");
    format!("no run shorter than {moves} {}", does(property))
}

/// What a run does that reaches the property's target.
fn does(property: &Property) -> &'static str {
    match property {
        Property::Solvable
        | Property::Unsolvable
        | Property::ShortestAtMost(_)
        | Property::ShortestAtLeast(_) => "wins",
        Property::Never(_) | Property::Reach(_) => "reaches such a state",
    }
}

fn within(length: u64) -> String {
    match length {
        0 => "at the start".to_owned(),
        n => format!("in {}", counted(n, "move")),
    }
}
