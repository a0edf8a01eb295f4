//! Dead squares: where a box is lost even if it is the only one, wherever the
//! player is.
//!
//! Found backwards, from every state of one box at home over the steps that
//! lead there. Other boxes only take ways away, so that what is dead for one
//! box alone is dead for all. That is not so with holes, which boxes fill so
//! that the player gets across: there, and on large boards, the player is
//! taken to get everywhere, and some dead squares are not found.

use crate::canonical::Board;
use crate::native::Floor;

/// The most states of one box and the player that are gone through.
const MAX_STATES: usize = 1 << 24;

/// For each cell, whether it is dead.
pub(super) fn dead_cells(board: &Board) -> Vec<bool> {
    let n = board.n_cells();
    if board.n_holes > 0 || n.saturating_mul(n) > MAX_STATES {
        return Floor::new(board).map_or_else(|| vec![false; n], |floor| floor.dead);
    }
    let mut wins = vec![false; n * n];
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut reach = |open: &mut Vec<(usize, usize)>, a_box: usize, player: usize| {
        let known = &mut wins[a_box * n + player];
        if a_box != player && !*known {
            *known = true;
            open.push((a_box, player));
        }
    };
    for home in (0..n).filter(|&cell| board.goals[cell]) {
        (0..n).for_each(|player| reach(&mut open, home, player));
    }
    while let Some((a_box, player)) = open.pop() {
        for d in 0..4 {
            let Some(before) = board.neighbour[player][d ^ 1] else {
                continue;
            };
            reach(&mut open, a_box, before);
            if board.neighbour[player][d] == Some(a_box) {
                reach(&mut open, player, before);
            }
        }
    }
    let wins = wins.chunks(n).map(|players| !players.contains(&true));
    wins.collect()
}
