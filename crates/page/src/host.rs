//! Who answers: the games and engines, and who may stop a search.

use std::ops::ControlFlow;

use playproof::{Limits, Playproof, Progress, Stop};

use crate::request::Request;

/// States that a search may see where a request does not say.
const STATES: u64 = 1_000_000;

/// Bytes that it may use.
const BYTES: u64 = 256 << 20;

/// The games and engines, and who watches over a search.
pub struct Host<'a> {
    /// The games and engines.
    pub playproof: &'a Playproof,
    /// Asked again and again during a search whether it goes on.
    pub watch: &'a dyn Fn(&Progress) -> ControlFlow<Stop>,
    /// The most that any request may ask for.
    pub most_states: u64,
    /// The same in bytes.
    pub most_bytes: u64,
}

impl<'a> Host<'a> {
    /// One that never stops a search by itself.
    pub fn new(playproof: &'a Playproof) -> Host<'a> {
        Host {
            playproof,
            watch: &|_| ControlFlow::Continue(()),
            most_states: u64::MAX,
            most_bytes: u64::MAX,
        }
    }

    /// What one search for a request may spend.
    pub(crate) fn limits(
        &self,
        request: &Request,
    ) -> Limits<impl FnMut(&Progress) -> ControlFlow<Stop>> {
        let asked = &request.limits;
        Limits {
            max_states: Some(asked.states.unwrap_or(STATES).min(self.most_states)),
            max_bytes: Some(asked.bytes.unwrap_or(BYTES).min(self.most_bytes)),
            poll: |progress: &Progress| (self.watch)(progress),
        }
    }

    /// Whether work that is no search goes on.
    pub(crate) fn goes_on(&self) -> ControlFlow<()> {
        let nothing = Progress {
            phase: playproof::Phase::Searching,
            states: 0,
            bytes: 0,
            depth: 0,
        };
        match (self.watch)(&nothing) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(_) => ControlFlow::Break(()),
        }
    }
}
