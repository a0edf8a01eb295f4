//! What a game can say of a level that is not as it should be, and what mends it.

use playproof_level::Level;
use playproof_model::{Answer, Property, Val};

/// Looks for what is wrong with levels of a game.
pub trait FaultFinder: Send + Sync {
    /// Looks into a level of which this is violated: that it can be won, or that it can
    /// be won wherever play leads. `None` if there is nothing to say.
    fn look_into(
        &self,
        level: &Level,
        violated: &Property,
        with_repairs: bool,
        prover: &mut dyn Prover,
    ) -> Result<Option<Faults>, Interrupted>;
}

/// What is wrong with a level.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// For people, ended.
    pub text: String,
    /// The same as an object, on a line.
    pub json: String,
    /// The play that loses, if there is one to show.
    pub play: Option<Played>,
    /// Whether pictures of play say more than its words.
    pub is_drawn: bool,
    /// A level that is mended, and the number of the proof that it is.
    pub repair: Option<(Level, usize)>,
    /// The moves with which the mended level is won, if that is what was wanted.
    pub won_by: Vec<String>,
}

/// Play from the beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The states, the first one included.
    pub states: Vec<Vec<Val>>,
    /// The names of the actions between them.
    pub actions: Vec<String>,
}

/// Whoever decides questions about levels of a game for it, within an effort that is
/// counted in states. Whatever it says was accepted by the checker.
pub trait Prover {
    /// The whole effort may be spent once more.
    fn start_over(&mut self);
    /// No more than one of so many parts of the whole effort may be spent from now on.
    fn keep_a_part(&mut self, n_parts: u64);
    /// Spends what is worth so many states on something that is no search.
    fn pay(&mut self, n_states: u64);
    /// Whether nothing more may be spent.
    fn is_exhausted(&self) -> bool;
    /// Whether a level of the game has a property. `None` if it is no level of the game.
    fn decide(
        &mut self,
        level: &Level,
        property: &Property,
    ) -> Result<Option<Decision>, Interrupted>;
    /// The proof that a level can be won which these moves are, if they win.
    fn won_by(&mut self, level: &Level, moves: &[String]) -> Result<Option<Decision>, Interrupted>;
    /// Whether these moves can be made, and the level cannot be won after them.
    fn lost_by(&mut self, level: &Level, moves: &[String]) -> Result<bool, Interrupted>;
    /// Play of the level at hand after which it cannot be won, and whether none is
    /// known to be shorter. It is without a move where the level cannot be won at all.
    fn losing_play(&mut self) -> Result<Option<(Played, bool)>, Interrupted>;
    /// The states of the level at hand to which play can lead from there, in order.
    fn reached(&mut self, from: &[Val]) -> Option<Vec<Vec<Val>>>;
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The answer, if there is one.
    pub answer: Option<Answer>,
    /// The moves of the run that shows it, if there is one.
    pub moves: Vec<String>,
    /// How many moves the run has that shows it.
    pub length: Option<u64>,
    /// The number by which the prover knows the proof.
    pub proof: usize,
}

/// Something went wrong; the prover knows what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;
