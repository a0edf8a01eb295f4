//! Dead squares: where a box is lost even if it is the only one, wherever the
//! player is.
//!
//! With holes, and on large boards, the player is taken to get everywhere, and
//! some dead squares are not found.

use crate::canonical::Board;
use crate::lone::LoneBox;
use crate::native::Floor;

/// For each cell, whether it is dead.
pub(super) fn dead_cells(board: &Board) -> Vec<bool> {
    match LoneBox::new(board) {
        Some(lone) => lone.dead_cells(),
        None => Floor::new(board).map_or_else(|| vec![false; board.n_cells()], |floor| floor.dead),
    }
}
