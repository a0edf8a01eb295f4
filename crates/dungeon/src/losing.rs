//! A play that loses: inside regions that have too few keys for their doors, any order
//! of opening them does.

use std::collections::{HashMap, HashSet};

use playproof_certify::{Budget, Claims, Phase, Progress, Stop, Task};
use playproof_engines::{Truth, claims};
use playproof_games::dungeon::DungeonTheorems;
use playproof_level::dungeon::Plan;
use playproof_model::{
    Answer, BranchingNode, BranchingQuestion, Question, Semantics, Subject, Val,
};

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
    let truth = LosingPlay {
        question,
        ranks,
        trap,
    };
    claims(task.subject, question, Answer::Violated, &truth, budget)
}

/// What is true on the way into a trap, and in it.
struct LosingPlay<'q> {
    question: &'q BranchingQuestion,
    /// How far each state on the way is from the trap.
    ranks: HashMap<Vec<u64>, u32>,
    trap: HashSet<Vec<u64>>,
}

impl Truth for LosingPlay<'_> {
    fn holds(&self, _: u32, row: &[u64], part: u32) -> bool {
        match self.question.negation.nodes()[part as usize] {
            BranchingNode::Const(b) => b,
            BranchingNode::Release(..) => self.trap.contains(row),
            // What is lost was never reached.
            _ => self.trap.contains(row) || self.ranks.contains_key(row),
        }
    }

    fn rank(&self, _: u32, row: &[u64], part: u32) -> Option<u32> {
        match self.question.negation.nodes()[part as usize] {
            BranchingNode::Until(..) if self.trap.contains(row) => Some(0),
            BranchingNode::Until(..) => Some(self.ranks.get(row).copied().unwrap_or(u32::MAX)),
            _ => None,
        }
    }
}
