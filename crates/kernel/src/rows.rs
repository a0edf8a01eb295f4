//! Lists of packed states in evidence: range-checked, and found by their value.

use crate::point_index::{MAX_CUBES, PointIndex};
use crate::{Budget, CheckError, Layout, Val, ensure, poll};

/// Packed states, each perhaps followed by further words.
pub(crate) struct Rows<'a> {
    layout: &'a Layout,
    rows: &'a [u64],
    /// Words of a row.
    words: usize,
    index: PointIndex,
}

impl<'a> Rows<'a> {
    /// Accepts rows of a state and `extra` words each.
    pub fn new(
        layout: &'a Layout,
        rows: &'a [u64],
        extra: usize,
        budget: &mut dyn Budget,
    ) -> Result<Rows<'a>, CheckError> {
        let words = layout.words + extra;
        let is_whole = rows.len().is_multiple_of(words) && rows.len() / words < MAX_CUBES;
        ensure(is_whole, "the states have a wrong size")?;
        for (i, row) in rows.chunks_exact(words).enumerate() {
            let is_state = layout.canonical(&row[..layout.words]);
            ensure(is_state, format_args!("entry {i} is no state"))?;
            if i % 65536 == 0 {
                poll(budget, 0, 0)?;
            }
        }
        Ok(Rows { layout, rows, words, index: PointIndex::new(rows, words, budget)? })
    }

    pub fn len(&self) -> usize {
        self.rows.len() / self.words
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.index.bytes() + self.rows.len() as u64 * 8
    }

    /// The words after a row's state.
    pub fn extra(&self, i: usize) -> &[u64] {
        &self.row(i)[self.layout.words..]
    }

    fn row(&self, i: usize) -> &[u64] {
        &self.rows[i * self.words..][..self.words]
    }

    /// The state of a row.
    pub fn state(&self, i: usize) -> Vec<Val> {
        let mut state = Vec::with_capacity(self.layout.n_flat());
        self.layout.unpack(&self.row(i)[..self.layout.words], &mut state);
        state
    }

    /// Where a state with these words stands.
    pub fn find(&self, state: &[Val], extra: &[u64]) -> Option<usize> {
        let mut row = Vec::with_capacity(self.words);
        self.layout.pack(state, &mut row);
        row.extend_from_slice(extra);
        let mut candidates = self.index.candidates(&row);
        candidates.find(|&i| self.row(i) == row)
    }
}
