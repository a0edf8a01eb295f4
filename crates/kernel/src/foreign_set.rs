//! Closed sets of a game with an interpreter of its own: a list of states.

use crate::budget::{Checked, ensure, reject};
use crate::check::Checker;
use crate::evidence::ClosedSet;
use crate::machine::{AtomId, Val};
use crate::rows::Rows;

/// Accepts a set that holds these states, that no step leaves, and that misses
/// these propositions: see `closed_set.rs`. There are no boxes here, since an
/// interpreter knows single states only.
pub(crate) fn check_foreign_set(
    checker: &mut Checker,
    begin: &[Vec<Val>],
    misses: &[AtomId],
    set: &ClosedSet,
) -> Checked {
    let ClosedSet { free, points, columns, patterns, potentials, .. } = set;
    let is_list = free.is_empty() && columns.is_empty() && patterns.is_empty();
    let why = "a set of states of this game is a list of states";
    ensure(is_list && potentials.is_empty(), why)?;
    let rows = Rows::new(checker.layout(), points, 0, checker.budget)?;
    if let Some(i) = begin.iter().position(|state| rows.find(state, &[]).is_none()) {
        return reject(format!("initial state {i} is outside the set"));
    }
    for i in 0..rows.len() {
        let state = rows.state(i);
        if misses.iter().any(|&atom| checker.play.holds(&state, atom)) {
            return reject(format!("state {i} is a target state"));
        }
        if checker.next(&state)?.iter().any(|next| rows.find(next, &[]).is_none()) {
            return reject(format!("a step leaves the set from state {i}"));
        }
        if i % 256 == 0 {
            checker.poll(i, rows.bytes())?;
        }
    }
    Ok(())
}
