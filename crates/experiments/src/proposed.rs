//! Levels for experiments whose own levels were made by a pipeline and are not to
//! be had: the generator's proposals with its usual design, numbered from 0 and
//! every one of them, so that nothing is chosen and all methods see the same.

use playproof::Level;
use playproof_walked::generate::{Cast, Design, Generator, Size, Tie};

/// The seed of all proposals.
pub const SEED: u64 = 1;

/// Levels of one game and size.
#[derive(Clone, Copy)]
pub struct Field {
    /// The game by its sprites.
    pub cast: Cast,
    /// Columns and rows inside the ring of walls.
    pub side: usize,
    /// What is unusual about the design.
    change: Change,
}

/// What is changed of the usual design.
pub type Change = fn(Design) -> Design;

/// Designs beside the usual one, for what is not said of the published levels.
pub const DESIGNS: [(&str, Change); 5] = [
    ("usual", |design| design),
    ("cells changed one by one", |design| Design {
        in_place: true,
        ..design
    }),
    ("ties from the largest region", |design| Design {
        tie: Tie::Main,
        ..design
    }),
    ("40 % connected", |design| Design {
        connect: 40,
        ..design
    }),
    ("60 % connected", |design| Design {
        connect: 60,
        ..design
    }),
];

impl Field {
    fn new(cast: Cast, side: usize) -> Field {
        Field {
            cast,
            side,
            change: DESIGNS[0].1,
        }
    }

    /// Mazes of this size.
    pub fn mazes(side: usize) -> Field {
        Field::new(Cast::ALONE, side)
    }

    /// Races of this size.
    pub fn races(side: usize) -> Field {
        Field::new(Cast::against('E'), side)
    }

    /// The same with another design.
    pub fn with(self, change: Change) -> Field {
        Field { change, ..self }
    }

    /// The game's name.
    pub fn game(self) -> &'static str {
        match self.cast.opponent {
            None => "maze",
            Some(_) => "race",
        }
    }

    /// The size in tables.
    pub fn size(self) -> String {
        format!("{0}x{0}", self.side)
    }

    /// The texts of the first `n` proposals.
    pub fn texts(self, n: usize) -> impl Iterator<Item = String> {
        let size = Size::new(self.side, self.side).expect("sizes of experiments are allowed");
        let design = (self.change)(Design::new(self.cast, size));
        let mut generator = Generator::new(design).expect("the usual design is sound");
        (0..n as u64).map(move |number| {
            let proposal = generator.propose(SEED, number);
            let proposal =
                proposal.expect("a good part of the square is floor, which is room enough");
            proposal.text().to_owned()
        })
    }
}

/// The level of a proposal's text.
pub fn level_of(text: &str) -> Level {
    let file = playproof::read("a proposal", text.as_bytes());
    let mut levels = file.expect("a proposal can be read").levels;
    levels.swap_remove(0)
}

/// What reports say of their levels.
pub fn words(what: &str) -> String {
    format!(
        "Levels: {what}, made by the generator with its usual design (rule 150, then B3/S12345, floor joined \
         until half of the square is connected or nothing is left to join, the sprites far apart in Manhattan distance) as proposals 0, 1, 2, \
         … of seed {SEED}. None is left out and none is chosen; the published levels are not to be had."
    )
}
