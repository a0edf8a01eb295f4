//! Where the player can walk: floods of bits over the drawing, or from cell to
//! cell where it is too large.

use super::floor::{Floor, NOWHERE};
use super::model::State;
use crate::canonical::Board;

/// Words of a drawing that is flooded as bits.
pub(super) const MAX_WORDS: usize = 8;

/// The drawing as bits, one a place, row by row. Rows are one place longer
/// than the drawing, so that no row leads into the next.
pub(super) struct BitMap {
    /// Words of bits; 0 if the drawing is too large.
    words: usize,
    /// Places a row.
    width: u32,
    /// The place of each cell.
    place: Vec<u16>,
    /// The cell at each place.
    cell: Vec<u16>,
    floor: [u64; MAX_WORDS],
}

impl BitMap {
    pub fn new(board: &Board) -> BitMap {
        let xs = || board.places.iter().map(|p| p.0);
        let ys = || board.places.iter().map(|p| p.1);
        let (left, top) = (xs().min().unwrap_or(0), ys().min().unwrap_or(0));
        let width = xs().max().unwrap_or(0) - left + 2;
        let height = ys().max().unwrap_or(0) - top + 1;
        let n_places = width * height;
        let mut map = BitMap {
            words: n_places.div_ceil(64),
            width: width as u32,
            place: Vec::new(),
            cell: vec![NOWHERE; n_places],
            floor: [0; MAX_WORDS],
        };
        if map.words > MAX_WORDS || width >= 64 {
            map.words = 0;
            return map;
        }
        for (cell, &(x, y)) in board.places.iter().enumerate() {
            let place = (y - top) * width + x - left;
            map.place.push(place as u16);
            map.cell[place] = cell as u16;
            map.floor[place / 64] |= 1 << (place % 64);
        }
        map
    }

    /// Marks the place of a cell, or takes the mark away.
    pub fn flip(&self, cell: u16, marks: &mut [u64; MAX_WORDS]) {
        if self.words > 0 {
            let place = self.place[cell as usize] as usize;
            marks[place / 64] ^= 1 << (place % 64);
        }
    }
}

/// Where the player can walk.
pub(super) struct Walk<'a> {
    floor: &'a Floor,
    map: &'a BitMap,
    /// The places met in the last walk.
    met: [u64; MAX_WORDS],
    /// In large drawings: cells met in the last walk have its number.
    numbered: Vec<u32>,
    number: u32,
    stack: Vec<u16>,
}

impl<'a> Walk<'a> {
    pub fn new(floor: &'a Floor, map: &'a BitMap) -> Walk<'a> {
        let n_numbered = if map.words == 0 { floor.n_cells } else { 0 };
        Walk {
            floor,
            map,
            met: [0; MAX_WORDS],
            numbered: vec![0; n_numbered],
            number: 0,
            stack: Vec::new(),
        }
    }

    pub fn has_met(&self, cell: u16) -> bool {
        if self.map.words == 0 {
            return self.numbered[cell as usize] == self.number;
        }
        let place = self.map.place[cell as usize] as usize;
        self.met[place / 64] >> (place % 64) & 1 == 1
    }

    /// Walks everywhere from a cell; returns the least cell met.
    pub fn from(&mut self, cell: u16, state: &State) -> u16 {
        match self.map.words {
            0 => return self.step_by_step(cell, state),
            1 => self.flood::<1>(cell, state),
            2 => self.flood::<2>(cell, state),
            3 => self.flood::<3>(cell, state),
            4 => self.flood::<4>(cell, state),
            _ => self.flood::<MAX_WORDS>(cell, state),
        }
        let first = self.met.iter().position(|&word| word != 0);
        let word = first.expect("the player is somewhere");
        let place = word * 64 + self.met[word].trailing_zeros() as usize;
        // Cells are numbered row by row, as places are.
        self.map.cell[place]
    }

    fn flood<const W: usize>(&mut self, cell: u16, state: &State) {
        let mut free = [0u64; W];
        let words = self.map.floor.iter().zip(&state.blocked);
        for (free, (floor, blocked)) in free.iter_mut().zip(words) {
            *free = floor & !blocked;
        }
        let start = self.map.place[cell as usize] as usize;
        let mut met = [0u64; W];
        met[start / 64] |= 1 << (start % 64);
        loop {
            let mut grown = met;
            for (shift, up) in [
                (1, true),
                (1, false),
                (self.map.width, true),
                (self.map.width, false),
            ] {
                let moved = shifted(&grown, shift, up);
                for (word, moved) in grown.iter_mut().zip(moved) {
                    *word |= moved;
                }
                for (word, free) in grown.iter_mut().zip(&free) {
                    *word &= free;
                }
            }
            if grown == met {
                break;
            }
            met = grown;
        }
        self.met = [0; MAX_WORDS];
        self.met[..W].copy_from_slice(&met);
    }

    fn step_by_step(&mut self, cell: u16, state: &State) -> u16 {
        self.number += 1;
        self.numbered[cell as usize] = self.number;
        self.stack.push(cell);
        let mut least = cell;
        while let Some(cell) = self.stack.pop() {
            least = least.min(cell);
            for next in self.floor.next[cell as usize] {
                if next != NOWHERE
                    && self.numbered[next as usize] != self.number
                    && !state.occupied[next as usize]
                    && !state.is_open_hole(next)
                {
                    self.numbered[next as usize] = self.number;
                    self.stack.push(next);
                }
            }
        }
        least
    }
}

/// All bits moved by less than a word, to higher places or to lower ones.
fn shifted<const W: usize>(bits: &[u64; W], shift: u32, up: bool) -> [u64; W] {
    let mut out = [0u64; W];
    for i in 0..W {
        out[i] = if up {
            let below = if i > 0 {
                bits[i - 1] >> (64 - shift)
            } else {
                0
            };
            bits[i] << shift | below
        } else {
            let above = if i + 1 < W {
                bits[i + 1] << (64 - shift)
            } else {
                0
            };
            bits[i] >> shift | above
        };
    }
    out
}
