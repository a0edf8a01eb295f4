//! A level that was found, with all its figures.

use super::insight::measured;
use super::layout::{Layout, Start};
use super::objective::Judge;
use super::solution::{any_shortest, fewest_changes, lurd};
use super::swept::Swept;

/// A level and what the sweeps know of it. Nothing here is proved: prove it by
/// the usual road before it is handed out.
#[derive(Clone, PartialEq, Debug)]
pub struct SweepFound {
    /// The level as XSB, with a ring of walls.
    pub rows: Vec<String>,
    /// A solution: with fewest moves if moves were the objective, else one with
    /// fewest pushes and of those one with fewest box changes.
    pub lurd: String,
    /// What the objective gives.
    pub score: f64,
    /// The least number of pushes.
    pub pushes: u32,
    /// The least number of moves, walks included. No one solution need have
    /// fewest pushes and fewest moves.
    pub moves: u32,
    /// The fewest box changes of the solutions with fewest pushes; those of one
    /// such solution if there are too many to compare.
    pub box_changes: u32,
    /// Insight; `None` if there are too many solutions with fewest pushes.
    pub insight: Option<f64>,
    /// Key moves in each third of a solution with fewest pushes.
    pub key_moves_by_third: [u32; 3],
    /// How many sweeps were made so far.
    pub layouts: u64,
}

/// Shortest ways with more pushes than this in all are not compared.
const MAX_NODES: usize = 400_000;

impl Judge {
    /// All figures of a start. `None` if it cannot be swept within the limits.
    pub(super) fn found(
        &mut self,
        layout: &Layout,
        start: Start,
        score: f64,
    ) -> Option<SweepFound> {
        self.pushes
            .back_keeping_distances(layout, self.max_states)
            .ok()??;
        // By moves there are more states: up to one for every cell of a region.
        let max_states = self.max_states.saturating_mul(64);
        self.moves
            .back_keeping_distances(layout, max_states)
            .ok()??;
        let start = if self.objective.is_about_moves() {
            start
        } else {
            self.farthest_player(layout, start)
        };
        let space = Swept {
            grid: &self.grid,
            layout,
            sweep: &self.pushes,
        };
        let boxes = start.boxes.into();
        let fewest = fewest_changes(&space, boxes, start.player, MAX_NODES);
        let is_measured = fewest.is_some();
        let solution = fewest.or_else(|| any_shortest(&space, boxes, start.player))?;
        let counts = measured(&space, boxes, start.player, &solution);
        let lurd = if self.objective.is_about_moves() {
            self.moves.solution(&start)
        } else {
            lurd(&space, boxes, start.player, &solution)
        };
        Some(SweepFound {
            rows: layout.rows(&self.grid, &start),
            lurd: lurd?,
            score,
            pushes: counts.pushes,
            moves: self.moves.distance(start.boxes, start.player)?,
            box_changes: counts.box_changes,
            insight: is_measured.then(|| counts.insight()),
            key_moves_by_third: counts.key_moves_by_third,
            layouts: self.n_sweeps,
        })
    }
}
