//! Polls a budget now and then.
//!
//! A poll may read a clock, which costs as much as looking at a known state,
//! and a new state of a large level may cost as much as many polls. Once in
//! [`INTERVAL`] looks, neither matters to a limit of a few milliseconds.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Progress, Stop};

/// Looks from one poll to the next.
const INTERVAL: u64 = 32;

/// A budget with the number of looks so far.
pub(crate) struct Meter<'b> {
    budget: &'b mut dyn Budget,
    looks: u64,
}

impl<'b> Meter<'b> {
    pub fn new(budget: &'b mut dyn Budget) -> Meter<'b> {
        Meter { budget, looks: 0 }
    }

    /// How often a state was looked at.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// Counts a look; asks the budget at the first one and every so often.
    pub fn look(&mut self, progress: impl FnOnce(u64) -> Progress) -> ControlFlow<Stop> {
        let due = self.looks.is_multiple_of(INTERVAL);
        self.looks += 1;
        if due {
            self.budget.spend(&progress(self.looks))
        } else {
            ControlFlow::Continue(())
        }
    }
}
