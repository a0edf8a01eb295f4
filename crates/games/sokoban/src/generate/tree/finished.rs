//! What the last alteration makes of a level: boxes go back to where they started, goals
//! are where they ended, and what nobody used becomes wall.

use super::bits::Bits;
use super::field::Field;
use super::state::State;

/// A finished level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished<B> {
    /// Cells that are no walls.
    pub floor: B,
    /// Where boxes start.
    pub boxes: B,
    /// Where they should be.
    pub goals: B,
    /// Where the player starts.
    pub player: u8,
}

impl<B: Bits> Finished<B> {
    /// Boxes that were never pushed have no track, so that they become walls as cells do
    /// that the player never was in. A cell that a box only ended in stays floor.
    #[inline]
    pub fn new(state: &State<B>) -> Self {
        let (mut boxes, mut goals) = (B::NONE, B::NONE);
        for track in state.tracks() {
            boxes |= B::of(track.origin);
            goals |= B::of(track.now);
        }
        Finished {
            floor: state.used | goals,
            boxes,
            goals,
            player: state.start,
        }
    }

    /// Whether there is anything to do: a box, and a goal without one.
    pub fn is_level(&self) -> bool {
        self.boxes != self.goals
    }

    /// In XSB, with a ring of walls around these corners.
    pub fn rows(
        &self,
        field: &Field<B>,
        ((x0, y0), (x1, y1)): ((u8, u8), (u8, u8)),
    ) -> Vec<String> {
        let letter = |cell: u8| {
            let is = [self.player == cell, self.boxes.has(cell)];
            match (self.floor.has(cell), is, self.goals.has(cell)) {
                (false, ..) => '#',
                (_, [true, _], true) => '+',
                (_, [true, _], false) => '@',
                (_, [_, true], true) => '*',
                (_, [_, true], false) => '$',
                (_, _, true) => '.',
                _ => ' ',
            }
        };
        let wall = "#".repeat(usize::from(x1 - x0) + 3);
        let row = |y: u8| {
            let cells: String = (x0..=x1).map(|x| letter(field.cell(x, y))).collect();
            format!("#{cells}#")
        };
        let mut rows = vec![wall.clone()];
        rows.extend((y0..=y1).map(row));
        rows.push(wall);
        rows
    }
}
