//! What the coarse game has to say to others: a plan, and where single actions lead.
//!
//! Not trusted: a plan is guidance.

use playproof_certify::{Budget, Engine, Evidence, Finding, Task};
use playproof_game::{Compiled, Game};
use playproof_level::{Diagnostic, Level};
use playproof_model::{Model, Property, Step};

use super::engine::EarliestEngine;
use super::game::Coarse;
use super::path::{Cell, Terrain};
use crate::canonical::Board;

/// An action of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The action's name.
    pub action: String,
    /// The column and row in which it begins.
    pub from: Cell,
    /// The column and row in which it ends.
    pub to: Cell,
}

impl Planned {
    /// Whether one walks from a place to the next at the same height.
    pub fn is_step(&self) -> bool {
        ["R", "L"].contains(&&*self.action) && self.from.1 == self.to.1
    }
}

impl Coarse {
    /// A shortest plan that wins a level; nothing if there is none, or if none was found.
    pub fn plan(
        &self,
        level: &Level,
        budget: &mut dyn Budget,
    ) -> Result<Option<Vec<Planned>>, Diagnostic> {
        let Compiled { model, natives, .. } = self.compile(level)?;
        let subject = model.elaborate(&Property::Solvable);
        let subject = subject.expect("a level can be asked whether it can be won");
        let task = Task::new(&subject, &Property::Solvable, &natives);
        let finding = EarliestEngine.check(&task, budget).finding;
        let (Finding::Holds(Evidence::Trace(run)), Model::Rules(rules)) = (finding, &model) else {
            return Ok(None);
        };
        let board = Board::read(level)?;
        let terrain = Terrain::new(&board, self.settings.exit);
        let mut state = rules.initial[0].clone();
        let mut plan = Vec::new();
        for step in &run.steps {
            let Step::Act { action, .. } = *step else {
                break;
            };
            let mut next = None;
            // An action of the coarse game has one outcome.
            subject.successors(&state, &mut |taken, after| {
                if taken == action {
                    next = Some(after.to_vec());
                }
            });
            let Some(next) = next else {
                return Ok(None);
            };
            plan.push(Planned {
                action: rules.actions[action.index()].name.clone(),
                from: terrain.cell(state[0] as usize),
                to: terrain.cell(next[0] as usize),
            });
            state = next;
        }
        Ok(Some(plan))
    }

    /// The places in which single actions from a place end alive, play not being over.
    pub(crate) fn landings(&self, board: &Board, from: Cell) -> Vec<Cell> {
        let terrain = Terrain::new(board, self.settings.exit);
        let actions = self.settings.jumps.actions().into_iter();
        let allowed = actions.filter(|action| self.settings.style.allows(action));
        let ways = allowed.filter_map(|action| terrain.path(terrain.place(from), &action));
        let ends = ways.map(|way| way.end);
        let alive = ends.filter(|&end| end < terrain.first_below());
        let mut cells: Vec<Cell> = alive.map(|end| terrain.cell(end)).collect();
        cells.retain(|&cell| !terrain.wins(cell));
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
