//! A play that loses: inside regions that have too few keys for their doors, any order
//! of opening them does.

use std::collections::{HashMap, HashSet};

use playproof_certify::{Budget, Claims, Phase, Progress, Stop, Task};
use playproof_games::dungeon::DungeonTheorems;
use playproof_level::dungeon::Plan;
use playproof_model::{Branching, BranchingNode, Question, Runs, Semantics, Subject, Val};

use crate::walk::Walker;

/// The claims that a play inside these regions makes about what is lost by it.
pub(crate) fn losing_play(
    task: &Task,
    theorems: &DungeonTheorems,
    regions: &[usize],
    budget: &mut dyn Budget,
) -> Result<Claims, Stop> {
    let (Subject::Rules(rules), Plan::Map(map)) = (task.subject, theorems.plan()) else {
        return Err(Stop::Incomplete);
    };
    let (Some(keys_and_doors), Question::Branching(question)) =
        (theorems.keys_and_doors(), task.subject.question())
    else {
        return Err(Stop::Incomplete);
    };
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
    let mut state = rules.rules().initial[0].clone();
    let mut ranks = HashMap::from([(pack(&state), steps.len() as u32)]);
    for (i, step) in steps.iter().enumerate() {
        task.subject.take(&mut state, *step);
        // Of a state that was passed twice the later time counts.
        ranks.insert(pack(&state), (steps.len() - i - 1) as u32);
    }
    // Where one can still go after that.
    let mut trap = HashSet::from([pack(&last)]);
    let mut open = vec![last];
    while let Some(state) = open.pop() {
        rules.successors(&state, &mut |_, next| {
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
    let parts = Parts::of(&question.negation).ok_or(Stop::Incomplete)?;
    let mut claims = Claims::default();
    let mut ranks: Vec<(Vec<u64>, u32)> = ranks.into_iter().collect();
    ranks.retain(|(row, _)| !trap.contains(row));
    ranks.sort_unstable_by_key(|(_, rank)| std::cmp::Reverse(*rank));
    let mut trap: Vec<Vec<u64>> = trap.into_iter().collect();
    trap.sort_unstable();
    for (row, rank) in ranks {
        claims.points.extend(row);
        claims.claims.push(parts.on_the_way);
        claims.ranks.push(rank);
    }
    for row in trap {
        claims.points.extend(row);
        claims.claims.push(parts.in_the_trap);
        claims.ranks.push(0);
    }
    Ok(claims)
}

/// The parts of `E[p U AG !x]` that are true on the way into a trap, and in it, as bits.
struct Parts {
    on_the_way: u64,
    in_the_trap: u64,
}

impl Parts {
    /// Of such a formula.
    fn of(formula: &Branching) -> Option<Parts> {
        let root = formula.root();
        let node = |i: u32| formula.nodes()[i as usize];
        let BranchingNode::Until(Runs::Some, way, trap) = node(root) else {
            return None;
        };
        let BranchingNode::Release(Runs::All, _, lost) = node(trap) else {
            return None;
        };
        // What is lost was never reached.
        let is_simple = |i| {
            matches!(
                node(i),
                BranchingNode::Const(true) | BranchingNode::Atom(..)
            )
        };
        (is_simple(way) && is_simple(lost)).then_some(Parts {
            on_the_way: 1 << root | 1 << way,
            in_the_trap: 1 << root | 1 << trap | 1 << lost,
        })
    }
}
