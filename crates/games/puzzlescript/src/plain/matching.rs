//! Trusted: where a rule is found on the board.

use crate::compiled::{CellPattern, DOWN, LEFT, RIGHT, Rule, Slot, UP};
use crate::plain::scene::{Frame, Scene};

/// Where a row is found: its first cell, and how many cells each of its gaps takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The first cell.
    pub cell: usize,
    /// The lengths of its gaps; 0 where it has none.
    pub gaps: [usize; 2],
}

/// All ways to find every row of a rule, the places of the first row changing fastest.
/// None if a row is nowhere.
pub fn matches(frame: &Frame, scene: &Scene, rule: &Rule) -> Vec<Vec<Place>> {
    let mut found: Vec<Vec<Place>> = vec![Vec::new()];
    for row in &rule.rows {
        let places = places(frame, scene, rule.direction, row);
        if places.is_empty() {
            return Vec::new();
        }
        let with = |place: &Place, before: &Vec<Place>| {
            let mut all = before.clone();
            all.push(*place);
            all
        };
        let each = places.iter();
        found = each
            .flat_map(|place| found.iter().map(move |before| with(place, before)))
            .collect();
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
    if !is_possible(scene, row) {
        return found;
    }
    let n_gaps = row.iter().filter(|slot| **slot == Slot::Gap).count();
    let n_cells = row.len() - n_gaps;
    let (width, height) = (frame.width, frame.height);
    let mut look_at = |x: usize, y: usize| {
        // How many cells there are in the row's direction, this one included.
        let room = match direction {
            UP => y + 1,
            DOWN => height - y,
            LEFT => x + 1,
            RIGHT => width - x,
            _ => 0,
        };
        if room < n_cells {
            return;
        }
        let cell = x * height + y;
        // Most places fail here already, whatever the gaps are.
        if let Some(Slot::Cell(first)) = row.first()
            && !fits(frame, scene, cell, first)
        {
            return;
        }
        let spare = if n_gaps > 0 { room - n_cells } else { 0 };
        let second = |first: usize| if n_gaps > 1 { spare - first } else { 0 };
        for first in 0..=spare {
            for second in 0..=second(first) {
                let place = Place {
                    cell,
                    gaps: [first, second],
                };
                let mut all = cells(frame, direction, row, place);
                if all.all(|(cell, pattern)| fits(frame, scene, cell, pattern)) {
                    found.push(place);
                }
            }
        }
    };
    if direction == LEFT || direction == RIGHT {
        (0..height).for_each(|y| (0..width).for_each(|x| look_at(x, y)));
    } else {
        (0..width).for_each(|x| (0..height).for_each(|y| look_at(x, y)));
    }
    found
}

/// Whether all that a row needs is somewhere on the board.
fn is_possible(scene: &Scene, row: &[Slot]) -> bool {
    row.iter().all(|slot| match slot {
        Slot::Gap => true,
        Slot::Cell(cell) => {
            cell.present.is_within(&scene.somewhere.0)
                && cell.moving.is_within(&scene.moving_somewhere.0)
        }
    })
}

fn fits(frame: &Frame, scene: &Scene, cell: usize, pattern: &CellPattern) -> bool {
    let objects = scene.objects_at(frame, cell);
    let movements = scene.movements_at(frame, cell);
    pattern.present.is_within(objects)
        && !pattern.absent.meets(objects)
        && pattern.moving.is_within(movements)
        && !pattern.not_moving.meets(movements)
        && pattern.any.iter().all(|any| any.meets(objects))
}
