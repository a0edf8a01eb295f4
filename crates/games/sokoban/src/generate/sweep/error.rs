//! What a sweep refuses.

use std::fmt;

/// Why a board cannot be swept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SweepError {
    /// The board has no cells inside the ring of walls.
    NoRoom {
        /// Columns without the ring.
        width: usize,
        /// Rows without the ring.
        height: usize,
    },
    /// The board has more than 64 cells inside the ring of walls.
    TooLarge {
        /// Columns without the ring.
        width: usize,
        /// Rows without the ring.
        height: usize,
    },
    /// There are too many sets of boxes to number.
    TooManyBoxes {
        /// How many boxes.
        n_boxes: usize,
        /// How many cells of floor.
        n_floor: usize,
    },
    /// The boxes do not fit onto the board with room for the player.
    NoRoomForBoxes {
        /// How many boxes.
        n_boxes: usize,
        /// How many cells inside the ring.
        n_cells: usize,
    },
    /// Boxes and goals that the player can get to differ in number.
    Unequal {
        /// How many boxes.
        n_boxes: u32,
        /// How many goals.
        n_goals: u32,
    },
    /// A letter that is not known, or floor on the ring.
    Letter {
        /// The letter.
        letter: char,
        /// Its column.
        x: usize,
        /// Its row.
        y: usize,
    },
    /// No player is drawn.
    NoPlayer,
    /// The least value of the band is above the largest, or 0.
    Band(u32, u32),
    /// No figure has a weight above 0.
    NoObjective,
    /// A level to start from has another size or another number of boxes.
    OtherStart,
}

impl fmt::Display for SweepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SweepError::NoRoom { width, height } => {
                write!(f, "a board of {width}x{height} has no cells")
            }
            SweepError::TooLarge { width, height } => write!(
                f,
                "a board of {width}x{height} has more than 64 cells inside its ring of walls"
            ),
            SweepError::TooManyBoxes { n_boxes, n_floor } => write!(
                f,
                "{n_boxes} boxes on {n_floor} cells of floor have too many arrangements to sweep"
            ),
            SweepError::NoRoomForBoxes { n_boxes, n_cells } => write!(
                f,
                "{n_boxes} boxes and a player that can push them do not fit onto {n_cells} cells"
            ),
            SweepError::Unequal { n_boxes, n_goals } => write!(
                f,
                "there are {n_boxes} boxes and {n_goals} goals within reach: a sweep needs as many boxes as goals, at least one"
            ),
            SweepError::Letter { letter, x, y } => {
                write!(f, "unexpected letter `{letter}` in column {x}, row {y}")
            }
            SweepError::NoPlayer => write!(f, "there is no player"),
            SweepError::Band(least, most) => {
                write!(f, "no number of pushes is within {least}..{most}")
            }
            SweepError::NoObjective => write!(f, "nothing to look for: all weights are 0"),
            SweepError::OtherStart => write!(
                f,
                "the level to start from has another size or another number of boxes"
            ),
        }
    }
}

impl std::error::Error for SweepError {}
