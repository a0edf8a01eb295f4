//! How often each tile was moved on to.

use crate::atlas::TileId;

/// The record of an attempt, with that of the simulation at hand on top.
#[derive(Default)]
pub(super) struct Record {
    /// By tile; tiles beyond the end were never moved on to.
    counts: Vec<u32>,
    /// What the simulation moved on to, to be taken back.
    simulated: Vec<TileId>,
    n_moves: u32,
    punishment: f64,
}

impl Record {
    /// Forgets everything: a new attempt begins.
    pub fn clear(&mut self) {
        *self = Record::default();
    }

    /// A move was really played. It stays.
    pub fn play(&mut self, tile: Option<TileId>) {
        if let Some(tile) = tile {
            *self.count(tile) += 1;
        }
    }

    /// A move is simulated. Where the player is nowhere, nothing is punished.
    pub fn simulate(&mut self, tile: Option<TileId>) {
        self.n_moves += 1;
        if let Some(tile) = tile {
            let count = self.count(tile);
            let before = f64::from(*count);
            *count += 1;
            self.punishment += before / (before + 1.0);
            self.simulated.push(tile);
        }
    }

    /// The mean punishment of the moves of this simulation, from 0 to 1.
    pub fn punishment(&self) -> f64 {
        self.punishment / f64::from(self.n_moves.max(1))
    }

    /// The simulation is over: only what was really played stays.
    pub fn take_back(&mut self) {
        for tile in self.simulated.drain(..) {
            self.counts[tile.0 as usize] -= 1;
        }
        self.n_moves = 0;
        self.punishment = 0.0;
    }

    fn count(&mut self, tile: TileId) -> &mut u32 {
        let i = tile.0 as usize;
        if self.counts.len() <= i {
            self.counts.resize(i + 1, 0);
        }
        &mut self.counts[i]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_to_and_fro_is_punished_more_and_more() {
        let (here, there) = (Some(TileId(0)), Some(TileId(3)));
        let mut record = Record::default();
        record.play(here);
        record.simulate(there);
        assert_eq!(record.punishment(), 0.0);
        record.simulate(here);
        assert_eq!(record.punishment(), 0.25);
        record.simulate(there);
        record.simulate(here);
        assert_eq!(record.punishment(), (0.5 + 0.5 + 2.0 / 3.0) / 4.0);
        record.take_back();
        record.simulate(there);
        assert_eq!(record.punishment(), 0.0);
    }

    #[test]
    fn who_is_nowhere_is_not_punished() {
        let mut record = Record::default();
        record.simulate(None);
        record.simulate(None);
        assert_eq!(record.punishment(), 0.0);
    }
}
