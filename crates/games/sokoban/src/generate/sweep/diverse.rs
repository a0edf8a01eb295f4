//! Levels unlike each other: the best for every cell of a table over two figures.

use playproof_game::Stream;

use super::SweepError;
use super::archive::{Archive, Axis};
use super::chain::Chain;
use super::found::SweepFound;
use super::layout::Layout;
use super::objective::{Judge, Judged};
use super::settings::{Budget, WalkSettings};

/// A figure of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// The least number of pushes.
    Pushes,
    /// The least number of moves.
    Moves,
    /// Box changes.
    BoxChanges,
    /// Insight.
    Insight,
    /// Key moves.
    KeyMoves,
    /// Cells that are no walls.
    Floor,
}

impl Figure {
    /// The figure's name.
    pub fn name(self) -> &'static str {
        match self {
            Figure::Pushes => "pushes",
            Figure::Moves => "moves",
            Figure::BoxChanges => "box changes",
            Figure::Insight => "insight",
            Figure::KeyMoves => "key moves",
            Figure::Floor => "floor",
        }
    }

    /// The figure of a level, if it is known.
    pub fn of(self, found: &SweepFound) -> Option<f64> {
        Some(match self {
            Figure::Pushes => found.pushes.into(),
            Figure::Moves => found.moves.into(),
            Figure::BoxChanges => found.box_changes.into(),
            Figure::Insight => found.insight?,
            Figure::KeyMoves => found.key_moves_by_third.iter().sum::<u32>().into(),
            Figure::Floor => {
                let letters = found.rows.iter().flat_map(|row| row.chars());
                letters.filter(|letter| *letter != '#').count() as f64
            }
        })
    }

    /// The figure cut into steps.
    pub fn axis(self, least: f64, step: f64, n_steps: usize) -> Axis {
        Axis {
            name: self.name().to_owned(),
            least,
            step,
            n_steps,
        }
    }
}

/// One layout in so many is new; the others come from a level in the archive.
const NEW: usize = 16;

/// Fills an archive over two figures: again and again it changes one of the
/// archive's levels and offers the outcome (MAP-Elites). Scores are those of the
/// objective.
pub fn diverse(
    settings: &WalkSettings,
    seed: u64,
    figures: [Figure; 2],
    axes: [Axis; 2],
    budget: Budget<'_>,
) -> Result<Archive<SweepFound>, SweepError> {
    let grid = settings.check()?;
    let mut judge = Judge::new(
        grid,
        settings.objective,
        settings.band,
        settings.max_states,
        settings.pace.temperature,
    );
    let (walks, choices) = (Stream::new(seed, 1), &mut Stream::new(seed, 2));
    let mut chain = Chain::new(grid, settings.boxes, settings.pace, walks, Vec::new());
    let [across, down] = axes;
    let mut archive: Archive<(Layout, Judged, SweepFound)> = Archive::new(across, down);
    let mut n_rounds = 0;
    while judge.n_sweeps.max(n_rounds / 100) < budget.layouts && !(budget.is_over)() {
        n_rounds += 1;
        let n_filled = archive.n_filled();
        let parent = (n_filled > 0 && choices.below(NEW) > 0).then(|| choices.below(n_filled));
        let parent = parent.and_then(|nth| archive.elites().nth(nth));
        let parent = parent.map(|(_, elite)| (elite.level.0, elite.level.1));
        let Some((layout, judged)) = chain.child(&mut judge, parent) else {
            continue;
        };
        let found = judge.found(&layout, judged.start, judged.score);
        let Some(found) = found.filter(|found| found.score >= 0.0) else {
            continue;
        };
        if let [Some(x), Some(y)] = figures.map(|figure| figure.of(&found)) {
            archive.offer([x, y], judged.score, (layout, judged, found));
        }
    }
    Ok(archive.map(|(_, _, found)| found))
}
