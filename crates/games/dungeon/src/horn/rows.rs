//! Rows of numbers of different lengths, one after the other in one array.

use std::ops::Range;

/// For each of `0..n` a row of numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Rows {
    /// The rows that these pairs of row and item make up; the items of a row keep
    /// their order. The pairs are gone through twice, so that nothing grows.
    pub(crate) fn of<I: Iterator<Item = (u32, u32)>>(n_rows: usize, pairs: impl Fn() -> I) -> Rows {
        let mut starts = vec![0; n_rows + 1];
        for (row, _) in pairs() {
            starts[row as usize + 1] += 1;
        }
        for row in 0..n_rows {
            starts[row + 1] += starts[row];
        }
        let mut items = vec![0; starts[n_rows] as usize];
        let mut next = starts.clone();
        for (row, item) in pairs() {
            items[next[row as usize] as usize] = item;
            next[row as usize] += 1;
        }
        Rows { starts, items }
    }

    /// A row.
    pub(crate) fn row(&self, row: u32) -> &[u32] {
        self.items(self.range(row))
    }

    /// Where a row stands among all items.
    pub(crate) fn range(&self, row: u32) -> Range<usize> {
        self.starts[row as usize] as usize..self.starts[row as usize + 1] as usize
    }

    /// The items that stand there.
    pub(crate) fn items(&self, range: Range<usize>) -> &[u32] {
        &self.items[range]
    }
}
