//! What kind of levels are wanted: everything a proposal depends on besides the
//! seed and its number.

use thiserror::Error;

use crate::generate::{LifeRule, SeedLine, Size};

/// The sprites of a level: an avatar `A`, a goal `G`, and perhaps somebody else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cast {
    /// The letter of the sprite that the avatar plays against, if there is one.
    pub opponent: Option<char>,
}

/// Where the sprites go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Placement {
    /// The first two sprites on the two floor cells farthest apart in Manhattan
    /// distance, reachable from each other or not; a third on the floor cell nearest
    /// to the midpoint between them.
    ///
    /// Of several pairs the one whose first cell comes first in rows from the top,
    /// then the one whose second does. The avatar is on the first; against an
    /// opponent it is drawn by lot who is on which, since levels are not alike above
    /// and below. Of several cells
    /// nearest to the midpoint, the one whose distances to the two differ least as
    /// the crow flies (their squares are compared), then the first in rows.
    Manhattan,
    /// Distinct floor cells, each as likely as any other.
    Random,
    /// The first two sprites at the greatest walking distance within the largest
    /// region of floor; a third where its walking distances to the two differ least.
    ///
    /// Of several regions the one with the first cell in rows from the top. Of
    /// several pairs, as with [`Placement::Manhattan`]. Of several cells for the
    /// third sprite the nearest to the avatar, then the first in rows.
    FarthestPath,
}

/// Which of several nearest pairs of cells is joined: it says from which side they
/// are looked through, in rows from the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tie {
    /// The pair whose cell of the other region comes first, then the one whose cell of
    /// the main region does.
    Other,
    /// The pair whose cell of the main region comes first, then the one whose other
    /// cell does.
    Main,
}

/// What kind of levels are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Design {
    /// The size without the ring of walls.
    pub size: Size,
    /// The number of the elementary rule, as Wolfram counts them.
    pub rule: u8,
    /// The life-like rule.
    pub life: LifeRule,
    /// Whether the life-like rule changes cells one by one in rows, each seeing
    /// what became of those before it, instead of all at once.
    pub in_place: bool,
    /// How many generations of the life-like rule there are at most. With 0 the
    /// elementary automaton's output stays as it is.
    pub max_generations: u32,
    /// The percentage of the square that the largest region of floor must cover
    /// before joining stops and all other floor is filled. With 0 nothing is joined
    /// and nothing filled.
    pub connect: u8,
    /// What is joined first where several cells are equally near.
    pub tie: Tie,
    /// Where the sprites go.
    pub placement: Placement,
    /// Which sprites there are.
    pub cast: Cast,
    /// The line that the elementary automaton starts from; random if there is none.
    /// With a line, proposals differ only by a random placement.
    pub line: Option<SeedLine>,
}

/// Why levels of a [`Design`] cannot be proposed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DesignError {
    /// The line is not as long as the level is wide.
    #[error("the line has {length} cells, but the level is {width} wide; it must have {width}")]
    LineLength {
        /// The line's length.
        length: usize,
        /// The level's width.
        width: usize,
    },
    /// The share to connect is no percentage.
    #[error("{0} % of the square cannot be connected; a percentage is 0 to 100")]
    Connect(u8),
}

impl Cast {
    /// The avatar alone.
    pub const ALONE: Cast = Cast { opponent: None };

    /// The avatar and somebody with this letter.
    pub const fn against(letter: char) -> Cast {
        Cast {
            opponent: Some(letter),
        }
    }
}

impl Design {
    /// The usual design: rule 150, then `B3/S12345` for at most 1000 generations,
    /// half of the square connected, the sprites far apart in Manhattan distance.
    pub fn new(cast: Cast, size: Size) -> Design {
        Design {
            size,
            rule: 150,
            life: LifeRule::MAZE,
            in_place: false,
            max_generations: 1000,
            connect: 50,
            tie: Tie::Other,
            placement: Placement::Manhattan,
            cast,
            line: None,
        }
    }

    /// Whether levels of this design can be proposed.
    pub fn validate(&self) -> Result<(), DesignError> {
        if self.connect > 100 {
            return Err(DesignError::Connect(self.connect));
        }
        let width = self.size.width();
        match self.line.as_ref().map(|line| line.walls().len()) {
            Some(length) if length != width => Err(DesignError::LineLength { length, width }),
            _ => Ok(()),
        }
    }
}
