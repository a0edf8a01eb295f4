//! What a search tells of itself.

/// Means are over all iterations; the root is at depth 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Iterations so far.
    pub n_iterations: u64,
    /// Iterations that added a node.
    pub n_expansions: u64,
    /// Iterations whose leaf was better than all before.
    pub n_improvements: u64,
    /// Roll-outs that were cut off for their length.
    pub n_cut_off: u64,
    pub(crate) sum_expansions: u64,
    pub(crate) sum_roll_outs: u64,
    pub(crate) sum_improvements: u64,
}

impl Stats {
    /// The mean depth of nodes when they were added.
    pub fn mean_expansion(&self) -> f64 {
        ratio(self.sum_expansions, self.n_expansions)
    }

    /// The mean depth of the leaves that roll-outs ended at.
    pub fn mean_roll_out(&self) -> f64 {
        ratio(self.sum_roll_outs, self.n_iterations)
    }

    /// The same of those that were better than all before.
    pub fn mean_improving_roll_out(&self) -> f64 {
        ratio(self.sum_improvements, self.n_improvements)
    }
}

fn ratio(sum: u64, n: u64) -> f64 {
    match n {
        0 => 0.0,
        n => sum as f64 / n as f64,
    }
}

/// The search found something better than before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// In this iteration, counted from 1.
    pub iteration: u64,
    /// So many seconds after the start, by the caller's clock.
    pub seconds: f64,
    /// The score, from 0 to 1.
    pub score: f32,
}

/// The best score after so many iterations: the curve is constant between its points.
pub fn best_at(curve: &[Point], iteration: u64) -> f32 {
    let n = curve.partition_point(|point| point.iteration <= iteration);
    n.checked_sub(1).map_or(0.0, |last| curve[last].score)
}
