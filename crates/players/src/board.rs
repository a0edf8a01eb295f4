//! What a player sees, what a player is, and what comes of playing.

use playproof_certify::{Budget, Stop, Trace};
use playproof_model::{AtomId, Subject, Val};

/// A column and a row, from 0.
pub type Place = (usize, usize);

/// What a player sees of a level.
///
/// Every successor of a state is a move that the player may choose: where an
/// action has several outcomes, the player picks one, as a prover does that
/// looks for some run which wins.
pub struct Board<'a> {
    /// An elaborated subject: it has no successors where play is over.
    pub game: &'a Subject,
    /// Where play is won. Where it is not and there are no successors, play is
    /// lost.
    pub win: AtomId,
    /// Where the player is.
    pub place: &'a dyn Fn(&[Val]) -> Option<Place>,
    /// Where the player should get to; perhaps nowhere in particular.
    pub goals: Vec<Place>,
}

/// Tries to win a level.
pub trait Player {
    /// Its name in reports.
    fn name(&self) -> &'static str;
    /// One line about it.
    fn summary(&self) -> &'static str;
    /// Plays until it wins, gives up, or the budget stops it.
    fn play(&self, board: &Board, budget: &mut dyn Budget) -> Played;
}

/// What came of playing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Whether `run` ends where play is won.
    pub won: bool,
    /// What was played: the run that wins, or else how far the player came.
    pub run: Trace,
    /// States looked at. Each player says what it counts.
    pub states: u64,
    /// The limit that was hit, if one was.
    pub stopped: Option<Stop>,
}

impl Board<'_> {
    /// How far a place is from the nearest goal, walking past no walls; 0 where
    /// there is no place or no goal.
    pub(crate) fn distance(&self, place: Option<Place>) -> u32 {
        let Some((x, y)) = place else {
            return 0;
        };
        let goals = self.goals.iter();
        let nearest = goals.map(|goal| x.abs_diff(goal.0) + y.abs_diff(goal.1));
        nearest.min().map_or(0, |d| d as u32)
    }
}
