//! Figures of platform levels, read off the drawing: how even the ground is, how much of
//! it there is, and how much there is that kills; and par, by the run that was found.
//!
//! The *ground* of a column is the lowest place in it where one can stand; its height is
//! counted in tiles from the bottom. A *gap* is a row of columns without any such place
//! between two columns with one.

use playproof_game::{Figure, Value};

use crate::canonical::{Board, Tile};

/// What par is of the time that the measured run takes, as a fraction.
const PAR: (u64, u64) = (5, 4);

/// The figures of a level, and par by the time that a run takes, if there is one.
pub(crate) fn figures(board: &Board, time: Option<u64>) -> Vec<Figure> {
    let calm = &calm(board);
    let ground: Vec<Option<usize>> = (0..board.width).map(|c| ground(calm, c)).collect();
    let gaps = gaps(&ground);
    let count = |n: usize| Value::Count(n as u64);
    let n_tiles = |property: Tile| board.tiles.iter().filter(|t| t.is(property)).count();
    let ratio = |over: usize| Value::ratio(Some(over as u64), Some(board.width as u64));
    let n_stands = (0..board.width)
        .map(|column| stands(calm, column).count())
        .sum();
    let n_safe = (0..board.width)
        .filter(|&column| ground[column].is_some() && !is_deadly(board, column))
        .count();
    vec![
        Figure::shown("linearity", "linearity", linearity(&ground)),
        Figure::shown("leniency", "leniency", ratio(n_safe)),
        Figure::shown("density", "density", ratio(n_stands)),
        Figure::shown("gaps", "gaps", count(gaps.len())),
        Figure::shown(
            "widest_gap",
            "widest",
            count(gaps.iter().copied().max().unwrap_or(0)),
        ),
        Figure::shown("coins", "coins", count(n_tiles(Tile::COIN))),
        Figure::shown("walkers", "walkers", count(n_tiles(Tile::WALKS))),
        Figure::shown("par", "par", par(time)),
    ]
}

/// A quarter more than a run takes, rounded up.
fn par(time: Option<u64>) -> Value {
    Value::count(time.map(|time| (time * PAR.0).div_ceil(PAR.1)))
}

/// The board without what walks: where something walks, one can stand.
pub(crate) fn calm(board: &Board) -> Board {
    let mut board = board.clone();
    for tile in &mut board.tiles {
        if tile.is(Tile::WALKS) {
            *tile = Tile::AIR;
        }
    }
    board
}

/// The heights of the places in a column where one can stand, from the highest.
fn stands(board: &Board, column: usize) -> impl Iterator<Item = usize> + '_ {
    let rows = 0..board.height;
    let stands = rows.filter(move |&row| board.is_stand(column, row));
    stands.map(|row| board.height - 1 - row)
}

/// The height of the ground of a column, if it has any.
pub(crate) fn ground(board: &Board, column: usize) -> Option<usize> {
    stands(board, column).last()
}

/// Whether something in a column walks or is deadly.
fn is_deadly(board: &Board, column: usize) -> bool {
    let deadly = Tile::WALKS.with(Tile::DEADLY_SIDE).with(Tile::DEADLY_ABOVE);
    (0..board.height).any(|row| board.tile(column as i64, row as i64).is_any(deadly))
}

/// The widths of the gaps, from left to right.
fn gaps(ground: &[Option<usize>]) -> Vec<usize> {
    let columns = ground.iter().enumerate().filter(|(_, g)| g.is_some());
    let columns: Vec<usize> = columns.map(|(column, _)| column).collect();
    let between = columns.windows(2).map(|pair| pair[1] - pair[0] - 1);
    between.filter(|width| *width > 0).collect()
}

/// 1 / (1 + *e*), where *e* is the mean of the squares by which the heights of the ground
/// miss the line that fits them best. Unknown of less than two columns with ground.
fn linearity(ground: &[Option<usize>]) -> Value {
    let points = ground.iter().enumerate();
    let points: Vec<(i128, i128)> = points
        .filter_map(|(column, height)| Some((column as i128, (*height)? as i128)))
        .collect();
    let sum = |of: fn(&(i128, i128)) -> i128| points.iter().map(of).sum::<i128>();
    let (n, x, y) = (points.len() as i128, sum(|p| p.0), sum(|p| p.1));
    // Each n squared times the (co)variance.
    let xx = n * sum(|p| p.0 * p.0) - x * x;
    let xy = n * sum(|p| p.0 * p.1) - x * y;
    let yy = n * sum(|p| p.1 * p.1) - y * y;
    if xx == 0 {
        return Value::Unknown;
    }
    // e = (yy - xy² / xx) / n²
    let (mut over, mut under) = (n * n * xx, n * n * xx + yy * xx - xy * xy);
    // Of very wide levels the last digits do not count.
    while under > i128::from(u64::MAX) {
        (over, under) = (over / 2, under / 2);
    }
    Value::ratio(Some(over as u64), Some(under as u64))
}
