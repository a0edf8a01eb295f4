//! What a place is, in words, and what can be together.

use super::tile::{PROPERTIES, Tile};

/// A mushroom: it walks, kills who runs into it and dies of who falls on it.
pub(crate) const WALKER: Tile = Tile::WALKS.with(Tile::STOMPABLE).with(Tile::DEADLY_SIDE);

impl Tile {
    /// Its properties in words, from which the formats read it again.
    pub fn words(self) -> String {
        let own = PROPERTIES.iter().filter(|(_, property)| self.is(*property));
        let words: Vec<&str> = own.map(|(word, _)| *word).collect();
        match &words[..] {
            [] => "air".to_owned(),
            words => words.join(", "),
        }
    }

    /// Why nothing can have these properties together.
    pub(crate) fn contradiction(self) -> Option<&'static str> {
        let ground = Tile::SOLID.with(Tile::ONE_WAY);
        let place = ground.with(Tile::EXIT).with(Tile::START).with(Tile::COIN);
        if self.is(ground) {
            Some("what is one-way is not solid")
        } else if self.is(Tile::BREAKS) && !self.is(Tile::SOLID) {
            Some("only what is solid breaks from below")
        } else if self.is(Tile::COIN) && self.is(Tile::SOLID) {
            Some("nobody gets into what is solid to collect it")
        } else if self.is(Tile::WALKS) && self.is_any(place) {
            Some("what walks is no ground, coin, exit or start")
        } else if self.is(Tile::STOMPABLE.with(Tile::DEADLY_ABOVE)) {
            Some("what is deadly from above is not stompable")
        } else {
            None
        }
    }
}
