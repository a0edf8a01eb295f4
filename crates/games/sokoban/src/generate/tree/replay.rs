//! The simulated play of a level, as moves.

use playproof_treesearch::{Construction, Step};

use super::alteration::{Alteration, Change};
use super::bits::Bits;
use super::field::LETTERS;
use super::state::State;
use super::symmetry;
use super::workshop::Workshop;

/// Builds a level again. Gives its last state and the moves up to the last push, as LURD:
/// pushes are capital letters. Where states were turned on the way, so are the moves
/// before: all are of the last state's board.
pub fn replayed<B: Bits>(
    workshop: &Workshop<B>,
    root_symmetry: u8,
    steps: &[Step<Alteration>],
) -> (State<B>, String) {
    let mut state = workshop.root();
    workshop.turn(&mut state, root_symmetry);
    let mut moves: Vec<(u8, bool)> = Vec::new();
    for step in steps {
        match step.alteration.change() {
            Change::Move(direction) => {
                let next = workshop.field.step(state.player, direction);
                moves.push((direction, state.boxes.has(next)));
            }
            Change::Push(cell, direction) => {
                let walk = workshop.walk(&state, cell, direction);
                moves.extend(walk.directions().iter().map(|&d| (d, false)));
                moves.push((direction, true));
            }
            _ => {}
        }
        workshop.apply(&mut state, step.alteration);
        if step.symmetry != 0 {
            workshop.turn(&mut state, step.symmetry);
            for (direction, _) in &mut moves {
                *direction = symmetry::direction(*direction, step.symmetry);
            }
        }
    }
    let n = moves.iter().rposition(|(_, is_push)| *is_push);
    let letters = moves[..n.map_or(0, |last| last + 1)].iter();
    let lurd = letters.map(|&(direction, is_push)| {
        let letter = LETTERS[usize::from(direction)];
        match is_push {
            true => letter.to_ascii_uppercase(),
            false => letter,
        }
    });
    (state, lurd.collect())
}
