//! The fact behind a bare *no*: how long a shortest win is where it is longer than was
//! asked for, and what stands against winning where that is plain to see.

use playproof::{Limits, Prepared, Proof};
use playproof_certify::{Budget, Progress};
use playproof_game::{Pieces, at};
use playproof_level::Grid;
use playproof_model::Property;

use crate::effort::Effort;
use crate::stuck::{Stuck, stuck};

/// States that may be looked at for a shortest run.
const ENOUGH_FOR_A_RUN: u64 = 300_000;

/// What may be spent on finding the pieces that are stuck.
const ENOUGH_FOR_PIECES: Effort = Effort {
    each: 5_000,
    in_all: 60_000,
};

/// Where the proof needed more states, a game is not asked to go through them again.
const FEW_STATES: u64 = 5_000;

/// Larger drawings are not looked at: what is said must be found at once.
const MAX_PLACES: usize = 1 << 12;

/// More pieces than this are shown by a drawing, not by words.
const MOST_PIECES: usize = 3;

/// What more there is to say of an answer.
pub trait Facts {
    /// In words, where it is found in a moment.
    fn fact(&self, property: &Property, proof: &Proof, budget: &mut dyn Budget) -> Option<String>;
}

impl Facts for Prepared<'_> {
    fn fact(&self, property: &Property, proof: &Proof, budget: &mut dyn Budget) -> Option<String> {
        if !proof.violated() {
            return None;
        }
        match property {
            Property::ShortestAtMost(_) => fewest_moves(self, budget),
            _ if property.definition() == Property::Solvable.definition() => {
                why_lost(self, proof, budget)
            }
            _ => None,
        }
    }
}

fn fewest_moves(prepared: &Prepared, budget: &mut dyn Budget) -> Option<String> {
    if !prepared.game().counts_states() {
        return None;
    }
    let mut some = some_of(budget, ENOUGH_FOR_A_RUN);
    let shortest = prepared.decide(&Property::Solvable, Some("explicit"), &mut some);
    let shortest = shortest.ok()?;
    match shortest.length {
        Some(n) if shortest.holds() => Some(format!("a shortest winning run has {n} moves")),
        _ if shortest.violated() => Some("no run wins at all".to_owned()),
        _ => None,
    }
}

fn why_lost(prepared: &Prepared, proof: &Proof, budget: &mut dyn Budget) -> Option<String> {
    let is_large = |grid: &Grid| grid.width() * grid.height() > MAX_PLACES;
    if prepared.level().grid().is_some_and(is_large) {
        return None;
    }
    let insight = prepared.insight()?;
    let pieces = insight.pieces();
    if (pieces.is_some() || proof.states <= FEW_STATES)
        && let Some(why) = insight.why_lost()
    {
        return Some(why);
    }
    let pieces = pieces?;
    let found = stuck(prepared, &[], ENOUGH_FOR_PIECES, budget).ok()??;
    stuck_in_words(pieces, &found)
}

/// Which pieces are stuck, and why, if they are few.
pub fn stuck_in_words(pieces: &dyn Pieces, found: &Stuck) -> Option<String> {
    let places: Vec<String> = found.pieces.iter().map(|&piece| at(piece)).collect();
    let [one, many] = pieces.name();
    let who = match &places[..] {
        [place] => format!("the {one} at {place} is stuck"),
        [first @ .., last] if places.len() <= MOST_PIECES => {
            format!("the {many} at {} and {last} are stuck", first.join(", "))
        }
        _ => return None,
    };
    Some(match pieces.why_stuck(&found.pieces) {
        Some(why) => format!("{who}: {why}"),
        None => who,
    })
}

fn some_of(
    budget: &mut dyn Budget,
    max_states: u64,
) -> Limits<impl FnMut(&Progress) -> std::ops::ControlFlow<playproof_certify::Stop>> {
    Limits {
        max_states: Some(max_states),
        max_bytes: None,
        poll: |progress: &Progress| budget.spend(progress),
    }
}
