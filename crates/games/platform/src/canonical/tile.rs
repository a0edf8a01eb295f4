//! What a place is: some properties together. Trusted.

/// What a place is: some properties together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tile(u16);

/// The properties by their names.
pub(crate) const PROPERTIES: [(&str, Tile); 10] = [
    ("solid", Tile::SOLID),
    ("one-way", Tile::ONE_WAY),
    ("collectable", Tile::COIN),
    ("deadly from the side", Tile::DEADLY_SIDE),
    ("deadly from above", Tile::DEADLY_ABOVE),
    ("stompable", Tile::STOMPABLE),
    ("walks", Tile::WALKS),
    ("breaks from below", Tile::BREAKS),
    ("exit", Tile::EXIT),
    ("start", Tile::START),
];

/// A mushroom: it walks, kills who runs into it and dies of who falls on it.
pub(crate) const WALKER: Tile = Tile::WALKS.with(Tile::STOMPABLE).with(Tile::DEADLY_SIDE);

impl Tile {
    /// Nothing is there.
    pub const AIR: Tile = Tile(0);
    /// Nobody gets into it.
    pub const SOLID: Tile = Tile(1);
    /// Whoever comes from above stands on it; from elsewhere it is air.
    pub const ONE_WAY: Tile = Tile(1 << 1);
    /// Whoever touches it has it.
    pub const COIN: Tile = Tile(1 << 2);
    /// Whoever touches it from the side or from below dies.
    pub const DEADLY_SIDE: Tile = Tile(1 << 3);
    /// Whoever touches it from above dies.
    pub const DEADLY_ABOVE: Tile = Tile(1 << 4);
    /// Whoever comes from above kills it.
    pub const STOMPABLE: Tile = Tile(1 << 5);
    /// It is gone once a head has hit it from below.
    pub const BREAKS: Tile = Tile(1 << 6);
    /// Where play is won.
    pub const EXIT: Tile = Tile(1 << 7);
    /// Where play begins.
    pub const START: Tile = Tile(1 << 8);
    /// It walks: a mushroom.
    pub const WALKS: Tile = Tile(1 << 9);

    /// The properties of both.
    pub const fn with(self, other: Tile) -> Tile {
        Tile(self.0 | other.0)
    }

    /// Whether it has all of these properties.
    pub const fn is(self, properties: Tile) -> bool {
        self.0 & properties.0 == properties.0
    }

    /// Whether it has one of these properties.
    pub const fn is_any(self, properties: Tile) -> bool {
        self.0 & properties.0 != 0
    }

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
