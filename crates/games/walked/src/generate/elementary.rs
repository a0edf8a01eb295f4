//! Elementary automata: each row of a grid from the row above it.

use crate::generate::Walls;
use crate::generate::walls::{east, west};

/// Fills all rows below the first by this rule, as Wolfram numbers them: bit `n` of
/// it is what becomes of a cell whose western neighbour, itself and eastern
/// neighbour are the binary digits of `n`. Outside the grid is empty.
pub(crate) fn grow(rule: u8, walls: &mut Walls) {
    let n_words = walls.words_per_row();
    let mask = walls.last_word();
    let words = walls.words_mut();
    for start in (n_words..words.len()).step_by(n_words) {
        let (above, below) = words.split_at_mut(start);
        let above = &above[start - n_words..];
        let row = &mut below[..n_words];
        for (i, word) in row.iter_mut().enumerate() {
            *word = apply(rule, west(above, i), above[i], east(above, i));
        }
        row[n_words - 1] &= mask;
    }
}

fn apply(rule: u8, west: u64, own: u64, east: u64) -> u64 {
    let digit = |cells: u64, wanted: u8| if wanted == 1 { cells } else { !cells };
    (0..8)
        .filter(|n| rule >> n & 1 == 1)
        .map(|n| digit(west, n >> 2 & 1) & digit(own, n >> 1 & 1) & digit(east, n & 1))
        .fold(0, |walls, born| walls | born)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rule: u8, line: &str, height: usize, expected: &str) {
        let mut walls = Walls::new(crate::generate::Size::new(line.len(), height).unwrap());
        for (x, cell) in line.bytes().enumerate() {
            walls.set(x, 0, cell == b'1');
        }
        grow(rule, &mut walls);
        assert_eq!(walls.to_string().split_whitespace().collect::<Vec<_>>(), {
            expected.split_whitespace().collect::<Vec<_>>()
        });
    }

    #[test]
    fn rule_150_is_the_parity_of_three() {
        check(150, "0001000", 4, "0001000 0011100 0101010 1101011");
        check(150, "1011", 4, "1011 1000 1100 0010");
    }

    #[test]
    fn rule_30_grows_its_triangle() {
        check(30, "0001000", 4, "0001000 0011100 0110010 1101111");
    }

    #[test]
    fn rule_1_fills_what_is_empty_and_nothing_outside() {
        check(1, "000", 3, "000 111 000");
    }

    #[test]
    fn words_are_joined_at_their_seams() {
        let mut line = vec![b'0'; 130];
        line[63] = b'1';
        line[128] = b'1';
        let line = String::from_utf8(line).unwrap();
        let mut second = vec![b'0'; 130];
        second[62..65].fill(b'1');
        second[127..].fill(b'1');
        let second = String::from_utf8(second).unwrap();
        check(150, &line, 2, &format!("{line} {second}"));
    }
}
