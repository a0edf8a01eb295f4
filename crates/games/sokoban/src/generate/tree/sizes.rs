//! How large the tree is, layer by layer, and what the options that make it smaller lose.

use std::collections::BTreeSet;

use playproof_treesearch::Construction;

use super::alteration::{Alteration, Change};
use super::bits::Bits;
use super::settings::{TreeError, TreeSettings};
use super::state::{Phase, State};
use super::workshop::Workshop;

/// Which finished levels count as nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// None.
    None,
    /// Those of boards with a box, pushed or not.
    WithBox,
    /// All.
    All,
}

/// The number of nodes in each of the first layers; the root is the first one.
pub fn layer_sizes(
    settings: &TreeSettings,
    n_layers: usize,
    leaves: Leaves,
) -> Result<Vec<u64>, TreeError> {
    settings.check()?;
    let mut sizes = vec![0; n_layers];
    let workshop = Workshop::<u128>::new(settings.clone());
    count(&workshop, &workshop.root(), leaves, &mut sizes);
    Ok(sizes)
}

fn count(workshop: &Workshop<u128>, state: &State<u128>, leaves: Leaves, sizes: &mut [u64]) {
    let Some((own, below)) = sizes.split_first_mut() else {
        return;
    };
    *own += 1;
    if below.is_empty() {
        return;
    }
    for alteration in alternatives(workshop, state) {
        let is_counted = match leaves {
            Leaves::None => false,
            Leaves::WithBox => state.boxes.any(),
            Leaves::All => true,
        };
        if is_counted || alteration.change() != Change::Evaluate {
            let mut next = state.clone();
            workshop.apply(&mut next, alteration);
            count(workshop, &next, leaves, below);
        }
    }
}

fn alternatives<B: Bits>(workshop: &Workshop<B>, state: &State<B>) -> Vec<Alteration> {
    let mut all = Vec::new();
    workshop.find(state, &mut all);
    all
}

/// Configurations of a layer before the board is frozen, with and without options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses {
    /// The layer; the root is 1.
    pub layer: usize,
    /// Configurations without options, of which those that differ by a shift, a turn or a
    /// mirror are one.
    pub n_all: usize,
    /// Those of them that the options leave.
    pub n_kept: usize,
}

/// What options lose of the configurations of cut-out, boxes and player, by going through
/// all of them: for small boards and few layers.
pub fn n_losses(settings: &TreeSettings, n_layers: usize) -> Result<Vec<Losses>, TreeError> {
    settings.check()?;
    let plain = TreeSettings {
        width: settings.width,
        height: settings.height,
        ..TreeSettings::default()
    };
    let all = configurations(&plain, n_layers);
    let kept = configurations(settings, n_layers);
    let losses = all.iter().zip(&kept).zip(1..);
    let losses = losses.map(|((all, kept), layer)| Losses {
        layer,
        n_all: all.len(),
        n_kept: kept.intersection(all).count(),
    });
    Ok(losses.collect())
}

/// A configuration's cells from the upper left one, and the player's.
type Normal = Vec<(i16, i16, u8)>;

fn configurations(settings: &TreeSettings, n_layers: usize) -> Vec<BTreeSet<Normal>> {
    let workshop = Workshop::<u128>::new(settings.clone());
    let mut layers = vec![BTreeSet::new(); n_layers];
    let mut seen = BTreeSet::new();
    let mut open = vec![workshop.root()];
    while let Some(state) = open.pop() {
        let layer = usize::from(state.layer);
        let is_open = matches!(state.phase, Phase::Building | Phase::CutOut | Phase::Start);
        let key = (state.floor, state.boxes, state.player, state.phase as u8);
        if layer > n_layers || !is_open || !seen.insert(key) {
            continue;
        }
        if state.phase == Phase::Building {
            layers[layer - 1].insert(normal(&workshop, &state));
        }
        for alteration in alternatives(&workshop, &state) {
            let mut next = state.clone();
            workshop.apply(&mut next, alteration);
            open.push(next);
        }
    }
    layers
}

/// The least of the eight images, moved to the corner.
fn normal(workshop: &Workshop<u128>, state: &State<u128>) -> Normal {
    let images = (0..8_u8).map(|symmetry| {
        let cells = state.floor.cells().map(|cell| {
            let (x, y) = workshop.field.place(cell);
            let (x, y) = (i16::from(x), i16::from(y));
            let (x, y) = if symmetry & 4 == 0 { (x, y) } else { (y, x) };
            let kind = match cell == state.player {
                true => 2,
                false => u8::from(state.boxes.has(cell)),
            };
            let sign = |bit: u8| if symmetry & bit == 0 { 1 } else { -1 };
            (x * sign(1), y * sign(2), kind)
        });
        let mut cells: Normal = cells.collect();
        let least = |of: fn(&(i16, i16, u8)) -> i16| cells.iter().map(of).min().unwrap_or(0);
        let (x0, y0) = (least(|c| c.0), least(|c| c.1));
        for cell in &mut cells {
            *cell = (cell.0 - x0, cell.1 - y0, cell.2);
        }
        cells.sort_unstable();
        cells
    });
    images.min().expect("eight images")
}
