//! What the program around an experiment does for it: experiments themselves do no
//! input and output and read no clock.

use core::time::Duration;
use std::ops::ControlFlow;

use playproof::{Progress, Stop};

/// Who runs experiments.
pub trait Host {
    /// Starts a stopwatch for a search that may take this long.
    fn start(&self, timeout: Option<Duration>) -> Box<dyn Stopwatch + '_>;

    /// Whether somebody wants everything to stop.
    fn is_cancelled(&self) -> bool;

    /// Shows how far an experiment has come, if anybody looks: only then the text
    /// need be made.
    fn show(&self, text: &dyn Fn() -> String);
}

/// A clock that started with a search.
pub trait Stopwatch {
    /// Seconds since the start.
    fn seconds(&self) -> f64;

    /// Takes note of how far the search has come, and says whether it goes on: its
    /// time may be up, or everything be cancelled.
    fn go_on(&self, progress: &Progress) -> ControlFlow<Stop>;
}
