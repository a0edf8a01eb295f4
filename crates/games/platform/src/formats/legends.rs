//! The legends that there are: what letters stand for.
//!
//! Letters of what is not modelled are known too, so that they are refused by name.

use crate::canonical::{LegendName, Tile, WALKER};

/// What a letter stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Means {
    /// This.
    Tile(Tile),
    /// What is not modelled here, and what that is.
    Refused(&'static str),
}

type Letters = &'static [(&'static str, Means)];

const fn tile(tile: Tile) -> Means {
    Means::Tile(tile)
}

const SEED: Letters = &[
    ("A", tile(Tile::AIR)),
    ("B", tile(Tile::SOLID)),
    ("Y", tile(Tile::COIN)),
    ("H", tile(WALKER)),
    ("M", tile(Tile::START)),
    ("E", tile(Tile::EXIT)),
];

const VGLC: Letters = &[
    ("-", tile(Tile::AIR)),
    ("XS?Q<>[]Bb", tile(Tile::SOLID)),
    ("o", tile(Tile::COIN)),
    ("E", tile(WALKER)),
];

const MARIO: Letters = &[
    ("-|", tile(Tile::AIR)),
    ("X#S?@Q!CULDt<>[]", tile(Tile::SOLID)),
    ("%", tile(Tile::ONE_WAY)),
    ("o", tile(Tile::COIN)),
    ("gE", tile(WALKER)),
    ("M", tile(Tile::START)),
    ("F", tile(Tile::EXIT)),
    ("kr", Means::Refused("a turtle, which leaves a shell")),
    ("KR", Means::Refused("a winged turtle")),
    ("G", Means::Refused("a winged mushroom")),
    ("y", Means::Refused("a spiky enemy")),
    ("Y", Means::Refused("a winged spiky enemy")),
    ("*Bb", Means::Refused("a cannon that fires bullets")),
    ("T", Means::Refused("a pipe with a flower in it")),
    ("12", Means::Refused("a hidden block")),
];

/// Letters of things that break, fire or give something where they come from.
const INERT: &str = "S?Q@!CULBb";

/// Names of what is not modelled, as people may write them in a legend of their own.
pub(crate) const REFUSED: [&str; 8] = [
    "turtle", "koopa", "shell", "bullet", "cannon", "flower", "plant", "winged",
];

/// The legends that a level can be known by.
pub(crate) const RECOGNISED: [LegendName; 3] =
    [LegendName::Vglc, LegendName::Seed, LegendName::Mario];

impl LegendName {
    fn table(self) -> Letters {
        match self {
            LegendName::Seed => SEED,
            LegendName::Vglc => VGLC,
            LegendName::Mario => MARIO,
            LegendName::Own => &[],
        }
    }

    /// What a letter stands for, if it stands for something here.
    pub(crate) fn means(self, letter: char) -> Option<Means> {
        let table = self.table().iter();
        let mut found = table.filter(|(letters, _)| letters.contains(letter));
        found.next().map(|(_, means)| *means)
    }

    /// All letters that can be used, with what they stand for.
    pub(crate) fn tiles(self) -> impl Iterator<Item = (char, Tile)> {
        let usable = self
            .table()
            .iter()
            .filter_map(|(letters, means)| match means {
                Means::Tile(tile) => Some((letters, *tile)),
                Means::Refused(_) => None,
            });
        usable.flat_map(|(letters, tile)| letters.chars().map(move |letter| (letter, tile)))
    }

    /// The same letters, for messages.
    pub(crate) fn letters(self) -> String {
        let letters = self.tiles().map(|(letter, _)| letter.to_string());
        letters.collect::<Vec<_>>().join(" ")
    }

    /// Whether something that the letter stands for does more elsewhere than here.
    pub(crate) fn is_inert(self, letter: char) -> bool {
        matches!(self, LegendName::Vglc | LegendName::Mario) && INERT.contains(letter)
    }
}
