//! The engine for "can the player get stuck?": it looks for a short run into a
//! state in which a few boxes are stuck, whatever becomes of the others.
//!
//! The run goes to the nearest such state by moves, and the evidence is a trap:
//! that run, and patterns that name the stuck boxes. States that come before it
//! are then tried one by one: a run is called a shortest losing one only if each
//! of them can be won. If no run is found, that shows nothing.

mod early_states;
mod losing_run;
mod reach;
mod stuck_set;

use playproof_certify::{
    Ability, Budget, ClosedSet, Engine, Evidence, Outcome, QuestionKind, Reason, Stop, Task, Trace,
    Trap,
};
use playproof_kernel::{EscapeKind, Machine, Node, Step};
use playproof_model::{Answer, NativeFactory, Question, Subject, Unsupported, Val};

use crate::canonical::Board;
use crate::lone::LoneBox;
use crate::native::{Floor, PushFactory};
use early_states::{EarlyStates, Outlook, of_patterns};
use losing_run::{MOST_STUCK, Nearest};
use stuck_set::{Stuck, StuckSets};

/// The most states of a set around a state from which no search finds a win.
const MOST_CUBES: usize = 5_000;

/// Finds runs after which boxes are stuck.
#[derive(Clone, Copy, Debug, Default)]
pub struct StuckBoxesEngine;

impl Engine for StuckBoxesEngine {
    fn name(&self) -> &'static str {
        "stuck-boxes"
    }

    fn summary(&self) -> &'static str {
        "for Sokoban: looks for a short run after which boxes are stuck, and soon gives up"
    }

    fn abilities(&self) -> &'static [Ability] {
        &[Ability {
            question: QuestionKind::Branching,
            yes: &[],
            no: &["trap"],
        }]
    }

    fn supports(&self, task: &Task) -> Result<(), Unsupported> {
        asked(task).map(|_| ())
    }

    fn is_scout(&self, _task: &Task) -> bool {
        true
    }

    fn check(&self, task: &Task, budget: &mut dyn Budget) -> Outcome {
        let board = match asked(task) {
            Ok(board) => board,
            Err(why) => return Outcome::unsupported(why),
        };
        let (Some(lone), Some(mut floor)) = (LoneBox::new(board), Floor::new(board)) else {
            return Outcome::unsupported(Unsupported("the level is too large".to_owned()));
        };
        floor.dead = lone.dead_cells();
        let mut search = Search {
            subject: task.subject,
            sets: StuckSets::new(&floor, &lone),
            early: EarlyStates::new(&floor),
            nearest: Nearest::new(&floor),
        };
        let found = search.run(board, budget);
        let states = (search.nearest.len() + search.early.n_seen) as u64;
        match found {
            Ok(Some((trap, lower_bound))) => Outcome {
                lower_bound: Some(lower_bound),
                ..Outcome::decided(Answer::Violated, Evidence::Trap(trap), states)
            },
            Ok(None) => Outcome::unknown(Reason::Stopped(Stop::Incomplete), states),
            Err(stop) => Outcome::unknown(Reason::Stopped(stop), states),
        }
    }
}

struct Search<'a> {
    subject: &'a Subject,
    sets: StuckSets<'a>,
    early: EarlyStates<'a>,
    nearest: Nearest<'a>,
}

