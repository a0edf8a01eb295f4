//! Letters of platform levels. Trusted.

use playproof_level::{Diagnostic, Level};

use crate::canonical::Tile;

/// What letters stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Legend(&'static [(char, Tile)]);

const WALKER: Tile = Tile::WALKS.with(Tile::STOMPABLE).with(Tile::DEADLY_SIDE);

const VGLC: Legend = Legend(&[
    ('-', Tile::AIR),
    ('X', Tile::SOLID),
    ('S', Tile::SOLID),
    ('?', Tile::SOLID),
    ('Q', Tile::SOLID),
    ('<', Tile::SOLID),
    ('>', Tile::SOLID),
    ('[', Tile::SOLID),
    (']', Tile::SOLID),
    ('B', Tile::SOLID),
    ('b', Tile::SOLID),
    ('o', Tile::COIN),
    ('E', WALKER),
]);

impl Legend {
    /// How a level is written, for messages.
    pub const HELP: &'static str = "a platform level is drawn with X (ground), - (air) and others";

    /// The legend of a level.
    pub fn of(_level: &Level) -> Result<Legend, Diagnostic> {
        Ok(VGLC)
    }

    /// What a letter stands for, if it stands for something here.
    pub fn tile(&self, letter: char) -> Option<Tile> {
        let known = self.0.iter().find(|(known, _)| *known == letter);
        known.map(|(_, tile)| *tile)
    }

    /// All letters, for messages.
    pub fn letters(&self) -> String {
        let letters: Vec<String> = self
            .0
            .iter()
            .map(|(letter, _)| letter.to_string())
            .collect();
        format!("known letters: {}", letters.join(" "))
    }
}

/// The letters of which a drawing must have one to be taken for a platform level.
const OWN: [char; 6] = ['X', '?', 'Q', '[', ']', 'o'];

/// How much a drawing looks like a platform level.
pub fn likeness(level: &Level) -> usize {
    let cells = level.grid().map_or(&[][..], |grid| grid.cells());
    let is_own = cells.iter().any(|letter| OWN.contains(letter));
    let known = cells.iter().filter(|letter| VGLC.tile(**letter).is_some());
    if is_own { known.count() } else { 0 }
}
