//! Whether a drawing looks like a platform level.

use playproof_level::Level;

use super::{LegendName, PlatformLevel, Settings, StatedLevel};
use crate::formats::best_legend;

/// How much a level looks like a platform level: one with settings is of no other game,
/// and a drawing must have a letter that others do not have.
pub fn likeness(level: &Level) -> usize {
    if let Some(stated) = level.written::<StatedLevel>() {
        return stated.board.tiles.len() * usize::from(stated.profile.is_some());
    }
    let Some(grid) = level.grid() else {
        return 0;
    };
    if level.written::<PlatformLevel>().is_some() {
        return grid.cells().len() + 1;
    }
    let (n_known, legend) = best_legend(grid, &Settings::default());
    let signs = match legend {
        Some(LegendName::Seed) => "MEY",
        _ => "XS?Q[]<%t",
    };
    let has_sign = grid.cells().iter().any(|c| signs.contains(*c));
    if has_sign { n_known } else { 0 }
}
