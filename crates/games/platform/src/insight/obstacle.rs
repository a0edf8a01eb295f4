//! What everybody stops before, in words.

use playproof_game::Spot;

use crate::canonical::{Board, Tile};
use crate::measures::ground;

/// Spikes so many columns ahead are what is in the way where ground goes on.
const NEAR: usize = 4;

/// What is in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// So many columns without ground, how much higher the other side is, if there is one,
    /// and in how many of the columns there are spikes.
    Gap {
        width: usize,
        other: Option<i64>,
        n_spiked: usize,
    },
    /// Spikes above ground that goes on.
    Spikes,
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
        let deadly = Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE);
        let is_spike = |tile: Tile| tile.is(deadly) && !tile.is(Tile::WALKS);
        let is_spiked = |n: &usize| {
            let rows = 0..board.height as i64;
            inside(n)
                && rows
                    .into_iter()
                    .any(|row| is_spike(board.tile(at(*n), row)))
        };
        let mut ahead = (1..).take_while(inside);
        match ahead.find(|&n| ground(n).is_some()) {
            Some(1) if (1..=NEAR).any(|n| is_spiked(&n)) => Obstacle::Spikes,
            Some(1) => Obstacle::Unclear,
            Some(n) => {
                let here = (board.height - 1 - row) as i64;
                Obstacle::Gap {
                    width: n - 1,
                    n_spiked: (1..n).filter(is_spiked).count(),
                    other: ground(n).map(|there| there as i64 - here),
                }
            }
            None => {
                let width = (1..).take_while(inside).count();
                Obstacle::Gap {
                    width,
                    n_spiked: (1..=width).filter(is_spiked).count(),
                    other: None,
                }
            }
        }
    }

    /// The places that it is in, ahead of the same place to stand: the tiles of a wall, where
    /// ground is missing beside the feet, or where there are spikes.
    pub(super) fn places(self, board: &Board, (column, row): Spot) -> Vec<Spot> {
        let ahead = |n: usize| match board.exit >= column {
            true => Some(column + n).filter(|column| *column < board.width),
            false => column.checked_sub(n),
        };
        let beside = |n: usize| (1..=n).filter_map(ahead);
        match self {
            Obstacle::Gap { width, .. } => {
                let below = (row + 1).min(board.height - 1);
                beside(width).map(|column| (column, below)).collect()
            }
            Obstacle::Wall { height } => {
                let rows = (row + 1).saturating_sub(height)..=row;
                let at = beside(1).flat_map(|column| rows.clone().map(move |row| (column, row)));
                at.collect()
            }
            Obstacle::Spikes => {
                let deadly = Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE);
                let all = beside(NEAR);
                let all = all.flat_map(|column| (0..board.height).map(move |row| (column, row)));
                all.filter(|&(column, row)| {
                    let tile = board.tiles[row * board.width + column];
                    tile.is(deadly) && !tile.is(Tile::WALKS)
                })
                .collect()
            }
            Obstacle::Unclear => Vec::new(),
        }
    }

    /// How many columns it has.
    pub(super) fn width(self) -> usize {
        match self {
            Obstacle::Gap { width, .. } => width,
            Obstacle::Wall { .. } | Obstacle::Spikes | Obstacle::Unclear => 1,
        }
    }

    /// In words, after `column N`.
    pub(super) fn words(self) -> String {
        let tiles = |n: usize| match n {
            1 => "1 tile".to_owned(),
            n => format!("{n} tiles"),
        };
        match self {
            Obstacle::Gap {
                width,
                other,
                n_spiked,
            } => {
                let gap = match n_spiked {
                    0 => format!("a gap of {} comes next", tiles(width)),
                    n if n == width => format!("spikes on {} come next", tiles(width)),
                    _ => format!("a gap of {} with spikes in it comes next", tiles(width)),
                };
                match other {
                    Some(0) => gap,
                    Some(up @ 1..) => {
                        let up = tiles(up.unsigned_abs() as usize);
                        format!("{gap}, and the other side is {up} higher")
                    }
                    Some(down) => {
                        let down = tiles(down.unsigned_abs() as usize);
                        format!("{gap}, and the other side is {down} lower")
                    }
                    None => format!("{gap}, and there is no other side"),
                }
            }
            Obstacle::Wall { height } => format!("a wall of {} comes next", tiles(height)),
            Obstacle::Spikes => "spikes come next".to_owned(),
            Obstacle::Unclear => "ground goes on there, but nobody gets to it".to_owned(),
        }
    }
}
