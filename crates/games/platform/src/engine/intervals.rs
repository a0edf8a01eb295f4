//! Sets of places as intervals.

use playproof_model::Val;

/// Disjoint ranges in order, with gaps between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Intervals(Vec<(Val, Val)>);

impl Intervals {
    /// The ranges.
    pub fn ranges(&self) -> &[(Val, Val)] {
        &self.0
    }

    /// Whether all of a range is in the set.
    pub fn holds(&self, (lo, hi): (Val, Val)) -> bool {
        let at = self.0.partition_point(|range| range.1 < lo);
        self.0
            .get(at)
            .is_some_and(|range| range.0 <= lo && hi <= range.1)
    }

    /// The range that a place in the set is in.
    pub fn around(&self, x: Val) -> (Val, Val) {
        let at = self.0.partition_point(|range| range.1 < x);
        self.0[at]
    }

    /// Adds a range, together with gaps up to `near` between it and what is there;
    /// calls back with each part that is new.
    pub fn add(
        &mut self,
        (mut lo, mut hi): (Val, Val),
        near: Val,
        mut new: impl FnMut((Val, Val)),
    ) {
        // The ranges that it touches, or nearly so.
        let from = self.0.partition_point(|range| range.1 < lo - 1 - near);
        let to = from + self.0[from..].partition_point(|range| range.0 <= hi + 1 + near);
        if from == to {
            new((lo, hi));
            self.0.insert(from, (lo, hi));
            return;
        }
        let touched = &self.0[from..to];
        lo = lo.min(touched[0].0);
        hi = hi.max(touched[touched.len() - 1].1);
        let mut at = lo;
        for &(begin, end) in touched {
            if at < begin {
                new((at, begin - 1));
            }
            at = end + 1;
        }
        if at <= hi {
            new((at, hi));
        }
        self.0[from] = (lo, hi);
        self.0.drain(from + 1..to);
    }
}
