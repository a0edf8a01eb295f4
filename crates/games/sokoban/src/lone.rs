//! What becomes of a box that is alone on the board.
//!
//! Found backwards, from every state of one box at home over the steps that
//! lead there. Other boxes only take ways away, so that what is lost for one
//! box alone is lost for all. That is not so with holes, which boxes fill so
//! that the player gets across.

use crate::canonical::Board;

/// The most states of one box and the player that are gone through.
const MAX_STATES: usize = 1 << 24;

/// For each cell of a lone box and of the player, whether the box can be
/// brought to a goal.
pub(super) struct LoneBox {
    n_cells: usize,
    wins: Vec<bool>,
}

impl LoneBox {
    /// `None` for boards with holes and for large ones.
    pub fn new(board: &Board) -> Option<LoneBox> {
        let n = board.n_cells();
        if board.n_holes > 0 || n.saturating_mul(n) > MAX_STATES {
            return None;
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
                let Some(before) = board.neighbours(player)[d ^ 1] else {
                    continue;
                };
                reach(&mut open, a_box, before);
                if board.neighbours(player)[d] == Some(a_box) {
                    reach(&mut open, player, before);
                }
            }
        }
        Some(LoneBox { n_cells: n, wins })
    }

    /// Whether a box on a cell comes to no goal, the player being on another.
    pub fn is_lost(&self, cell: u16, player: u16) -> bool {
        !self.wins[cell as usize * self.n_cells + player as usize]
    }

    /// For each cell, whether a box there comes to no goal, wherever the player
    /// is.
    pub fn dead_cells(&self) -> Vec<bool> {
        let wins = self.wins.chunks(self.n_cells);
        wins.map(|players| !players.contains(&true)).collect()
    }
}
