//! Trusted: where a rule is found on the board.

use crate::compiled::{CellPattern, LEFT, Mask, RIGHT, Rule, Slot, UP};
use crate::plain::scene::{Frame, Scene};

/// Where a row is found: its first cell, and how many cells each of its gaps takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The first cell.
    pub cell: usize,
    /// The lengths of its gaps; 0 where it has none.
    pub gaps: [usize; 2],
}

/// All ways to find every row of a rule, the places of the first row changing fastest:
/// of each way a place for each row. None if a row is nowhere.
pub fn matches(frame: &Frame, scene: &Scene, rule: &Rule) -> Vec<Place> {
    let whole = frame.whole_board();
    if !rule.rows.iter().all(|row| can_lie_on(scene, whole, row)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (number, row) in rule.rows.iter().enumerate() {
        let places = places(frame, scene, rule.direction, row);
        if places.is_empty() {
            return places;
        }
        if number == 0 {
            found = places;
            continue;
        }
        let mut joined = Vec::with_capacity(places.len() * (found.len() + found.len() / number));
        for place in places {
            for before in found.chunks(number) {
                joined.extend_from_slice(before);
                joined.push(place);
            }
        }
        found = joined;
    }
    found
}

/// Whether a row is still found at a place.
pub fn is_at(frame: &Frame, scene: &Scene, rule: &Rule, row: &[Slot], place: Place) -> bool {
    cells(frame, rule.direction, row, place)
        .all(|(cell, pattern)| fits(frame, scene, cell, pattern))
}

/// The cells of a row at a place, each with what is looked for in it.
pub fn cells<'r>(
    frame: &Frame,
    direction: u64,
    row: &'r [Slot],
    place: Place,
) -> impl Iterator<Item = (usize, &'r CellPattern)> {
    let stride = frame.stride(direction);
    let mut next = place.cell as isize;
    let mut gaps = place.gaps.into_iter();
    row.iter().filter_map(move |slot| match slot {
        Slot::Gap => {
            next += stride * gaps.next().unwrap_or(0) as isize;
            None
        }
        Slot::Cell(pattern) => {
            let cell = next as usize;
            next += stride;
            Some((cell, &**pattern))
        }
    })
}

/// The places of a row: line by line along its direction.
fn places(frame: &Frame, scene: &Scene, direction: u64, row: &[Slot]) -> Vec<Place> {
    let mut found = Vec::new();
    let n_gaps = row.iter().filter(|slot| **slot == Slot::Gap).count();
    let n_cells = row.len() - n_gaps;
    let (width, height) = (frame.width, frame.height);
    let is_level = direction == LEFT || direction == RIGHT;
    let (n_lines, length) = match is_level {
        true => (height, width),
        false => (width, height),
    };
    // Where on a line a row can begin, so that all of its cells are on the board.
    let is_backwards = direction == UP || direction == LEFT;
    let begins = match is_backwards {
        true => n_cells.saturating_sub(1)..length,
        false => 0..(length + 1).saturating_sub(n_cells),
    };
    for line in 0..n_lines {
        let number = match is_level {
            true => frame.row(line),
            false => frame.column(line),
        };
        if !can_lie_on(scene, number, row) {
            continue;
        }
        for begin in begins.clone() {
            let cell = match is_level {
                true => begin * height + line,
                false => line * height + begin,
            };
            // Most places fail here already, whatever the gaps are.
            if let Some(Slot::Cell(first)) = row.first()
                && !fits(frame, scene, cell, first)
            {
                continue;
            }
            let room = match is_backwards {
                true => begin + 1,
                false => length - begin,
            };
            let spare = if n_gaps > 0 { room - n_cells } else { 0 };
            let second = |first: usize| if n_gaps > 1 { spare - first } else { 0 };
            for first in 0..=spare {
                for second in 0..=second(first) {
                    let gaps = [first, second];
                    let place = Place { cell, gaps };
                    let mut all = cells(frame, direction, row, place);
                    if all.all(|(cell, pattern)| fits(frame, scene, cell, pattern)) {
                        found.push(place);
                    }
                }
            }
        }
    }
    found
}

/// Whether all that a row needs is somewhere on a line, or on the whole board.
fn can_lie_on(scene: &Scene, line: usize, row: &[Slot]) -> bool {
    let (objects, movements) = (scene.on_lines.of(line), scene.moving_on_lines.of(line));
    row.iter().all(|slot| match slot {
        Slot::Gap => true,
        Slot::Cell(cell) => {
            cell.moving.is_within(movements)
                && cell.present.is_within(objects)
                && cell.any.iter().all(|any| any.meets(objects))
        }
    })
}

fn fits(frame: &Frame, scene: &Scene, cell: usize, pattern: &CellPattern) -> bool {
    let objects = scene.objects_at(frame, cell);
    let has = |here: &[u64], wanted: &Mask, unwanted: &Mask| {
        let mut sets = here.iter().zip(&wanted.0).zip(&unwanted.0);
        sets.all(|((here, wanted), unwanted)| here & wanted == *wanted && here & unwanted == 0)
    };
    has(objects, &pattern.present, &pattern.absent)
        && has(
            scene.movements_at(frame, cell),
            &pattern.moving,
            &pattern.not_moving,
        )
        && pattern.any.iter().all(|any| any.meets(objects))
}
