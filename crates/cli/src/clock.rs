//! The time that a result may take.

use std::time::{Duration, Instant};

/// A clock that started with the work on a result.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    started: Instant,
    deadline: Option<Instant>,
}

impl Clock {
    /// Starts now.
    pub fn start(timeout: Option<Duration>) -> Clock {
        let started = Instant::now();
        // A deadline that the clock cannot count to is none.
        let deadline = timeout.and_then(|t| started.checked_add(t));
        Clock { started, deadline }
    }

    /// One that started so long ago, without an end.
    pub fn started_ago(time: Duration) -> Clock {
        let now = Instant::now();
        Clock {
            started: now.checked_sub(time).unwrap_or(now),
            deadline: None,
        }
    }

    /// The same beginning with the end of another.
    pub fn until_that_of(self, other: &Clock) -> Clock {
        Clock {
            deadline: other.deadline,
            ..self
        }
    }

    /// Whether the time is up.
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    /// Whether the time has been up for this long.
    pub fn is_over_by(&self, overdue: Duration) -> bool {
        self.deadline.is_some_and(|d| d.elapsed() >= overdue)
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Seconds since the start, to a microsecond.
    pub fn seconds(&self) -> f64 {
        (self.started.elapsed().as_secs_f64() * 1e6).round() / 1e6
    }
}
