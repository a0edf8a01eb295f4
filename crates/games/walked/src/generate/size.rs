//! How large a level is to be. A [`Size`] is always one that is allowed, so that
//! nothing behind it has to ask again.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The shortest side of a level, without the ring of walls around it.
pub const MIN_SIDE: usize = 2;
/// The longest side of a level, without the ring of walls around it.
pub const MAX_SIDE: usize = 1000;

/// The width and height of a level, without the ring of walls around it.
///
/// Written `24x16`, or `24` for a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    width: usize,
    height: usize,
}

/// Why there is no such [`Size`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SizeError {
    /// It is not written as a size is.
    #[error("`{0}` is not a size; write width and height as in `24x16`, or `24` for a square")]
    Form(String),
    /// A side is too short or too long.
    #[error("the {side} {length} is not allowed; a side has {MIN_SIDE} to {MAX_SIDE} cells")]
    Side {
        /// `width` or `height`.
        side: &'static str,
        /// How long it was asked to be, as written.
        length: String,
    },
}

impl Size {
    /// The size with these sides, each from [`MIN_SIDE`] to [`MAX_SIDE`].
    pub fn new(width: usize, height: usize) -> Result<Size, SizeError> {
        for (side, length) in [("width", width), ("height", height)] {
            if !(MIN_SIDE..=MAX_SIDE).contains(&length) {
                let length = length.to_string();
                return Err(SizeError::Side { side, length });
            }
        }
        Ok(Size { width, height })
    }

    /// The number of columns.
    pub fn width(self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(self) -> usize {
        self.height
    }

    /// The number of cells.
    pub fn area(self) -> usize {
        self.width * self.height
    }
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let is_number = |side: &str| !side.is_empty() && side.bytes().all(|b| b.is_ascii_digit());
        if !is_number(width) || !is_number(height) {
            return Err(SizeError::Form(text.to_owned()));
        }
        // What is too large for a number is too large for a side as well, and the
        // message shows it as it was written.
        let length = |side, digits: &str| {
            digits.parse().map_err(|_| SizeError::Side {
                side,
                length: digits.to_owned(),
            })
        };
        Size::new(length("width", width)?, length("height", height)?)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
