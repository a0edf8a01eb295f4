//! The alterations, in two bytes each.

/// What can be done to a level under construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The player starts in this cell.
    Start(u8),
    /// The obstacles of a pentomino are deleted, by its number.
    CutOut(u8),
    /// An obstacle is deleted.
    Delete(u8),
    /// A box is placed.
    Place(u8),
    /// The board stays as it is from now on, and the player moves.
    Freeze,
    /// The player goes a step in a direction, and pushes a box that is there.
    Move(u8),
    /// The player walks to a box and pushes it: the box's cell and the direction.
    Push(u8, u8),
    /// The level is finished.
    Evaluate,
}

/// A [`Change`] as nodes of the tree hold it: its kind, direction and cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alteration(u16);

impl Alteration {
    #[inline]
    const fn new(kind: u16, direction: u8, cell: u8) -> Self {
        Alteration(kind << 12 | (direction as u16) << 8 | cell as u16)
    }

    #[inline]
    pub fn change(self) -> Change {
        let cell = self.0 as u8;
        let direction = (self.0 >> 8) as u8 & 3;
        match self.0 >> 12 {
            0 => Change::Delete(cell),
            1 => Change::Place(cell),
            2 => Change::Freeze,
            3 => Change::Move(direction),
            4 => Change::Push(cell, direction),
            5 => Change::Evaluate,
            6 => Change::CutOut(cell),
            _ => Change::Start(cell),
        }
    }
}

impl From<Change> for Alteration {
    #[inline]
    fn from(change: Change) -> Self {
        match change {
            Change::Delete(cell) => Alteration::new(0, 0, cell),
            Change::Place(cell) => Alteration::new(1, 0, cell),
            Change::Freeze => Alteration::new(2, 0, 0),
            Change::Move(direction) => Alteration::new(3, direction, 0),
            Change::Push(cell, direction) => Alteration::new(4, direction, cell),
            Change::Evaluate => Alteration::new(5, 0, 0),
            Change::CutOut(number) => Alteration::new(6, 0, number),
            Change::Start(cell) => Alteration::new(7, 0, cell),
        }
    }
}
