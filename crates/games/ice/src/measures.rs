//! Figures of ice beside those of every game: how many places there are to stop, and
//! how far the longest slide of the measured run goes.

use playproof_game::{Figure, Value};

use crate::canonical::{Board, DIRECTIONS};
use crate::insight::stops;

/// The figures of a level; the moves are those of the measured run.
pub(crate) fn figures(board: &Board, moves: Option<&[String]>) -> Vec<Figure> {
    vec![
        Figure::shown("stops", "stops", Value::Count(stops(board).len() as u64)),
        Figure::shown(
            "longest_slide",
            "longest slide",
            Value::count(moves.map(|moves| longest_slide(board, moves))),
        ),
    ]
}

fn longest_slide(board: &Board, moves: &[String]) -> u64 {
    let (mut at, mut longest) = (board.start, 0);
    for action in moves {
        let direction = DIRECTIONS.iter().position(|(name, ..)| name == action);
        let there = direction.map_or(at, |direction| board.slide(at, direction));
        // One of the two is 0: a slide is straight.
        let far = (at % board.width).abs_diff(there % board.width)
            + (at / board.width).abs_diff(there / board.width);
        longest = longest.max(far as u64);
        at = there;
    }
    longest
}
