//! Ice levels to boards: what each place is and where a slide ends. Trusted.
//!
//! What lies beyond the drawing is rock. A slide goes on over ice and ends before
//! a rock, on snow or on the exit.

use playproof_level::{Diagnostic, Level};

/// What a place is. The avatar begins on ice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ground {
    Rock,
    Ice,
    Snow,
    Exit,
}

pub(crate) const AVATAR: char = 'A';

/// How a level is written, for messages.
pub(crate) const LETTERS: &str =
    "ice is written with # (rock), ~ (ice), : (snow), A (avatar) and G (exit)";

/// What a letter stands for, if it stands for something here.
pub(crate) fn ground(letter: char) -> Option<Ground> {
    match letter {
        '#' => Some(Ground::Rock),
        '~' | AVATAR => Some(Ground::Ice),
        ':' => Some(Ground::Snow),
        'G' => Some(Ground::Exit),
        _ => None,
    }
}

/// The four directions in the order of the actions.
pub(crate) const DIRECTIONS: [(&str, i64, i64); 4] = [
    ("left", -1, 0),
    ("right", 1, 0),
    ("up", 0, -1),
    ("down", 0, 1),
];

/// A level as a board.
pub(crate) struct Board {
    pub width: usize,
    pub height: usize,
    /// Row by row.
    pub ground: Vec<Ground>,
    /// Where the avatar begins.
    pub start: usize,
}

impl Board {
    /// The board of a level, or what is wrong with it.
    pub(crate) fn read(level: &Level) -> Result<Board, Diagnostic> {
        let Some(grid) = level.grid() else {
            return Err(level.error("ice is drawn as a grid", LETTERS));
        };
        let (mut all, mut start) = (Vec::new(), None);
        for (x, y, letter) in grid.find_all(|_| true) {
            let Some(here) = ground(letter) else {
                return Err(level.error_at(x, y, format!("unknown letter `{letter}`"), LETTERS));
            };
            if letter == AVATAR && start.replace(all.len()).is_some() {
                return Err(level.error_at(x, y, "a second avatar", "a level has one A"));
            }
            all.push(here);
        }
        let help = "mark where the player begins with A";
        let start = start.ok_or_else(|| level.error("there is no avatar", help))?;
        if !all.contains(&Ground::Exit) {
            let help = "mark where the player should get to with G";
            return Err(level.error("there is no exit", help));
        }
        Ok(Board {
            width: grid.width(),
            height: grid.height(),
            ground: all,
            start,
        })
    }

    /// Where a slide ends that begins here; here, if a rock is in the way at once.
    pub(crate) fn slide(&self, from: usize, direction: usize) -> usize {
        let (_, dx, dy) = DIRECTIONS[direction];
        let mut at = from;
        loop {
            let (x, y) = ((at % self.width) as i64 + dx, (at / self.width) as i64 + dy);
            if x < 0 || y < 0 || x >= self.width as i64 || y >= self.height as i64 {
                return at;
            }
            let next = y as usize * self.width + x as usize;
            match self.ground[next] {
                Ground::Rock => return at,
                Ground::Ice => at = next,
                Ground::Snow | Ground::Exit => return next,
            }
        }
    }
}
