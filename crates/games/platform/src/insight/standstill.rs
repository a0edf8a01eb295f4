//! Where everybody stops, of a level whose exit nobody gets to.

use playproof_game::{Spot, Standstill};

use super::obstacle::Obstacle;
use crate::canonical::{Board, ExitRule, Tile};

/// Where everybody stops, and what is in the way, of the places where one can stand.
pub(crate) fn standstill(board: &Board, stands: Vec<Spot>) -> Option<Standstill> {
    let furthest = furthest(board, &stands)?;
    let barrier = match furthest.0 == board.exit {
        true => Vec::new(),
        false => Obstacle::ahead(board, furthest).places(board, furthest),
    };
    Some(Standstill {
        reached: stands,
        furthest,
        barrier,
    })
}

/// The same in words.
pub(crate) fn words(board: &Board, furthest: Spot) -> String {
    let obstacle = Obstacle::ahead(board, furthest).words();
    let place = worded(furthest);
    match board.settings.exit {
        ExitRule::Column => format!("nobody stands beyond {place}: {obstacle}"),
        // An exit that must be touched may be passed by, above it or below.
        ExitRule::Touch => {
            let exit = nearest_exit(board, furthest).map_or(String::new(), worded);
            let why = match furthest.0 == board.exit {
                true => String::new(),
                false => format!(": {obstacle}"),
            };
            format!(
                "nobody touches the exit in {exit}, and nobody stands nearer to it than {place}{why}"
            )
        }
    }
}

/// The place to stand in that is nearest to the exit: to its column, or, where it must be
/// touched, to itself.
pub(super) fn furthest(board: &Board, stands: &[Spot]) -> Option<Spot> {
    let far = |spot: &Spot| match board.settings.exit {
        ExitRule::Column => (spot.0.abs_diff(board.exit), *spot),
        ExitRule::Touch => {
            let exit = nearest_exit(board, *spot).unwrap_or((board.exit, spot.1));
            (distance(exit, *spot), *spot)
        }
    };
    let key = |spot: &Spot| {
        let (far, (column, row)) = far(spot);
        (far, row, column)
    };
    stands.iter().copied().min_by_key(key)
}

fn distance(a: Spot, b: Spot) -> usize {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}

/// The place of the exit that is nearest to another place.
fn nearest_exit(board: &Board, spot: Spot) -> Option<Spot> {
    let exits = (0..board.tiles.len()).filter(|&at| board.tiles[at].is(Tile::EXIT));
    let exits = exits.map(|at| (at % board.width, at / board.width));
    exits.min_by_key(|exit| distance(*exit, spot))
}

/// A place, as people count.
pub(super) fn worded((column, row): Spot) -> String {
    format!("column {} (row {})", column + 1, row + 1)
}
