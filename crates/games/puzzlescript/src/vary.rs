//! Which parts of a board can change at all, so that states need not hold the others.
//!
//! Not trusted: whoever writes states notices when something else changed after all
//! (`encoding.rs`), and then says that it does not know where that leads.

use crate::compiled::{Board, Game, object_words};
use crate::possible::Possible;

/// For each layer, the cells in which it can change, in increasing order.
pub(crate) fn varying_cells(game: &Game, board: &Board) -> Vec<Vec<usize>> {
    let words = object_words(game.objects.len());
    let n_cells = board.width * board.height;
    let touched = Possible::new(game, board).touched;
    let layer_objects = |layer: usize| {
        let objects = game.objects.iter().enumerate();
        objects.filter(move |(_, object)| object.layer == layer)
    };
    let varies = |cell: &usize, layer: usize| {
        let has = |object: usize| board.objects[cell * words + object / 64] >> (object % 64) & 1;
        match layer_objects(layer).find(|(number, _)| has(*number) == 1) {
            Some((there, _)) => touched.objects.has(there),
            None => touched.layers[layer],
        }
    };
    (0..game.n_layers)
        .map(|layer| (0..n_cells).filter(|cell| varies(cell, layer)).collect())
        .collect()
}
