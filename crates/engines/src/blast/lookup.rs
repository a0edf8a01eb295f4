//! Static tables: a lookup regroups the conditions of its indices by cell.

use std::collections::BTreeMap;

use playproof_model::{Table, Val};

use super::algebra::Algebra;
use super::value_map::{TooLarge, Value, few_pairs, one_of};

/// A cell of a table. The last index is grouped by cell within each row before
/// it meets the condition of the row: where an opponent steps, say, is one of
/// five cells wherever the player is.
pub(super) fn lookup<A: Algebra>(
    algebra: &mut A,
    table: &Table,
    index: &[&Value<A::Bit>],
) -> Result<Value<A::Bit>, TooLarge> {
    let (last, before) = index.split_last().expect("a table has a dimension");
    // An algebra that has given up takes everything for impossible, and then values are
    // anything, also beyond the table.
    let inside = |i: Val, size: u32| usize::try_from(i).is_ok_and(|i| i < size as usize);
    let mut rows = vec![(0, algebra.constant(true))];
    for (index, &size) in before.iter().zip(&table.dims) {
        let entries = index.entries(algebra);
        few_pairs(rows.len(), entries.len())?;
        let mut longer = Vec::with_capacity(rows.len() * entries.len());
        for (row, in_row) in &rows {
            for (i, at) in entries.iter().filter(|(i, _)| inside(*i, size)) {
                let both = algebra.and(in_row, at);
                longer.push((row * size as usize + *i as usize, both));
            }
        }
        rows = longer;
    }
    let entries = last.entries(algebra);
    few_pairs(rows.len(), entries.len())?;
    let size = table.dims[before.len()] as usize;
    let mut cells: BTreeMap<Val, Vec<A::Bit>> = BTreeMap::new();
    for (row, in_row) in rows {
        let cell_at = |i: Val| match inside(i, table.dims[before.len()]) {
            true => Some(table.cells[row * size + i as usize]),
            false => None,
        };
        let mut groups: BTreeMap<Val, Vec<A::Bit>> = BTreeMap::new();
        for (i, at) in entries.iter() {
            if let Some(cell) = cell_at(*i) {
                groups.entry(cell).or_default().push(at.clone());
            }
        }
        for (cell, ways) in groups {
            // At most one group is the larger part of the row.
            let way = match 2 * ways.len() > entries.len() {
                true => one_of(algebra, &entries, |i| cell_at(i) == Some(cell)),
                false => algebra.any(&ways),
            };
            let here = algebra.and(&in_row, &way);
            cells.entry(cell).or_default().push(here);
        }
    }
    match cells.is_empty() {
        true => Ok(Value::Const(table.cells.first().copied().unwrap_or(0))),
        false => Value::of_groups(algebra, cells),
    }
}
