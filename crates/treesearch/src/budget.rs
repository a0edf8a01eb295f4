//! How long a search goes on.

/// So many iterations at most, and whatever the caller adds: a time limit, a
/// cancellation. The clock is the caller's.
pub struct Budget<'a> {
    /// The most iterations of this run.
    pub n_iterations: u64,
    /// Whether to stop. Checked every 256 iterations; the search may overshoot so far.
    pub is_over: &'a mut dyn FnMut() -> bool,
    /// Seconds since some start, for the curve of the best score.
    pub seconds: &'a mut dyn FnMut() -> f64,
}

impl Budget<'static> {
    /// So many iterations, without a clock: the curve's seconds are 0.
    pub fn iterations(n_iterations: u64) -> Self {
        // Closures without captures take no memory, so that nothing is leaked here.
        Budget {
            n_iterations,
            is_over: Box::leak(Box::new(|| false)),
            seconds: Box::leak(Box::new(|| 0.0)),
        }
    }
}
