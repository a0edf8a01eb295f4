//! Backwards over the reachable states: from where a step leads into a set.
//!
//! Here every state has a successor: where nothing can be done, the state
//! itself follows.

use playproof_certify::Stop;

use crate::diagrams::{Diagrams, Set};
use crate::reach::Exploration;
use crate::space::Space;

/// The reachable states and their steps.
pub(crate) struct Future<'a> {
    pub space: &'a Space,
    pub reached: Set,
    /// Where nothing can be done.
    stuck: Set,
}

impl<'a> Future<'a> {
    /// Explores all that can be reached.
    pub fn new(space: &'a Space) -> Result<Future<'a>, Stop> {
        let mut exploration = Exploration::new(space);
        while exploration.step()? {}
        let reached = exploration.reached;
        let d = &space.diagrams;
        let stuck = d.without(&reached, &space.preimage(&reached));
        d.intact()?;
        Ok(Future {
            space,
            reached,
            stuck,
        })
    }

    pub fn diagrams(&self) -> &'a Diagrams {
        &self.space.diagrams
    }

    /// Where some step leads into a set of reachable states.
    pub fn some_step(&self, to: &Set) -> Set {
        let d = self.diagrams();
        let moving = d.and(&self.space.preimage(to), &self.reached);
        d.or(&moving, &d.and(&self.stuck, to))
    }

    /// Where every step leads into a set of reachable states.
    pub fn every_step(&self, to: &Set) -> Set {
        let outside = self.complement(to);
        self.complement(&self.some_step(&outside))
    }

    /// The reachable states that are not in a set.
    pub fn complement(&self, set: &Set) -> Set {
        self.diagrams().without(&self.reached, set)
    }
}
