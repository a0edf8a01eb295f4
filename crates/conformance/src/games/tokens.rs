//! Tokens that slide on a walled grid and never share a cell: a state space of
//! a known size, for counting and for speed.

use playproof_model::{Builder, Rules, Val, set};

/// The walls of a square grid, the same on every machine.
pub struct TokenGrid {
    /// Cells a side.
    pub side: usize,
    /// For each direction and cell: the neighbour, or the cell itself.
    pub next: [Vec<usize>; 4],
    /// The cells that are floor.
    pub floor: Vec<usize>,
}

impl TokenGrid {
    /// A grid in which about eight cells in a hundred are wall.
    pub fn new(side: usize) -> TokenGrid {
        let wall = |cell: usize| mix(cell as u64 + 7) % 100 < 8;
        let step = |cell: usize, (dx, dy): (i64, i64)| {
            let (x, y) = ((cell % side) as i64 + dx, (cell / side) as i64 + dy);
            let inside = (0..side as i64).contains(&x) && (0..side as i64).contains(&y);
            let there = (y * side as i64 + x) as usize;
            if inside && !wall(cell) && !wall(there) {
                there
            } else {
                cell
            }
        };
        let cells = 0..side * side;
        let next = [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .map(|d| cells.clone().map(|cell| step(cell, d)).collect());
        TokenGrid {
            side,
            next,
            floor: cells.filter(|&cell| !wall(cell)).collect(),
        }
    }

    /// Where the tokens start.
    pub fn start<const N: usize>(&self) -> [usize; N] {
        std::array::from_fn(|i| self.floor[i])
    }
}

/// The finaliser of the murmur hash: scatters small numbers.
fn mix(mut x: u64) -> u64 {
    x ^= x >> 33;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

/// The Rules of `N` tokens. `win` is a state that never comes: two tokens on
/// one cell.
pub fn rules<const N: usize>(grid: &TokenGrid) -> Rules {
    let n_cells = grid.side * grid.side;
    let mut b = Builder::default();
    let names = ["t0", "t1", "t2", "t3"];
    let tokens: Vec<_> = (0..N)
        .map(|i| b.variable(names[i], 0, n_cells as Val - 1))
        .collect();
    let next = grid.next.iter().flatten().map(|&c| c as Val).collect();
    let can = grid.next.iter().flat_map(|row| {
        let moved = row.iter().enumerate().map(|(cell, &there)| there != cell);
        moved.map(Val::from)
    });
    let can = can.collect();
    let next = b.table("next", &[4, n_cells as u32], next);
    let can = b.table("can", &[4, n_cells as u32], can);
    for (i, &token) in tokens.iter().enumerate() {
        for (d, name) in ["right", "left", "down", "up"].into_iter().enumerate() {
            let action = b.action(&format!("{name}-{i}"));
            let at = b.var(token);
            let direction = b.constant(d as Val);
            let there = b.lookup(next, &[direction, at]);
            let mut guard = b.lookup(can, &[direction, at]);
            for &other in tokens.iter().filter(|&&t| t != token) {
                let other = b.var(other);
                let apart = b.cmp(playproof_model::Op::Ne, there, other);
                guard = b.min(guard, apart);
            }
            b.command(name, action, guard, vec![set(token, there)]);
        }
    }
    let (first, second) = (b.var(tokens[0]), b.var(tokens[1]));
    let collision = b.cmp(playproof_model::Op::Eq, first, second);
    b.atom("win", collision);
    b.counter("moves", |_| 1);
    b.initial(grid.start::<N>().iter().map(|&c| c as Val).collect());
    b.finish().expect("every cell leads to a cell")
}
