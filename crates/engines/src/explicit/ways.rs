//! Rows with the cheapest way to each that is known so far, for searches that
//! may find a cheaper one later.

use super::shard::Shard;

/// Where the first rows come from.
pub(super) const NOWHERE: u32 = u32::MAX;

/// The rows that were seen, and the ways to them.
pub(super) struct Ways {
    pub seen: Shard,
    /// For each row: what the way to it costs, the row before it on that way, and
    /// whether it was expanded, after which neither changes.
    pub costs: Vec<u32>,
    from: Vec<u32>,
    is_expanded: Vec<bool>,
}

impl Ways {
    pub fn new(words: usize) -> Ways {
        Ways {
            seen: Shard::new(words),
            costs: Vec::new(),
            from: Vec::new(),
            is_expanded: Vec::new(),
        }
    }

    /// A row was reached. Its place, if it is to be expanded for that: because it
    /// is new, or was dearer and waits still.
    pub fn reach(&mut self, row: &[u64], cost: u32, parent: u32) -> Option<u32> {
        let (place, is_new) = self.seen.entry(row);
        if is_new {
            self.costs.push(cost);
            self.from.push(parent);
            self.is_expanded.push(false);
        } else if self.is_expanded[place] || self.costs[place] <= cost {
            return None;
        } else {
            self.costs[place] = cost;
            self.from[place] = parent;
        }
        Some(place as u32)
    }

    /// Takes a row to be expanded; whether it was not before.
    pub fn expand(&mut self, place: u32) -> bool {
        !std::mem::replace(&mut self.is_expanded[place as usize], true)
    }

    /// The rows of the way to one, from the first on.
    pub fn way_to(&self, place: u32) -> Vec<&[u64]> {
        let mut rows = Vec::new();
        let mut at = place;
        while at != NOWHERE {
            rows.push(self.seen.row(at as usize));
            at = self.from[at as usize];
        }
        rows.reverse();
        rows
    }

    /// Bytes in use, about.
    pub fn bytes(&self) -> u64 {
        self.seen.bytes() + self.seen.len() as u64 * 9
    }
}
