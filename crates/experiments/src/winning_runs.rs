//! Counts of a level's winning runs by a walk over all of its states. They are
//! counts, not proofs: nothing here is checked.

use std::collections::HashMap;

use playproof::{Prepared, Val};

use crate::contest::with_board;

/// What winning runs there are.
pub struct WinningRuns {
    /// How many are as short as can be, up to 2; two are different if their
    /// states are.
    pub n_shortest: u8,
    /// Whether some run wins by more moves than the shortest.
    pub has_longer: bool,
    /// By how many different moves play can be won: pairs of a state and the
    /// won one after it.
    pub n_last_moves: usize,
}

/// All states that can be reached, in the order of breadth-first search.
struct States {
    /// Moves from the beginning.
    depth: Vec<u32>,
    won: Vec<bool>,
    /// Where each leads, every state once.
    next: Vec<Vec<u32>>,
}

impl WinningRuns {
    /// Walks over a level that can be won.
    pub fn of(prepared: &Prepared) -> WinningRuns {
        let states = States::of(prepared);
        let left = states.moves_left();
        let shortest = left[0].expect("the level can be won");
        // From the end, since a move leads one deeper where it is on a
        // shortest run: how many ways there are from each state to a win.
        let mut n_ways = vec![0u8; states.next.len()];
        let mut has_longer = false;
        let mut n_last_moves = 0;
        for at in (0..states.next.len()).rev() {
            if states.won[at] {
                n_ways[at] = 1;
            }
            for &to in &states.next[at] {
                let to = to as usize;
                n_last_moves += usize::from(states.won[to]);
                let Some(left) = left[to] else {
                    continue;
                };
                match states.depth[at] + 1 + left == shortest {
                    true => n_ways[at] = (n_ways[at] + n_ways[to]).min(2),
                    false => has_longer = true,
                }
            }
        }
        WinningRuns {
            n_shortest: n_ways[0],
            has_longer,
            n_last_moves,
        }
    }
}

impl States {
    fn of(prepared: &Prepared) -> States {
        with_board(prepared, |board| {
            let mut numbers: HashMap<Vec<Val>, u32> = HashMap::new();
            let mut open: Vec<Vec<Val>> = Vec::new();
            board.game.initial(&mut |state| {
                numbers.insert(state.to_vec(), 0);
                open.push(state.to_vec());
            });
            let mut states = States {
                depth: vec![0],
                won: Vec::new(),
                next: Vec::new(),
            };
            let mut at = 0;
            while at < open.len() {
                let state = open[at].clone();
                let won = board.game.holds(&state, board.win);
                let depth = states.depth[at] + 1;
                let mut next = Vec::new();
                board.game.successors(&state, &mut |_, after| {
                    let number = *numbers.entry(after.to_vec()).or_insert_with(|| {
                        open.push(after.to_vec());
                        states.depth.push(depth);
                        open.len() as u32 - 1
                    });
                    if !next.contains(&number) {
                        next.push(number);
                    }
                });
                states.won.push(won);
                states.next.push(if won { Vec::new() } else { next });
                at += 1;
            }
            states
        })
    }

    /// Moves from each state to the nearest win.
    fn moves_left(&self) -> Vec<Option<u32>> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.next.len()];
        for (at, next) in self.next.iter().enumerate() {
            for &to in next {
                before[to as usize].push(at as u32);
            }
        }
        let mut left = vec![None; self.next.len()];
        let won = (0..self.next.len()).filter(|&at| self.won[at]);
        let mut open: Vec<u32> = won.map(|at| at as u32).collect();
        for &at in &open {
            left[at as usize] = Some(0);
        }
        let mut n_looked_at = 0;
        while let Some(&at) = open.get(n_looked_at) {
            n_looked_at += 1;
            let further = left[at as usize].map(|n: u32| n + 1);
            for &from in &before[at as usize] {
                if left[from as usize].is_none() {
                    left[from as usize] = further;
                    open.push(from);
                }
            }
        }
        left
    }
}
