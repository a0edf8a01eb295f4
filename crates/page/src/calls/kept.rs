//! Tiles of a drawing that stay where they are in levels that are generated: they are laid over a
//! proposal, which is read, and proved, like any other after that.

use std::collections::BTreeMap;
use std::iter;

use playproof::game::Brush;
use playproof::{Game, Level};
use serde::Deserialize;

/// Which tiles stay.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub struct Kept {
    /// The rows of the drawing, with `free` in place of every tile that may be anything.
    pub rows: Vec<String>,
    /// A letter that no tile has.
    pub free: char,
    /// The letter of ground, on which sprites may stand.
    pub ground: Option<char>,
}

impl Kept {
    /// A proposal with the tiles that stay, or why they do not fit.
    pub fn over(&self, game: &dyn Game, level: &Level, text: &str) -> Result<String, String> {
        let drawing = game.drawing(level);
        let drawing = drawing.ok_or("levels of this game are not drawn")?;
        let before: Vec<Vec<char>> = drawing.rows.iter().map(|r| r.chars().collect()).collect();
        let n_columns = |rows: &mut dyn Iterator<Item = usize>| rows.max().unwrap_or(0);
        let wanted = n_columns(&mut self.rows.iter().map(|row| row.chars().count()));
        let found = n_columns(&mut before.iter().map(Vec::len));
        if (wanted, self.rows.len()) != (found, before.len()) {
            let n_rows = self.rows.len();
            return Err(format!(
                "of another size than the drawing whose tiles stay: {found} × {} instead of {wanted} × {n_rows}",
                before.len()
            ));
        }
        let brushes = game.brushes(level);
        let ours = |letter| in_its_letters(&brushes, &before, letter);
        let kept = Laid {
            kept: self
                .rows
                .iter()
                .map(|row| {
                    let stays = |letter: char| (letter != self.free).then(|| ours(letter));
                    row.chars().map(stays).collect()
                })
                .collect(),
            ground: self.ground.map(ours),
        };
        let after = kept.over(&before);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (row, y) in after.iter().zip(drawing.line as usize - 1..) {
            let line = lines.get_mut(y).ok_or("its drawing is not in its text")?;
            let from = drawing.column as usize - 1;
            let rest = line.chars().skip(from + row.len());
            *line = line
                .chars()
                .take(from)
                .chain(row.iter().copied())
                .chain(rest)
                .collect();
        }
        Ok(lines.join("\n") + "\n")
    }
}

/// Some games have several letters for the same thing. A level is to be of one alphabet: the letter
/// is that which the proposal has for it.
fn in_its_letters(brushes: &[Brush], proposal: &[Vec<char>], letter: char) -> char {
    let means = |brush: &&Brush| brush.letter == letter || brush.also.contains(letter);
    let Some(brush) = brushes.iter().find(means) else {
        return letter;
    };
    let all = iter::once(brush.letter).chain(brush.also.chars());
    let n = |letter: &char| proposal.iter().flatten().filter(|c| *c == letter).count();
    let most = all.max_by_key(n).filter(|most| n(most) > 0);
    most.unwrap_or(letter)
}

/// The tiles that stay, in the letters of a proposal.
struct Laid {
    kept: Vec<Vec<Option<char>>>,
    ground: Option<char>,
}

impl Laid {
    fn at(&self, x: usize, y: usize) -> Option<char> {
        *self.kept.get(y)?.get(x)?
    }

    fn over(&self, before: &[Vec<char>]) -> Vec<Vec<char>> {
        let row = |(y, row): (usize, &Vec<char>)| (0..row.len()).map(move |x| (x, y));
        let all: Vec<(usize, usize)> = before.iter().enumerate().flat_map(row).collect();
        let mut after = before.to_vec();
        for &(x, y) in &all {
            if let Some(letter) = self.at(x, y) {
                after[y][x] = letter;
            }
        }
        let Some(ground) = self.ground else {
            return after;
        };
        // Whoever there was one of, there is one of again: the one that stays, or the one that
        // was covered, as near to its place as there is room.
        for (letter, (x, y)) in single(before, &all) {
            let n_after = after.iter().flatten().filter(|c| **c == letter).count();
            if n_after > 1 && letter != ground && self.at(x, y).is_none() {
                after[y][x] = ground;
            } else if n_after == 0 {
                let is_free =
                    |&&(x, y): &&(usize, usize)| after[y][x] == ground && self.at(x, y).is_none();
                let way = |&&(a, b): &&(usize, usize)| a.abs_diff(x) + b.abs_diff(y);
                if let Some(&(x, y)) = all.iter().filter(is_free).min_by_key(way) {
                    after[y][x] = letter;
                }
            }
        }
        after
    }
}

/// The letters that stand in one cell alone, with that cell.
fn single(rows: &[Vec<char>], all: &[(usize, usize)]) -> Vec<(char, (usize, usize))> {
    let mut seen: BTreeMap<char, (usize, (usize, usize))> = BTreeMap::new();
    for &(x, y) in all {
        seen.entry(rows[y][x]).or_insert((0, (x, y))).0 += 1;
    }
    let single = seen.into_iter().filter(|(_, (n, _))| *n == 1);
    single.map(|(letter, (_, cell))| (letter, cell)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use playproof::Playproof;

    /// A maze with these tiles of another one.
    fn laid(maze: &str, rows: &[&str]) -> Result<String, String> {
        let playproof = Playproof::default();
        let level = &playproof.read("maze", maze.as_bytes()).unwrap().levels[0];
        let kept = Kept {
            rows: rows.iter().map(|row| (*row).to_owned()).collect(),
            free: '?',
            ground: Some('0'),
        };
        kept.over(playproof.game("maze").unwrap(), level, maze)
    }

    const MAZE: &str = "; Title\n11111\n1A0G1\n10001\n11111\n";

    #[test]
    fn tiles_stay_and_the_rest_is_proposed() {
        let kept = laid(MAZE, &["?????", "?????", "?1???", "?????"]).unwrap();
        assert_eq!(kept, "; Title\n11111\n1A0G1\n11001\n11111\n");
    }

    #[test]
    fn there_is_one_of_whom_there_was_one() {
        let elsewhere = laid(MAZE, &["?????", "?????", "?A???", "?????"]).unwrap();
        assert_eq!(elsewhere, "; Title\n11111\n100G1\n1A001\n11111\n");
        let covered = laid(MAZE, &["?????", "?1???", "?????", "?????"]).unwrap();
        assert_eq!(covered, "; Title\n11111\n11AG1\n10001\n11111\n");
    }

    #[test]
    fn a_level_is_of_one_alphabet() {
        let kept = laid(MAZE, &["?????", "??# ?", "?????", "?????"]).unwrap();
        assert_eq!(kept, "; Title\n11111\n1A101\n100G1\n11111\n");
    }

    #[test]
    fn another_size_is_refused() {
        let why = laid(MAZE, &["????", "????"]).unwrap_err();
        assert!(why.contains("5 × 4 instead of 4 × 2"), "{why}");
    }
}
