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
}