impl Search<'_> {
    /// A trap, and how many moves every losing run has at least.
    fn run(&mut self, board: &Board, budget: &mut dyn Budget) -> Result<Option<(Trap, u32)>, Stop> {
        let cells = 0..board.n_cells() as u16;
        let boxes: Vec<u16> = cells.filter(|&c| board.boxes[c as usize]).collect();
        if boxes.iter().all(|&c| board.goals[c as usize]) {
            return Ok(None);
        }
        let first = (&boxes[..], board.player as u16);
        let lost = self.nearest.find(first, &mut self.sets, budget)?;
        let (earlier, bound) = self.before(budget)?;
        if let Some(earlier) = earlier {
            return Ok(Some((earlier, bound)));
        }
        let Some(lost) = lost else {
            return Ok(None);
        };
        let closed = self.sets.close(&[lost.stuck], MOST_STUCK);
        let Some(items) = closed else {
            return Ok(None);
        };
        let moves = self.nearest.state(lost.state).moves;
        let set = of_patterns(items.iter().map(|item| self.sets.pattern(item)).collect());
        let run = self.nearest.run_to(lost.state);
        Ok(Some((trap(run, set), bound.min(moves))))
    }

    /// Goes through the states before a lost one: a trap around one of them if
    /// no search from it finds a win, and the moves up to which all can be won.
    fn before(&mut self, budget: &mut dyn Budget) -> Result<(Option<Trap>, u32), Stop> {
        for at in 0..self.nearest.settled().len() {
            let state = self.nearest.settled()[at];
            let pushed = self.nearest.state(state);
            let moves = pushed.moves;
            let now = (&pushed.boxes[..], pushed.player);
            match self.early.outlook(now, &mut self.sets, budget)? {
                Outlook::Open => {}
                Outlook::Lost { all, stuck } if all.len() <= MOST_CUBES => {
                    return Ok((self.around(state, &all, &stuck), moves));
                }
                Outlook::Lost { .. } | Outlook::NotKnown => return Ok((None, moves)),
            }
        }
        Ok((None, u32::MAX))
    }

    /// A trap of all states that a lost one leads to.
    fn around(&mut self, state: u32, all: &[Stuck], stuck: &[Stuck]) -> Option<Trap> {
        let items = self.sets.close(stuck, MOST_CUBES)?;
        let mut set = self.early.cubes(self.subject, all);
        let patterns = items.iter().map(|item| self.sets.pattern(item));
        set.patterns = patterns.collect();
        Some(trap(self.nearest.run_to(state), set))
    }
}

fn trap(steps: Vec<Step>, set: ClosedSet) -> Trap {
    let run = Trace { initial: 0, steps };
    Trap { run, set }
}

/// The board, if the question is whether winning stays within reach.
fn asked<'t>(task: &Task<'t>) -> Result<&'t Board, Unsupported> {
    let unsupported = |why: &str| Err(Unsupported(why.to_owned()));
    let own = |native: &'t dyn NativeFactory| native.as_any()?.downcast_ref::<PushFactory>();
    let Some(factory) = task.natives.iter().find_map(|native| own(&**native)) else {
        return unsupported("this is for Sokoban");
    };
    let board = factory.board();
    let Question::Branching(branching) = task.subject.question() else {
        return unsupported("this is for whether winning stays within reach");
    };
    let Some(form) = branching.formula.escapable() else {
        return unsupported("this is for whether winning stays within reach");
    };
    let machine = task.subject.machine();
    let value = |atom: playproof_kernel::AtomId| machine.atoms[atom.index()].holds;
    if Some(value(form.target)) != task.subject.end_of_play() {
        return unsupported("this is for whether winning stays within reach");
    }
    match form.kind {
        EscapeKind::Always | EscapeKind::UntilThen => {}
        EscapeKind::Unless(q) | EscapeKind::OrInevitably(q) if is_never(machine, q) => {}
        EscapeKind::Unless(_) | EscapeKind::OrInevitably(_) => {
            return unsupported("Sokoban is never lost by a rule");
        }
    }
    if board.n_holes > 0 {
        return unsupported("boxes that are stuck may come free where others fill holes");
    }
    let own: &[Val] = machine.initial.first().map_or(&[], |state| &state[..]);
    if machine.initial.len() != 1 || own.len() != 1 + board.n_cells() {
        return unsupported("nothing may be counted");
    }
    Ok(board)
}

/// Whether a proposition is false everywhere, because a rule says so.
fn is_never(machine: &Machine, atom: playproof_kernel::AtomId) -> bool {
    let holds = machine.atoms[atom.index()].holds;
    machine.nodes[holds.index()] == Node::Const(0)
}
