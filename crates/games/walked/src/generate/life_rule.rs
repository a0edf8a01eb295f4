//! Rules of life-like automata in the usual notation, such as `B3/S12345`: with how
//! many walls around it a floor cell becomes a wall, and with how many a wall stays.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// When a wall is born and when it survives, by the number of walls among the
/// eight cells around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LifeRule {
    /// Bit `n` is set if `n` walls around it turn floor into a wall.
    birth: u16,
    /// Bit `n` is set if `n` walls around it let a wall stay.
    survival: u16,
}

/// Why a text is not a [`LifeRule`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LifeRuleError {
    /// It does not have the two parts.
    #[error("`{0}` is not a rule; write births and survivals as in `B3/S12345`")]
    Form(String),
    /// A part holds something other than a number of neighbours.
    #[error("column {column}: `{letter}` is not a number of neighbours; they are 0 to 8")]
    Neighbours {
        /// Where in the text, from 1.
        column: usize,
        /// What stands there.
        letter: char,
    },
}

impl LifeRule {
    /// The rule of mazes, `B3/S12345`.
    pub const MAZE: LifeRule = LifeRule {
        birth: 1 << 3,
        survival: 0b11_1110,
    };

    /// Whether floor with `n_walls` walls around it becomes a wall.
    pub fn is_born(self, n_walls: u32) -> bool {
        self.birth >> n_walls & 1 == 1
    }

    /// Whether a wall with `n_walls` walls around it stays one.
    pub fn survives(self, n_walls: u32) -> bool {
        self.survival >> n_walls & 1 == 1
    }
}

impl FromStr for LifeRule {
    type Err = LifeRuleError;

    fn from_str(text: &str) -> Result<LifeRule, LifeRuleError> {
        let form = || LifeRuleError::Form(text.to_owned());
        let (births, survivals) = text.split_once('/').ok_or_else(form)?;
        let births = births.strip_prefix(['B', 'b']).ok_or_else(form)?;
        let survivals = survivals.strip_prefix(['S', 's']).ok_or_else(form)?;
        Ok(LifeRule {
            birth: neighbours(births, 2)?,
            survival: neighbours(survivals, 2 + births.chars().count() + 2)?,
        })
    }
}

impl fmt::Display for LifeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |set: u16| -> String {
            (0..9u8)
                .filter(|n| set >> n & 1 == 1)
                .map(|n| char::from(b'0' + n))
                .collect()
        };
        write!(f, "B{}/S{}", digits(self.birth), digits(self.survival))
    }
}

/// The set of numbers written as `digits`, whose first stands in this column.
fn neighbours(digits: &str, first_column: usize) -> Result<u16, LifeRuleError> {
    let mut set = 0;
    for (i, letter) in digits.chars().enumerate() {
        match letter.to_digit(9) {
            Some(n) => set |= 1 << n,
            None => {
                let column = first_column + i;
                return Err(LifeRuleError::Neighbours { column, letter });
            }
        }
    }
    Ok(set)
}
