//! A play that loses: inside regions that have too few keys for their doors, any order
//! of opening them does.

use std::collections::HashSet;

use crate::DungeonTheorems;
use crate::canonical::Plan;
use playproof_certify::{Budget, ClosedSet, Phase, Progress, Stop, Task, Trace, Trap};
use playproof_model::Val;

use crate::engine::walk::Walker;

/// A play inside these regions, and where one can still go after it.
pub(crate) fn losing_play(
    task: &Task,
    theorems: &DungeonTheorems,
    regions: &[usize],
    budget: &mut dyn Budget,
) -> Result<Trap, Stop> {
    let (Plan::Map(map), Some(keys_and_doors)) = (theorems.plan(), theorems.keys_and_doors())
    else {
        return Err(Stop::Incomplete);
    };
    let rules = task.subject;
    let region = keys_and_doors.region();
    let is_inside = |room: usize| regions.binary_search(&region[room]).is_ok();
    let mut walker = Walker::new(map, rules).ok_or(Stop::Incomplete)?;
    walker.waste(|passage| {
        let passage = &map.passages[passage];
        is_inside(passage.from) && is_inside(passage.to)
    });
    let (steps, last) = walker.finish();
    let layout = task.subject.layout();
    let pack = |state: &[Val]| {
        let mut row = Vec::new();
        layout.pack(state, &mut row);
        row
    };
    // Where one can still go after that.
    let mut trap = HashSet::from([pack(&last)]);
    let mut open = vec![last];
    let mut play = rules.play();
    while let Some(state) = open.pop() {
        play.each_successor(&state, |_, next| {
            if trap.insert(pack(next)) {
                open.push(next.to_vec());
            }
        });
        let progress = Progress {
            phase: Phase::Searching,
            states: trap.len() as u64,
            ..Progress::default()
        };
        if let std::ops::ControlFlow::Break(stop) = budget.spend(&progress) {
            return Err(stop);
        }
    }
    let mut trap: Vec<Vec<u64>> = trap.into_iter().collect();
    trap.sort_unstable();
    Ok(Trap {
        run: Trace { initial: 0, steps },
        set: ClosedSet {
            points: trap.concat(),
            ..ClosedSet::default()
        },
    })
}
