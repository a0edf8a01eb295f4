//! Trusted: where a rule is found on the board.

use crate::compiled::{CellPattern, LEFT, RIGHT, Rule, Slot};
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
    let is_missing = |slot: &Slot| match slot {
        Slot::Cell(pattern) => needed(frame, pattern).any(|bit| scene.boards[bit].is_empty()),
        Slot::Gap => false,
    };
    if rule.rows.iter().flatten().any(is_missing) {
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

/// Whether a row is found at a place.
pub fn is_at(frame: &Frame, scene: &Scene, direction: u64, row: &[Slot], place: Place) -> bool {
    cells(frame, direction, row, place).all(|(cell, pattern)| fits(frame, scene, cell, pattern))
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
    for cell in row
        .iter()
        .take(1)
        .flat_map(|slot| having(frame, scene, slot))
    {
        // How many cells the gaps take together at most.
        let Some(spare) = frame.room(cell, direction).checked_sub(n_cells) else {
            continue;
        };
        let most = |gap: usize, before: usize| if gap < n_gaps { spare - before } else { 0 };
        for first in 0..=most(0, 0) {
            for second in 0..=most(1, first) {
                let gaps = [first, second];
                let place = Place { cell, gaps };
                if is_at(frame, scene, direction, row, place) {
                    found.push(place);
                }
            }
        }
    }
    if direction == LEFT || direction == RIGHT {
        found.sort_by_key(|place| place.cell % frame.height);
    }
    found
}

/// The cells that have all that a cell of a rule needs.
fn having(frame: &Frame, scene: &Scene, slot: &Slot) -> Vec<usize> {
    let mut cells = frame.everywhere.clone();
    if let Slot::Cell(pattern) = slot {
        needed(frame, pattern).for_each(|bit| cells.keep(&scene.boards[bit]));
        for any in &pattern.any {
            cells.keep(&scene.places(frame, any, false));
        }
    }
    cells.members().collect()
}

/// What must be in a cell, objects and movements, as bits of it.
fn needed(frame: &Frame, pattern: &CellPattern) -> impl Iterator<Item = usize> {
    let movements = pattern.moving.members();
    let movements = movements.map(|bit| 64 * frame.object_words + bit);
    pattern.present.members().chain(movements)
}

fn fits(frame: &Frame, scene: &Scene, cell: usize, pattern: &CellPattern) -> bool {
    let (objects, movements) = (
        scene.objects_at(frame, cell),
        scene.movements_at(frame, cell),
    );
    pattern.present.is_within(objects)
        && !pattern.absent.meets(objects)
        && pattern.moving.is_within(movements)
        && !pattern.not_moving.meets(movements)
        && pattern.any.iter().all(|any| any.meets(objects))
}
