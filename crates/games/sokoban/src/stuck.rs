//! Why boxes are stuck, in words.

use super::rules::edges_without_goal;
use crate::canonical::Board;

/// Why these boxes alone cannot all be brought to goals, if that has a name.
/// The boxes are cells of the board, which has no holes.
pub(super) fn why_stuck(
    board: &Board,
    (reached, dead): (&[bool], &[bool]),
    boxes: &[usize],
) -> Option<String> {
    let goals = (0..board.n_cells()).filter(|&cell| board.goals[cell] && reached[cell]);
    let n_goals = goals.count();
    if boxes.len() > n_goals {
        let goals = match n_goals {
            1 => "only one goal that the player can get to".to_owned(),
            n => format!("only {n} goals that the player can get to"),
        };
        return Some(format!("there are more boxes than goals: {goals}"));
    }
    if let [lone] = *boxes {
        return Some(why_alone(board, reached[lone], dead[lone], lone).to_owned());
    }
    if is_jammed(board, boxes, &[]) {
        return Some("they block each other: none of them can be pushed".to_owned());
    }
    is_jammed(board, boxes, dead).then(|| {
        "they block each other: none of them can be pushed, except to where it is lost".to_owned()
    })
}

fn why_alone(board: &Board, is_reached: bool, is_dead: bool, cell: usize) -> &'static str {
    let (x, y) = board.places[cell];
    let at = y * board.size.0 + x;
    let is_wall = |side: usize| board.floor_beside(at, side).is_none();
    if !is_reached {
        "the player cannot get near it"
    } else if (is_wall(0) || is_wall(1)) && (is_wall(2) || is_wall(3)) {
        "it is in a corner"
    } else if edges_without_goal(board).iter().any(|e| e.contains(&at)) {
        "it is on an edge without a goal: it can only be pushed to and fro along the wall"
    } else if is_dead {
        "it is on a dead square: wherever the player stands, it cannot be brought to a goal"
    } else {
        "the player cannot get to the side that it would have to be pushed from"
    }
}

/// Whether none of the boxes can be pushed, each being held by walls, by the
/// others, or by cells that it is lost on.
fn is_jammed(board: &Board, boxes: &[usize], lost: &[bool]) -> bool {
    let is_held = |&cell: &usize| {
        [0, 2].into_iter().all(|axis| {
            let ends = [axis, axis + 1].map(|side| board.neighbours(cell)[side]);
            let fixed = |end: &Option<usize>| end.is_none_or(|cell| boxes.contains(&cell));
            let is_lost = |end: &Option<usize>| {
                end.is_some_and(|cell| lost.get(cell).is_some_and(|lost| *lost))
            };
            ends.iter().any(fixed) || ends.iter().all(is_lost)
        })
    };
    boxes.iter().all(is_held)
}
