//! A budget made of limits. Time and cancellation are a callback, since
//! libraries read no clock.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Phase, Progress, Stop};

/// Limits on states and memory, and a callback for everything else.
pub struct Limits<F> {
    /// The most states a search may see.
    pub max_states: Option<u64>,
    /// The most bytes a search may use.
    pub max_bytes: Option<u64>,
    /// Asked once a batch.
    pub poll: F,
}

impl<F: FnMut(&Progress) -> ControlFlow<Stop>> Budget for Limits<F> {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        (self.poll)(progress)?;
        // The checker sees cubes, not states.
        let searching = progress.phase == Phase::Searching;
        if searching && self.max_states.is_some_and(|max| progress.states > max) {
            return ControlFlow::Break(Stop::States);
        }
        if self.max_bytes.is_some_and(|max| progress.bytes > max) {
            return ControlFlow::Break(Stop::Memory);
        }
        ControlFlow::Continue(())
    }
}
