//! A level that was made, by either method, with what stands above it.

use playproof_level::read;

use super::header::{Header, PUSHES};
use super::sweep::{SweepFound, measure};
use super::tree::TreeFound;
use crate::canonical::Board;

/// A level and its header.
pub struct Made {
    /// The level as XSB, with a ring of walls.
    pub rows: Vec<String>,
    /// What stands above it.
    pub header: Header,
    /// The fewest pushes that win it.
    pub pushes: u32,
}

/// States that may be looked at for the fewest pushes of a level of the tree search.
const MAX_STATES: usize = 150_000;

fn keys(by_third: [u32; 3]) -> (&'static str, String) {
    let keys = by_third.map(|n| n.to_string());
    ("Key-moves-by-third", keys.join(" "))
}

impl From<SweepFound> for Made {
    fn from(found: SweepFound) -> Made {
        let mut lines = vec![
            (PUSHES, found.pushes.to_string()),
            ("Moves", found.moves.to_string()),
            ("Box-changes", found.box_changes.to_string()),
        ];
        if let Some(insight) = found.insight {
            lines.push(("Insight", format!("{insight:.2}")));
        }
        lines.push(keys(found.key_moves_by_third));
        let lurd = found.lurd;
        Made {
            pushes: found.pushes,
            rows: found.rows,
            header: Header { lines, lurd },
        }
    }
}

/// A level of the tree search. Its run is the play that it was built by, and need not be short;
/// the fewest pushes are looked for. `None` if that is too much.
pub fn of_tree(found: &TreeFound) -> Option<Made> {
    let text = found.rows.join("\n");
    let level = read("a level", text.as_bytes()).ok()?.levels.pop()?;
    let (board, _) = Board::read(&level).ok()?;
    let measured = measure(&board, MAX_STATES)?;
    let lines = vec![
        (PUSHES, measured.pushes.to_string()),
        ("Box-changes", measured.box_changes.to_string()),
        ("Insight", format!("{:.2}", measured.insight())),
        keys(measured.key_moves_by_third),
        ("Score", format!("{:.3}", found.score)),
    ];
    let lurd = found.lurd.clone();
    Some(Made {
        pushes: measured.pushes,
        rows: found.rows.clone(),
        header: Header { lines, lurd },
    })
}
