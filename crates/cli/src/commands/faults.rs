//! What `explain` says of a level of which the game itself knows what is wrong: why it
//! cannot be won or how it is lost, and the fewest changes that mend it.

use playproof::{Property, Run};
use playproof_analysis::FindingFaults;
use playproof_report::run_text;

use super::answer::{Answered, Asking, Unanswered};
use super::lost::{Repaired, failed};
use crate::args::ExplainArgs;
use crate::questions::asks_to_win;

/// What there is to say, and with what it is shown.
pub struct Found {
    pub text: String,
    /// The same as an object, on a line.
    pub json: String,
    /// The play that loses, in place of the evidence's.
    pub play: Option<Run>,
    /// Whether pictures of play say more than its words.
    pub is_drawn: bool,
    pub repair: Option<Repaired>,
}

/// Looks into a level of which a property is violated. `None` of games that know
/// nothing of their own, and of properties other than *solvable* and *unlosable*.
pub fn look_into(
    args: &ExplainArgs,
    asking: &Asking,
    answered: &Answered,
) -> Result<Option<Found>, Unanswered> {
    let Answered {
        prepared,
        certificate,
        ..
    } = answered;
    let Some(property) = answered.row.topic.level_property() else {
        return Ok(None);
    };
    let violated = if asks_to_win(property) {
        Property::Solvable
    } else if property.definition() == Property::Unlosable.definition() {
        Property::Unlosable
    } else {
        return Ok(None);
    };
    let with_repairs = !args.no_repair;
    let found = prepared.faults(&violated, certificate, with_repairs, &mut asking.limits());
    let Some((faults, proof)) = found.map_err(|error| failed(&error))? else {
        return Ok(None);
    };
    Ok(Some(Found {
        text: faults.text + &run_text(&faults.won_by),
        json: faults.json,
        play: faults.play.map(|play| Run {
            states: play.states,
            actions: play.actions,
            repeats_from: None,
            breaks_at: None,
        }),
        is_drawn: faults.is_drawn,
        repair: faults
            .repair
            .zip(proof)
            .map(|((level, _), proof)| Repaired { level, proof }),
    }))
}
