//! One generation of a life-like automaton.
//!
//! All at once, the eight neighbours of 64 cells are counted together: the bits of
//! the counts are words, added as a circuit of half and full adders would. In place,
//! each cell waits for the one before it, so the nine cells in question are looked
//! up in a table.

use crate::generate::walls::{east, west};
use crate::generate::{LifeRule, Walls};

/// A rule made ready to be applied to whole grids.
pub(crate) struct Life {
    /// For each count of walls around, all ones if floor becomes a wall.
    birth: [u64; 9],
    /// For each count of walls around, all ones if a wall stays.
    survival: [u64; 9],
    /// What becomes of a cell, by the three cells above, of its own row and below,
    /// three bits each with the western one lowest, the row above highest.
    becomes: Box<[bool; 512]>,
    /// The walls among each cell and its western and eastern neighbour, counted in
    /// two bits, with an empty row above the first and below the last.
    ones: Vec<u64>,
    twos: Vec<u64>,
}

impl Life {
    pub(crate) fn new(rule: LifeRule) -> Life {
        let mut becomes = Box::new([false; 512]);
        for (cells, wall) in becomes.iter_mut().enumerate() {
            let around = (cells & !0b000_010_000).count_ones();
            *wall = match cells & 0b000_010_000 {
                0 => rule.is_born(around),
                _ => rule.survives(around),
            };
        }
        let mask = |yes: bool| if yes { u64::MAX } else { 0 };
        Life {
            birth: std::array::from_fn(|n| mask(rule.is_born(n as u32))),
            survival: std::array::from_fn(|n| mask(rule.survives(n as u32))),
            becomes,
            ones: Vec::new(),
            twos: Vec::new(),
        }
    }

    /// The generation after `now`, every cell seeing `now`.
    pub(crate) fn all_at_once(&mut self, now: &Walls, next: &mut Walls) {
        let n_words = now.words_per_row();
        self.count_rows(now);
        let (ones_below, twos_below) = (&self.ones[2 * n_words..], &self.twos[2 * n_words..]);
        let (ones_here, twos_here) = (&self.ones[n_words..], &self.twos[n_words..]);
        let cells = now.words().iter().zip(next.words_mut());
        let above = self.ones.iter().zip(&self.twos);
        let here = ones_here.iter().zip(twos_here);
        let below = ones_below.iter().zip(twos_below);
        for ((((&own, next), above), here), below) in cells.zip(above).zip(here).zip(below) {
            // The cell itself is no neighbour: it is taken off its row's count.
            let one = here.0 ^ own;
            let two = here.1 & !(own & one);
            let (n1, carry) = full_adder(*above.0, *below.0, one);
            let (sum, four) = full_adder(*above.1, *below.1, two);
            let (n2, four_more) = (sum ^ carry, sum & carry);
            let (n4, n8) = (four ^ four_more, four & four_more);
            *next = self.decide(own, [n1, n2, n4, n8]);
        }
        next.clip();
    }

    /// The generation after `now`, each cell seeing what became of those before it
    /// in rows from the top.
    pub(crate) fn in_place(&self, now: &Walls, next: &mut Walls) {
        next.copy_from(now);
        let (width, n_words) = (now.width(), now.words_per_row());
        let words = next.words_mut();
        let n_rows = words.len() / n_words;
        for y in 0..n_rows {
            for i in 0..n_words {
                let spread =
                    |row: Option<usize>| row.map_or(0, |y| spread(words, y * n_words, i, n_words));
                let mut above = spread(y.checked_sub(1));
                let mut own = spread(Some(y));
                let mut below = spread(Some(y + 1).filter(|&y| y < n_rows));
                let mut west = own as u64 & 1;
                let mut word = 0;
                for x in 0..(width - 64 * i).min(64) {
                    let three = |row: u128| row as usize & 7;
                    let row = three(own) & 0b110 | west as usize;
                    let cells = three(above) << 6 | row << 3 | three(below);
                    west = u64::from(self.becomes[cells]);
                    word |= west << x;
                    (above, own, below) = (above >> 1, own >> 1, below >> 1);
                }
                words[y * n_words + i] = word;
            }
        }
    }

