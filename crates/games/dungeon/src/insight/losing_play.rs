//! How a dungeon that can be won is lost: the shortest play after which it cannot be
//! won any more, and what it lacks there.

use playproof_game::{Interrupted, Played, Prover};

use crate::canonical::Plan;
use crate::{Confined, Situation};

/// A play after which winning is impossible.
#[derive(Clone, Debug)]
pub struct LosingPlay {
    /// The play; without a move if winning is never possible.
    pub run: Played,
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

/// The shortest play after which a dungeon that is not `unlosable` is lost, which is the
/// level at hand, or one that is known. `None` if there is no run.
pub fn losing_play(
    plan: &Plan,
    prover: &mut dyn Prover,
) -> Result<Option<LosingPlay>, Interrupted> {
    let Some((run, is_shortest)) = prover.losing_play()? else {
        return Ok(None);
    };
    let trapped = trapped(plan, &run, prover);
    Ok(Some(LosingPlay {
        run,
        is_shortest,
        trapped,
    }))
}

fn trapped(plan: &Plan, run: &Played, prover: &mut dyn Prover) -> Option<Trapped> {
    let Plan::Map(map) = plan else {
        return None;
    };
    let situation = |state: &Vec<_>| Situation::of(map, state);
    let situations: Option<Vec<_>> = run.states.iter().map(situation).collect();
    let states = prover.reached(run.states.last()?);
    let confined = states.and_then(|states| {
        let situations: Option<Vec<_>> = states.iter().map(situation).collect();
        Some(Confined::of(map, &situations?))
    });
    Some(Trapped {
        situations: situations?,
        confined,
    })
}
