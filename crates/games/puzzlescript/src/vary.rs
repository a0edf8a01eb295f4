//! Which parts of a board can change at all, so that states need not hold the others.
//!
//! Not trusted: whoever writes states notices when something else changed after all
//! (`encoding.rs`), and then says that it does not know where that leads.

use crate::compiled::{Board, CellPattern, Game, Mask, Replacement, Slot, object_words};

/// For each layer, the cells in which it can change, in increasing order.
pub(crate) fn varying_cells(game: &Game, board: &Board) -> Vec<Vec<usize>> {
    let words = object_words(game.objects.len());
    let n_cells = board.width * board.height;
    let touched = Touched::new(game);
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

/// What rules and keys can change.
struct Touched {
    /// Objects that can come, go or move.
    objects: Mask,
    /// Layers in which some object can come or move: an empty cell of them can be filled.
    layers: Vec<bool>,
}

impl Touched {
    fn new(game: &Game) -> Touched {
        let mut touched = Touched {
            objects: Mask::empty(object_words(game.objects.len())),
            layers: vec![false; game.n_layers],
        };
        for player in game.player.objects.objects() {
            touched.touch(game, player);
        }
        let books = [&game.early, &game.late];
        let groups = books.iter().flat_map(|book| &book.groups);
        let rules = groups.flat_map(|group| &group.rules);
        for slot in rules.flat_map(|rule| rule.rows.iter().flatten()) {
            if let Slot::Cell(pattern) = slot
                && let Some(replacement) = &pattern.replacement
            {
                touched.by(game, pattern, replacement);
            }
        }
        touched
    }

    fn touch(&mut self, game: &Game, object: usize) {
        self.objects.insert(object);
        self.layers[game.objects[object].layer] = true;
    }

    /// What this replacement can change.
    fn by(&mut self, game: &Game, pattern: &CellPattern, replacement: &Replacement) {
        for (number, object) in game.objects.iter().enumerate() {
            let comes = replacement.set.has(number) || replacement.random_objects.has(number);
            let by_lot = replacement.random_objects.objects();
            let goes = replacement.clear.has(number) || { by_lot }
                .any(|other| game.objects[other].layer == object.layer);
            let is_kept = replacement.set.has(number) && pattern.present.has(number);
            let may_move = replacement.start.movement(object.layer) != 0
                || replacement.random_movements.movement(object.layer) != 0;
            let may_be_there = !pattern.absent.has(number) && { pattern.present.objects() }
                .all(|present| present == number || game.objects[present].layer != object.layer);
            if (comes || goes && may_be_there) && !is_kept || may_move && may_be_there {
                self.touch(game, number);
            }
        }
    }
}