    /// Counts, in every row of `now`, the walls among each three cells in line.
    fn count_rows(&mut self, now: &Walls) {
        let n_words = now.words_per_row();
        let padded = now.words().len() + 2 * n_words;
        self.ones.resize(padded, 0);
        self.twos.resize(padded, 0);
        let rows = now.words().chunks_exact(n_words);
        let ones = self.ones[n_words..].chunks_exact_mut(n_words);
        let twos = self.twos[n_words..].chunks_exact_mut(n_words);
        for ((row, ones), twos) in rows.zip(ones).zip(twos) {
            for i in 0..n_words {
                (ones[i], twos[i]) = full_adder(west(row, i), row[i], east(row, i));
            }
        }
    }

    /// What becomes of 64 cells, given the bits of their counts of walls around.
    #[inline(always)]
    fn decide(&self, own: u64, [n1, n2, n4, n8]: [u64; 4]) -> u64 {
        let with = |n: usize| choose(own, self.birth[n], self.survival[n]);
        let pair = |n: usize| choose(n1, with(n), with(n + 1));
        let four = |n: usize| choose(n2, pair(n), pair(n + 2));
        choose(n8, choose(n4, four(0), four(4)), with(8))
    }
}

/// The sum of three bits: its ones and its twos.
#[inline(always)]
fn full_adder(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
}

/// For each bit of `which`, that of `zero` or that of `one`.
#[inline(always)]
fn choose(which: u64, zero: u64, one: u64) -> u64 {
    zero ^ which & (zero ^ one)
}

/// Word `i` of the row that begins at `start`, with one cell more on either side.
fn spread(words: &[u64], start: usize, i: usize, n_words: usize) -> u128 {
    let row = &words[start..start + n_words];
    let west = if i == 0 { 0 } else { row[i - 1] >> 63 };
    let east = row.get(i + 1).map_or(0, |next| next & 1);
    u128::from(west) | u128::from(row[i]) << 1 | u128::from(east) << 65
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Size;

    /// A generation cell by cell, as the rule's text has it.
    fn naive(rule: LifeRule, now: &Walls, in_place: bool) -> Walls {
        let mut next = now.clone();
        for y in 0..now.height() {
            for x in 0..now.width() {
                let seen = if in_place { next.clone() } else { now.clone() };
                let mut around = 0;
                for v in y.saturating_sub(1)..(y + 2).min(now.height()) {
                    for u in x.saturating_sub(1)..(x + 2).min(now.width()) {
                        around += u32::from((u, v) != (x, y) && seen.is_wall(u, v));
                    }
                }
                let wall = match now.is_wall(x, y) {
                    true => rule.survives(around),
                    false => rule.is_born(around),
                };
                next.set(x, y, wall);
            }
        }
        next
    }

    #[test]
    fn words_and_cells_agree() {
        let mut random = fastrand::Rng::with_seed(1);
        for width in 2..=130 {
            let size = Size::new(width, random.usize(2..9)).unwrap();
            let mut now = Walls::new(size);
            for y in 0..size.height() {
                for x in 0..size.width() {
                    now.set(x, y, random.bool());
                }
            }
            let digits = |set: u16| {
                (0..9)
                    .filter(move |n| set >> n & 1 == 1)
                    .map(|n| n.to_string())
            };
            let births: String = digits(random.u16(..)).collect();
            let survivals: String = digits(random.u16(..)).collect();
            for rule in ["B3/S12345", &format!("B{births}/S{survivals}")] {
                let rule: LifeRule = rule.parse().unwrap();
                let mut life = Life::new(rule);
                let mut next = Walls::new(size);
                life.all_at_once(&now, &mut next);
                assert_eq!(next, naive(rule, &now, false), "{rule} after\n{now}");
                life.in_place(&now, &mut next);
                assert_eq!(
                    next,
                    naive(rule, &now, true),
                    "{rule} in place after\n{now}"
                );
            }
        }
    }
}
