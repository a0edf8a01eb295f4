//! The fact behind a bare *no*: how long a shortest win is where it is longer than was
//! asked for, and what stands against winning where that is plain to see.

use playproof::{Limits, Prepared, Proof};
use playproof_certify::{Budget, Progress};
use playproof_game::{Pieces, Spot, at};
use playproof_model::Property;

/// States that may be looked at for a shortest run.
const ENOUGH_FOR_A_RUN: u64 = 300_000;

/// States that may be looked at for a piece that is stuck by itself.
const ENOUGH_FOR_A_PIECE: u64 = 5_000;

/// Larger drawings are not looked at: what is said must be found at once.
const MAX_PLACES: usize = 1 << 12;

/// Pieces beyond this many are not tried one by one.
const MOST_PIECES: usize = 20;

/// What more there is to say of an answer.
pub trait Facts {
    /// In words, where it is found in a moment.
    fn fact(&self, property: &Property, proof: &Proof, budget: &mut dyn Budget) -> Option<String>;
}

impl Facts for Prepared<'_> {
    fn fact(&self, property: &Property, proof: &Proof, budget: &mut dyn Budget) -> Option<String> {
        if !proof.violated() || !self.game().counts_states() {
            return None;
        }
        match property {
            Property::ShortestAtMost(_) => fewest_moves(self, budget),
            _ if property.definition() == Property::Solvable.definition() => why_lost(self, budget),
            _ => None,
        }
    }
}

fn fewest_moves(prepared: &Prepared, budget: &mut dyn Budget) -> Option<String> {
    let mut some = some_of(budget, ENOUGH_FOR_A_RUN);
    let shortest = prepared.decide(&Property::Solvable, Some("explicit"), &mut some);
    let shortest = shortest.ok()?;
    match shortest.length {
        Some(n) if shortest.holds() => Some(format!("a shortest winning run has {n} moves")),
        _ if shortest.violated() => Some("no run wins at all".to_owned()),
        _ => None,
    }
}

fn why_lost(prepared: &Prepared, budget: &mut dyn Budget) -> Option<String> {
    let grid = prepared.level().grid()?;
    if grid.width() * grid.height() > MAX_PLACES {
        return None;
    }
    let insight = prepared.insight()?;
    let pieces = insight.pieces()?;
    if let Some(why) = insight.why_lost() {
        return Some(why);
    }
    let piece = stuck_piece(prepared, pieces, budget)?;
    let [one, _] = pieces.name();
    let why = pieces.why_stuck(&[piece])?;
    Some(format!("the {one} at {} is stuck: {why}", at(piece)))
}

/// A piece that is proved to be stuck even if it is the only one.
fn stuck_piece(prepared: &Prepared, pieces: &dyn Pieces, budget: &mut dyn Budget) -> Option<Spot> {
    let dead = pieces.dead();
    let mut spots: Vec<Spot> = pieces.spots().to_vec();
    spots.sort_by_key(|spot| !dead.contains(spot));
    spots.into_iter().take(MOST_PIECES).find(|&spot| {
        let Some(level) = pieces.with_only(&[spot]) else {
            return false;
        };
        let Ok(alone) = prepared.same_game(&level) else {
            return false;
        };
        let mut some = some_of(budget, ENOUGH_FOR_A_PIECE);
        let proof = alone.decide(&Property::Solvable, None, &mut some);
        proof.is_ok_and(|proof| proof.violated())
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
