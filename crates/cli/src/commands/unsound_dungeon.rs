//! What `explain` says of a dungeon that cannot be won or can be lost: what is missing,
//! how it is lost, and the fewest changes that mend it.

use playproof::DungeonLevel;
use playproof::dungeon::{as_rules, stalemates};
use playproof::{Ask, Effort, Property, Run, smallest_core};
use playproof_report::{
    DungeonFaults, dungeon_faults_json, dungeon_repairs_text, losing_text, unreachable_text,
};

use super::answer::{Answered, Asking, Unanswered};
use super::explain::asks_to_win;
use super::lost::{Repaired, failed};
use crate::args::ExplainArgs;

/// What there is to say, and with what it is shown.
pub struct Faults {
    pub text: String,
    /// The same as an object, on a line.
    pub json: String,
    /// The play that loses, in place of the evidence's.
    pub play: Option<Run>,
    pub repair: Option<Repaired>,
}

/// Looks into a dungeon of which a property is violated. `None` of other games, and of
/// properties other than *solvable* and *unlosable*.
pub fn look_into(
    args: &ExplainArgs,
    asking: &Asking,
    answered: &Answered,
) -> Result<Option<Faults>, Unanswered> {
    let Answered {
        prepared,
        certificate,
        ..
    } = answered;
    let property = answered.row.property.as_ref().and_then(Ask::property);
    let (Some(dungeon), Some(property)) = (DungeonLevel::of(answered.level), property) else {
        return Ok(None);
    };
    let wanted = if asks_to_win(property) {
        Property::Solvable
    } else if property.definition() == Property::Unlosable.definition() {
        Property::Unlosable
    } else {
        return Ok(None);
    };
    let effort = Effort::default();
    let losing = match wanted {
        Property::Unlosable => {
            let limits = &mut asking.limits();
            let play = prepared.losing_play(&dungeon.plan, certificate, effort, limits);
            play.map_err(|error| failed(&error))?
        }
        _ => None,
    };
    let play = losing.as_ref().map(|losing| losing.run.clone());
    let moves = play.as_ref().map_or(&[][..], |run| &run.actions);
    let rules = as_rules(&dungeon.plan);
    let (mut text, missing) = match &losing {
        Some(losing) if !moves.is_empty() => (losing_text(dungeon, losing), None),
        _ => {
            let core = smallest_core(&rules, effort, &mut asking.limits());
            let stalemates = stalemates(&rules);
            let text = unreachable_text(dungeon, &rules, &stalemates, &core);
            (text, Some((stalemates, core)))
        }
    };
    let mut repairs = None;
    if !args.no_repair {
        let limits = &mut asking.limits();
        let found = prepared.dungeon_repairs(dungeon, &wanted, moves, effort, limits);
        let found = found.map_err(|error| failed(&error))?;
        text.push_str(&dungeon_repairs_text(dungeon, &wanted, &found));
        repairs = Some(found);
    }
    let json = dungeon_faults_json(&DungeonFaults {
        level: dungeon,
        rules: &rules,
        missing: missing.as_ref().map(|(all, core)| (&all[..], core)),
        losing: losing.as_ref().filter(|_| missing.is_none()),
        repairs: repairs.as_ref(),
    });
    let first = repairs.and_then(|repairs| repairs.found.into_iter().next());
    Ok(Some(Faults {
        text,
        json,
        repair: first.map(|first| Repaired {
            level: first.level,
            proof: first.proof,
        }),
        play,
    }))
}
