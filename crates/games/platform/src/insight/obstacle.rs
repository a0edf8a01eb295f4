//! What everybody stops before, in words.

use playproof_game::Spot;

use crate::canonical::{Board, Tile};
use crate::measures::ground;

/// What is in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// So many columns without ground, and how much higher the other side is, if there
    /// is one.
    Gap { width: usize, other: Option<i64> },
    /// So many tiles up from where one stands.
    Wall { height: usize },
    /// Neither: ground goes on.
    Unclear,
}

impl Obstacle {
    /// What is ahead of a place to stand on the way to the exit.
    pub(super) fn ahead(board: &Board, (column, row): Spot) -> Obstacle {
        let way: i64 = if board.exit >= column { 1 } else { -1 };
        let at = |n: usize| column as i64 + way * n as i64;
        let is_wall = |row: i64| board.tile(at(1), row).is(Tile::SOLID);
        let height = (0..=row as i64).rev().take_while(|&row| is_wall(row));
        let height = height.count();
        if height > 0 {
            return Obstacle::Wall { height };
        }
        let inside = |n: &usize| (0..board.width as i64).contains(&at(*n));
        let ground = |n: usize| ground(board, at(n) as usize);
        let mut ahead = (1..).take_while(inside);
        match ahead.find(|&n| ground(n).is_some()) {
            Some(1) => Obstacle::Unclear,
            Some(n) => {
                let here = (board.height - 1 - row) as i64;
                Obstacle::Gap {
                    width: n - 1,
                    other: ground(n).map(|there| there as i64 - here),
                }
            }
            None => Obstacle::Gap {
                width: (1..).take_while(inside).count(),
                other: None,
            },
        }
    }

    /// How many columns it has.
    pub(super) fn width(self) -> usize {
        match self {
            Obstacle::Gap { width, .. } => width,
            Obstacle::Wall { .. } | Obstacle::Unclear => 1,
        }
    }

    /// In words, after `column N`.
    pub(super) fn words(self) -> String {
        let tiles = |n: usize| match n {
            1 => "1 tile".to_owned(),
            n => format!("{n} tiles"),
        };
        match self {
            Obstacle::Gap { width, other } => {
                let gap = format!("a gap of {}", tiles(width));
                match other {
                    Some(0) => format!("{gap} comes next"),
                    Some(up @ 1..) => {
                        let up = tiles(up.unsigned_abs() as usize);
                        format!("{gap} comes next, and the other side is {up} higher")
                    }
                    Some(down) => {
                        let down = tiles(down.unsigned_abs() as usize);
                        format!("{gap} comes next, and the other side is {down} lower")
                    }
                    None => format!("{gap} comes next, and there is no other side"),
                }
            }
            Obstacle::Wall { height } => format!("a wall of {} comes next", tiles(height)),
            Obstacle::Unclear => "ground goes on there, but nobody gets to it".to_owned(),
        }
    }
}
