//! Players on the road: what one of them won with is checked like any run.
//! That it did not win says nothing about the level.

use playproof::{Error, Prepared};
use playproof_certify::{Budget, Evidence, Outcome, Reason, Stop};
use playproof_model::{Answer, Property};
use playproof_players::{Board, Player};

use crate::optimal::Best;

/// Players in a prepared level.
pub trait Playing {
    /// Lets a player try to win. `name` is who is said to have found the run.
    fn played_by(
        &self,
        player: &dyn Player,
        name: &'static str,
        budget: &mut dyn Budget,
    ) -> Result<Best, Error>;
}

impl Playing for Prepared<'_> {
    fn played_by(
        &self,
        player: &dyn Player,
        name: &'static str,
        budget: &mut dyn Budget,
    ) -> Result<Best, Error> {
        let property = Property::Solvable;
        let subject = self.subject(&property)?;
        let target = subject.question().reach().map(|reach| reach.target);
        let view = self.view();
        let board = Board {
            game: &subject,
            win: target.expect("winning is a state to be reached"),
            place: &|state| view.player(state),
            goals: view.goals(),
        };
        let played = player.play(&board, budget);
        let outcome = match played.won {
            true => Outcome::decided(Answer::Holds, Evidence::Trace(played.run), played.states),
            false => {
                let stop = played.stopped.unwrap_or(Stop::Incomplete);
                Outcome::unknown(Reason::Stopped(stop), played.states)
            }
        };
        let proof = self.checked(&subject, &property, name, outcome, budget);
        Ok(Best::given(proof))
    }
}
