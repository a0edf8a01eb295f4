//! What there is to say of a dungeon that cannot be won or can be lost: what is missing,
//! how it is lost, and the fewest changes that mend it.

use playproof_game::{FaultFinder, Faults, Interrupted, Prover};
use playproof_level::Level;
use playproof_model::Property;

use super::json::{DungeonFaults, dungeon_faults_json};
use super::losing_play::losing_play;
use super::repair::{dungeon_repairs, smallest_core};
use super::words::{dungeon_repairs_text, losing_text, unreachable_text};
use crate::canonical::{DungeonLevel, Plan};
use crate::{as_rules, stalemates};

/// Looks into dungeons.
pub struct DungeonFaultFinder;

impl FaultFinder for DungeonFaultFinder {
    fn look_into(
        &self,
        level: &Level,
        violated: &Property,
        with_repairs: bool,
        prover: &mut dyn Prover,
    ) -> Result<Option<Faults>, Interrupted> {
        let Some(dungeon) = DungeonLevel::of(level) else {
            return Ok(None);
        };
        let losing = match violated {
            Property::Unlosable => losing_play(&dungeon.plan, prover)?,
            _ => None,
        };
        let play = losing.as_ref().map(|losing| losing.run.clone());
        let moves = play.as_ref().map_or(&[][..], |run| &run.actions);
        let rules = as_rules(&dungeon.plan);
        let (mut text, missing) = match &losing {
            Some(losing) if !moves.is_empty() => (losing_text(dungeon, losing), None),
            _ => {
                prover.start_over();
                let core = smallest_core(&rules, prover);
                let stalemates = stalemates(&rules);
                let text = unreachable_text(dungeon, &rules, &stalemates, &core);
                (text, Some((stalemates, core)))
            }
        };
        let mut repairs = None;
        if with_repairs {
            prover.start_over();
            let found = dungeon_repairs(dungeon, violated, moves, prover)?;
            text.push_str(&dungeon_repairs_text(dungeon, violated, &found));
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
        let (repair, won_by) = match first {
            Some(first) => (Some((first.level, first.proof.proof)), first.proof.moves),
            None => (None, Vec::new()),
        };
        Ok(Some(Faults {
            text,
            json,
            play,
            // Squares for facts say nothing that the facts' names do not.
            is_drawn: matches!(dungeon.plan, Plan::Map(_)),
            repair,
            won_by,
        }))
    }
}
