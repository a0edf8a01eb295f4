//! What is known of ice beyond its rules: where one can stop, why an exit is out of
//! reach, and small changes of the drawing.
//!
//! A change puts a rock on ice, takes away a rock that is not at the edge, or moves the
//! avatar or an exit to ice. A rock has size 1, a move the number of places it goes.

use playproof_game::{Change, Edit, Insight, Spot, redrawn};
use playproof_level::Level;

use crate::canonical::{AVATAR, Board, Ground, ground};

/// What is known of one level.
pub(crate) struct IceInsight {
    level: Level,
    board: Board,
}

const ROCK: &str = "rock";

impl IceInsight {
    pub(crate) fn new(level: &Level) -> Option<IceInsight> {
        Some(IceInsight {
            board: Board::read(level).ok()?,
            level: level.clone(),
        })
    }

    /// What a letter is called that can be changed.
    fn name(letter: char) -> Option<&'static str> {
        match (letter, ground(letter)?) {
            (AVATAR, _) => Some("avatar"),
            (_, Ground::Rock) => Some(ROCK),
            (_, Ground::Exit) => Some("exit"),
            _ => None,
        }
    }

    fn letter(&self, drawn: &[(Spot, char)], spot: Spot) -> Option<char> {
        let changed = drawn.iter().rev().find(|(at, _)| *at == spot);
        match changed {
            Some((_, letter)) => Some(*letter),
            None => Some(self.level.grid()?.get(spot.0, spot.1)),
        }
    }
}

/// The places where play can come to rest, from the start; an exit ends it.
pub(crate) fn stops(board: &Board) -> Vec<usize> {
    let mut stops = vec![board.start];
    let mut next = 0;
    while let Some(&from) = stops.get(next) {
        next += 1;
        if board.ground[from] == Ground::Exit {
            continue;
        }
        for direction in 0..4 {
            let there = board.slide(from, direction);
            if !stops.contains(&there) {
                stops.push(there);
            }
        }
    }
    stops
}

impl Insight for IceInsight {
    fn why_lost(&self) -> Option<String> {
        let n = stops(&self.board).len();
        Some(match n {
            1 => "the avatar cannot move".to_owned(),
            n => format!("of the {n} places where the avatar can stop, none is an exit"),
        })
    }

    fn changes(&self) -> Vec<Change> {
        let Some(grid) = self.level.grid() else {
            return Vec::new();
        };
        let all: Vec<(Spot, char)> = grid
            .find_all(|_| true)
            .map(|(x, y, c)| ((x, y), c))
            .collect();
        let ice: Vec<Spot> = all
            .iter()
            .filter(|(_, c)| *c == '~')
            .map(|(at, _)| *at)
            .collect();
        let is_edge =
            |(x, y): Spot| x == 0 || y == 0 || x + 1 == grid.width() || y + 1 == grid.height();
        let change = |what: &'static str, at, edit, size| Change {
            what: what.into(),
            at,
            edit,
            size,
        };
        let mut changes: Vec<Change> = Vec::new();
        changes.extend(ice.iter().map(|&at| change(ROCK, at, Edit::Add, 1)));
        for &(at, letter) in &all {
            match Self::name(letter) {
                Some(ROCK) if !is_edge(at) => changes.push(change(ROCK, at, Edit::Remove, 1)),
                Some(ROCK) | None => {}
                Some(what) => changes.extend(ice.iter().map(|&to| {
                    let size = at.0.abs_diff(to.0) + at.1.abs_diff(to.1);
                    change(what, at, Edit::MoveTo(to), size as u32)
                })),
            }
        }
        changes.sort_by_key(|change| change.size);
        changes
    }

    fn changed(&self, changes: &[Change]) -> Option<Level> {
        let mut drawn = Vec::new();
        for change in changes {
            let letter = self.letter(&drawn, change.at)?;
            match change.edit {
                Edit::Add if letter == '~' => drawn.push((change.at, '#')),
                Edit::Remove if letter == '#' => drawn.push((change.at, '~')),
                Edit::MoveTo(to) if self.letter(&drawn, to)? == '~' => {
                    Self::name(letter).filter(|&name| name == change.what && name != ROCK)?;
                    drawn.extend([(change.at, '~'), (to, letter)]);
                }
                _ => return None,
            }
        }
        redrawn(&self.level, &drawn)
    }
}
