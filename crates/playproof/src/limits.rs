//! A budget made of limits. Time and cancellation are a callback, since
//! libraries read no clock.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Phase, Progress, Stop};

/// Limits on states and memory, and a callback for everything else.
///
/// ```
/// use std::cell::Cell;
/// use playproof::{Limits, Stop};
///
/// // So many states and bytes; whether time is over is for the caller to know.
/// let is_over = Cell::new(false);
/// let stop = || is_over.get().then_some(Stop::Time);
/// let mut budget = Limits::states(100_000).and_bytes(64 << 20).and_stop_if(stop);
/// let proof = playproof::verify("1111\n1AG1\n1111\n", "solvable", &mut budget)?;
/// assert!(proof.holds());
/// # Ok::<(), playproof::Error>(())
/// ```
pub struct Limits<F> {
    /// The most states a search may see.
    pub max_states: Option<u64>,
    /// The most bytes a search may use.
    pub max_bytes: Option<u64>,
    /// Asked once a batch.
    pub poll: F,
}

impl Limits<fn(&Progress) -> ControlFlow<Stop>> {
    /// A search may see so many states; nothing else limits it.
    pub fn states(max_states: u64) -> Self {
        Limits {
            max_states: Some(max_states),
            max_bytes: None,
            poll: |_| ControlFlow::Continue(()),
        }
    }
}

impl<F> Limits<F> {
    /// The same, and it may use so many bytes.
    pub fn and_bytes(self, max_bytes: u64) -> Self {
        Limits {
            max_bytes: Some(max_bytes),
            ..self
        }
    }
}

impl<F: FnMut(&Progress) -> ControlFlow<Stop>> Limits<F> {
    /// The same, and it stops once this says why: time is over, say.
    pub fn and_stop_if(
        self,
        mut why: impl FnMut() -> Option<Stop>,
    ) -> Limits<impl FnMut(&Progress) -> ControlFlow<Stop>> {
        let mut poll = self.poll;
        Limits {
            max_states: self.max_states,
            max_bytes: self.max_bytes,
            poll: move |progress: &Progress| match why() {
                Some(stop) => ControlFlow::Break(stop),
                None => poll(progress),
            },
        }
    }
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
