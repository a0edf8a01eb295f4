//! A swept layout as a space of states.

use super::grid::Grid;
use super::layout::Layout;
use super::pushes::PushSweep;
use super::space::Space;

/// A layout whose sweep kept its distances.
pub(super) struct Swept<'a> {
    pub grid: &'a Grid,
    pub layout: &'a Layout,
    pub sweep: &'a PushSweep,
}

impl Space for Swept<'_> {
    fn goals(&self) -> u128 {
        self.layout.goals.into()
    }

    fn n_cells(&self) -> usize {
        self.grid.n_cells()
    }

    fn next(&self, cell: usize, way: usize) -> Option<usize> {
        let there = self.grid.shift(1 << cell, way) & self.layout.floor;
        (there != 0).then(|| there.trailing_zeros() as usize)
    }

    fn region(&self, boxes: u128, player: usize) -> u128 {
        let free = self.layout.floor & !(boxes as u64);
        self.grid.flood(1 << player, free).into()
    }

    fn distance(&self, boxes: u128, player: usize) -> Option<u32> {
        self.sweep.distance(boxes as u64, player)
    }
}
