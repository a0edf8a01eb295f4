//! How much explaining may cost: many small searches under one budget.

use std::ops::ControlFlow;

use playproof::{Error, Prepared, Proof};
use playproof_certify::{Budget, Phase, Progress, Stop};
use playproof_level::Level;
use playproof_model::Property;

/// A search is taken to cost at least as much as this many states: reading the
/// changed level and making its rules.
pub(crate) const LEAST: u64 = 1_000;

/// To fill so many cells of tables is taken to cost as much as a state.
const CELLS_A_STATE: u64 = 16;

/// What may be spent on an explanation, in states, so that the same level has
/// the same explanation on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The most states of one search.
    pub each: u64,
    /// The most states of all searches.
    pub in_all: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            each: 1_000_000,
            in_all: 20_000_000,
        }
    }
}

/// A budget for many searches.
pub(crate) struct Purse<'b> {
    budget: &'b mut dyn Budget,
    each: u64,
    left: u64,
    /// Nothing more may be spent.
    is_over: bool,
}

impl<'b> Purse<'b> {
    pub fn new(budget: &'b mut dyn Budget, effort: Effort) -> Purse<'b> {
        Purse {
            budget,
            each: effort.each,
            left: effort.in_all,
            is_over: false,
        }
    }

    /// The whole effort may be spent once more.
    pub fn fill(&mut self, effort: Effort) {
        self.left = effort.in_all;
    }

    /// Whether another search may begin.
    pub fn is_empty(&self) -> bool {
        self.is_over || self.left == 0
    }

    /// No more than this may be spent from now on.
    pub fn keep_at_most(&mut self, n_states: u64) {
        self.left = self.left.min(n_states);
    }

    /// Spends what is worth so many states on something that is no search.
    pub fn pay(&mut self, n_states: u64) {
        self.left = self.left.saturating_sub(n_states);
        let progress = Progress {
            phase: Phase::Searching,
            states: 0,
            bytes: 0,
            depth: 0,
        };
        // That time is up is remembered.
        let _ = self.spend(&progress);
    }

    /// Whether a level can be won, checked. `None` if it is no level.
    pub fn solvable(&mut self, prepared: &Prepared, level: &Level) -> Result<Option<Proof>, Error> {
        let Ok(prepared) = prepared.same_game(level) else {
            return Ok(None);
        };
        self.asked(&prepared, &Property::Solvable).map(Some)
    }

    /// Whether a level has a property, checked.
    pub fn asked(&mut self, prepared: &Prepared, property: &Property) -> Result<Proof, Error> {
        let proof = prepared.verify(property, None, self)?;
        let making = LEAST.max(n_table_cells(prepared) / CELLS_A_STATE);
        self.left = self.left.saturating_sub(proof.states.max(making));
        Ok(proof)
    }
}

/// How many cells the tables of a level's rules have: what making them costs.
fn n_table_cells(prepared: &Prepared) -> u64 {
    let tables = prepared.rules().map(|rules| &rules.tables[..]);
    let cells = tables.unwrap_or_default().iter().map(|t| t.cells.len());
    cells.sum::<usize>() as u64
}

impl Budget for Purse<'_> {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        if let ControlFlow::Break(stop) = self.budget.spend(progress) {
            // The others are limits of one search.
            self.is_over |= matches!(stop, Stop::Time | Stop::Cancelled);
            return ControlFlow::Break(stop);
        }
        let is_searching = progress.phase == Phase::Searching;
        if is_searching && progress.states > self.each.min(self.left) {
            return ControlFlow::Break(Stop::States);
        }
        ControlFlow::Continue(())
    }
}
