//! How a dungeon that can be won is lost: the shortest play after which it cannot be
//! won any more, and what it lacks there.

use playproof_certify::{Budget, Certificate};
use playproof_dungeon::Confined;
use playproof_dungeon::Situation;
use playproof_dungeon::canonical::Plan;
use playproof_model::{Answer, Property};

use crate::effort::{Effort, Purse};
use crate::error::Error;
use crate::road::Prepared;
use crate::runs::Run;

/// The engine whose runs into a trap are shortest ones.
const SHORTEST: &str = "fixpoint";

/// A play after which winning is impossible.
#[derive(Clone, Debug)]
pub struct LosingPlay {
    /// The play; without a move if winning is never possible.
    pub run: Run,
    /// Whether there is no shorter one; otherwise that is not known.
    pub is_shortest: bool,
    /// Of a map: what comes after it.
    pub trapped: Option<Trapped>,
}

/// Play on a map that is lost.
#[derive(Clone, Debug)]
pub struct Trapped {
    /// The play, state by state.
    pub situations: Vec<Situation>,
    /// Where play can go on, if the limits sufficed to find out.
    pub confined: Option<Confined>,
}

impl Prepared<'_> {
    /// The shortest play after which a dungeon that is not `unlosable` is lost. The plan
    /// is the level's. The certificate is that answer's; its run is taken where a shortest
    /// one is not found. `None` if neither has a run.
    pub fn losing_play(
        &self,
        plan: &Plan,
        certificate: &Certificate,
        effort: Effort,
        budget: &mut dyn Budget,
    ) -> Result<Option<LosingPlay>, Error> {
        let mut purse = Purse::new(budget, effort);
        let known = self.run_of(certificate);
        let shortest = match self.decide(&Property::Unlosable, Some(SHORTEST), &mut purse) {
            Ok(proof) => proof.certificate,
            // There may be other engines than the built-in ones.
            Err(Error::Unsupported { .. } | Error::Unknown { .. }) => None,
            Err(error) => return Err(error),
        };
        let shortest = shortest.filter(|found| found.answer == Answer::Violated);
        let shortest = shortest.and_then(|found| self.run_of(&found));
        let is_shortest = shortest.is_some();
        let Some(run) = shortest.or(known) else {
            return Ok(None);
        };
        let trapped = self.trapped(plan, &run, &mut purse);
        Ok(Some(LosingPlay {
            run,
            is_shortest,
            trapped,
        }))
    }

    fn trapped(&self, plan: &Plan, run: &Run, budget: &mut dyn Budget) -> Option<Trapped> {
        let Plan::Map(map) = plan else {
            return None;
        };
        let situation = |state: &Vec<_>| Situation::of(map, state);
        let situations: Option<Vec<_>> = run.states.iter().map(situation).collect();
        let end = run.states.last().map(Vec::as_slice);
        let confined = self.reached_states(end, None, budget).and_then(|states| {
            let mut states: Vec<_> = states.into_iter().collect();
            states.sort_unstable();
            let situations: Option<Vec<_>> = states.iter().map(situation).collect();
            Some(Confined::of(map, &situations?))
        });
        Some(Trapped {
            situations: situations?,
            confined,
        })
    }
}
