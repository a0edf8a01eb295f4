//! The figures of Sokoban: pushes, and how they hang together. A choice is a
//! push. `docs/metrics.md` defines each figure.

use playproof_model::{NativeFactory, NativeModel, Property, Subject, Unsupported, Val};

use crate::canonical::Board;
use crate::native::{Prunings, PushFactory};
use playproof_game::{Choice, Figure, Findings, Measures, Value};

/// How a board is measured.
pub struct SokobanMeasures {
    board: Board,
}

impl SokobanMeasures {
    pub fn new(board: Board) -> SokobanMeasures {
        SokobanMeasures { board }
    }

    /// What is counted of a run, from its states.
    fn count(&self, run: &[Vec<Val>]) -> PushCounts {
        let mut counts = PushCounts::default();
        // The last push of all, and whether it was the last step too.
        let mut last: Option<Push> = None;
        let mut goes_on = false;
        for pair in run.windows(2) {
            let Some(push) = self.push_between(&pair[0], &pair[1]) else {
                goes_on = false;
                continue;
            };
            let same_box = last.is_some_and(|last| last.to == Some(push.from));
            let same_way = last.is_some_and(|last| last.way == push.way);
            counts.pushes += 1;
            counts.changes += u64::from(!same_box);
            counts.sessions += u64::from(!goes_on);
            counts.lines += u64::from(!(goes_on && same_box && same_way));
            last = Some(push);
            goes_on = true;
        }
        counts
    }

    fn push_between(&self, before: &[Val], after: &[Val]) -> Option<Push> {
        // Behind the player, one bit a cell says where boxes are.
        let boxes = |state: &[Val], cell: usize| state[1 + cell];
        let change = |cell: &usize| boxes(after, *cell) - boxes(before, *cell);
        let cells = || 0..self.board.n_cells();
        let from = cells().find(|cell| change(cell) < 0)?;
        let player = before[0] as usize;
        let ways = self.board.neighbours(player);
        Some(Push {
            from,
            to: cells().find(|cell| change(cell) > 0),
            way: ways.iter().position(|next| *next == Some(from))?,
        })
    }
}

/// A push: a box goes from one cell to another, or into a hole.
#[derive(Clone, Copy)]
struct Push {
    from: usize,
    to: Option<usize>,
    way: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PushCounts {
    pushes: u64,
    lines: u64,
    changes: u64,
    sessions: u64,
}

/// The sum over all choices of a run.
fn sum(findings: &Findings, of: fn(&Choice) -> u64) -> Option<u64> {
    let choices = findings.choices?;
    Some(choices.iter().map(of).sum())
}

/// The same, as long as nothing is undecided.
fn decided_sum(findings: &Findings, of: fn(&Choice) -> u64) -> Option<u64> {
    let undecided = sum(findings, |choice| choice.undecided)?;
    sum(findings, of).filter(|_| undecided == 0)
}

impl Measures for SokobanMeasures {
    fn choices(&self, subject: &Subject) -> Result<Box<dyn NativeModel>, Unsupported> {
        let pushes = PushFactory::new(self.board.clone(), Prunings::NONE);
        pushes.model(subject, &Property::Solvable)
    }

    fn figures(&self, findings: &Findings) -> Vec<Figure> {
        let counts = findings.run.map(|run| self.count(run));
        let counted = |of: fn(PushCounts) -> u64| Value::count(counts.map(of));
        let pushes = counts.map(|counts| counts.pushes);
        let possible = sum(findings, |choice| choice.possible);
        let killing = sum(findings, |choice| choice.killing);
        let all_killing = decided_sum(findings, |choice| choice.killing);
        let keys = findings.choices.and_then(|choices| {
            let keys: Option<Vec<bool>> = choices.iter().map(Choice::is_key).collect();
            Some(keys?.into_iter().filter(|key| *key).count() as u64)
        });
        let optimal = match counts {
            Some(_) => Value::Is(findings.is_cheapest),
            None => Value::Unknown,
        };
        let (all, dead) = (
            findings.states.map(|states| states.all),
            findings.states.map(|states| states.dead),
        );
        let (shown, exact) = (Figure::shown, Figure::exact);
        vec![
            shown("pushes", "pushes", counted(|counts| counts.pushes)),
            shown("optimal", "optimal", optimal),
            shown("box_lines", "lines", counted(|counts| counts.lines)),
            shown("box_changes", "changes", counted(|counts| counts.changes)),
            shown(
                "pushing_sessions",
                "sessions",
                counted(|counts| counts.sessions),
            ),
            exact("possible_pushes", Value::count(possible)),
            shown("branching", "branching", Value::ratio(possible, pushes)),
            exact("killing_pushes", Value::count(killing)),
            exact(
                "undecided_pushes",
                Value::count(sum(findings, |choice| choice.undecided)),
            ),
            shown(
                "killing_share",
                "killing",
                Value::ratio(all_killing, possible),
            ),
            shown("key_moves", "key moves", Value::count(keys)),
            exact("dead_states", Value::count(dead)),
            shown("dead_share", "dead", Value::ratio(dead, all)),
        ]
    }

    /// The pushes of the run, how often it turns to another box, and the
    /// pushes beside it that lose the level.
    fn difficulty(&self, findings: &Findings) -> Option<u64> {
        let run = findings.run.filter(|_| findings.is_cheapest)?;
        let counts = self.count(run);
        let killing = decided_sum(findings, |choice| choice.killing)?;
        Some(counts.pushes + counts.changes + killing)
    }
}
