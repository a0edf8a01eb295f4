//! The tiles of dungeons.

use crate::canonical::What;
use playproof_game::{Colour, Shape, Tile, TileId};

pub(crate) const ROCK: TileId = TileId(0);
pub(crate) const ROOM: TileId = TileId(1);
pub(crate) const GOAL: TileId = TileId(2);
pub(crate) const CORRIDOR: TileId = TileId(3);
pub(crate) const DOOR: TileId = TileId(4);
pub(crate) const PLAYER: TileId = TileId(5);
pub(crate) const THING: TileId = TileId(6);
/// Of drawn dungeons.
pub(crate) const WALL: TileId = TileId(7);
pub(crate) const FLOOR: TileId = TileId(8);
pub(crate) const GOAL_FLOOR: TileId = TileId(9);
pub(crate) const OPEN_DOOR: TileId = TileId(10);
/// One-way passages to the left, right, up and down.
pub(crate) const ARROWS: [TileId; 4] = [TileId(11), TileId(12), TileId(13), TileId(14)];

/// The first of the tiles of kinds: of each kind one for a key, a door and an item.
const KINDS: u16 = 15;

/// Colours of kinds, far apart for all eyes. More kinds than these share them.
const COLOURS: [Colour; 8] = [
    Colour(0xD9, 0x9A, 0x1E),
    Colour(0x2B, 0x8C, 0xBE),
    Colour(0xC2, 0x3B, 0x5A),
    Colour(0x3B, 0x9C, 0x5C),
    Colour(0x8E, 0x5B, 0xB5),
    Colour(0xE0, 0x6C, 0x2E),
    Colour(0x5A, 0x6B, 0x7B),
    Colour(0xB8, 0xA1, 0x2A),
];

fn of_kind(kind: usize) -> u16 {
    KINDS + 3 * (kind % COLOURS.len()) as u16
}

/// The tile of a thing of this kind.
pub(crate) fn thing(kind: usize, what: What) -> TileId {
    match what {
        What::Key => TileId(of_kind(kind)),
        What::Item | What::Switch => TileId(of_kind(kind) + 2),
    }
}

/// The tile of a door whose lock needs this kind first.
pub(crate) fn door(kind: usize) -> TileId {
    TileId(of_kind(kind) + 1)
}

/// The letter of an arrow.
pub(crate) fn arrow_glyph(arrow: TileId) -> char {
    ['<', '>', '^', 'v'][usize::from(arrow.0) - 11]
}

/// The tiles, by number.
pub(crate) fn legend() -> Vec<Tile> {
    let (square, disc, tile) = (Shape::square, Shape::disc, Tile::new);
    let bar = |x: f32, y: f32, width: f32, height: f32| Shape::rect(x, y, width, height, 0.04);
    let rock = (square(0.0, 0.0), Colour(0x3B, 0x3A, 0x45));
    let floor = Colour(0xF4, 0xF1, 0xEA);
    let gold = Colour(0xD9, 0x9A, 0x1E);
    let paving = (square(0.0, 0.0), floor);
    let arrow = |arrow: TileId, tip: [(f32, f32); 3]| {
        let shape = Shape::Polygon(tip.to_vec());
        let grey = Colour(0x8C, 0x86, 0x99);
        tile(
            "one-way passage",
            arrow_glyph(arrow),
            vec![paving.clone(), (shape, grey)],
        )
    };
    let [left, right, up, down] = ARROWS;
    let mut tiles = vec![
        tile("rock", ' ', vec![rock.clone()]),
        tile("room", '.', vec![rock.clone(), (square(0.0, 0.12), floor)]),
        tile(
            "goal",
            'G',
            vec![
                rock.clone(),
                (square(0.0, 0.12), floor),
                (square(0.1, 0.1), Colour(0x9C, 0xCF, 0x8B)),
            ],
        ),
        tile(
            "corridor",
            '+',
            vec![rock.clone(), (square(0.22, 0.0), Colour(0xD8, 0xD2, 0xC4))],
        ),
        tile(
            "locked door",
            'X',
            vec![
                (square(0.2, 0.06), Colour(0x8A, 0x4B, 0x2A)),
                (disc(0.5, 0.5, 0.09), gold),
            ],
        ),
        tile(
            "player",
            '@',
            vec![(disc(0.5, 0.5, 0.32), Colour(0x2F, 0x6F, 0xB5))],
        ),
        tile(
            "key or item",
            'k',
            vec![
                (disc(0.36, 0.5, 0.16), gold),
                (bar(0.46, 0.46, 0.34, 0.08), gold),
                (bar(0.7, 0.5, 0.07, 0.14), gold),
            ],
        ),
        tile("wall", '#', vec![rock.clone()]),
        tile("floor", '.', vec![paving.clone()]),
        tile(
            "goal",
            'G',
            vec![paving.clone(), (square(0.1, 0.1), Colour(0x9C, 0xCF, 0x8B))],
        ),
        tile(
            "open door",
            '+',
            vec![
                paving.clone(),
                (square(0.2, 0.06), Colour(0xD9, 0xC4, 0xB4)),
            ],
        ),
    ];
    tiles.extend([
        arrow(left, [(0.2, 0.5), (0.75, 0.2), (0.75, 0.8)]),
        arrow(right, [(0.8, 0.5), (0.25, 0.2), (0.25, 0.8)]),
        arrow(up, [(0.5, 0.2), (0.2, 0.75), (0.8, 0.75)]),
        arrow(down, [(0.5, 0.8), (0.2, 0.25), (0.8, 0.25)]),
    ]);
    for colour in COLOURS {
        tiles.push(tile(
            "key or item",
            'k',
            vec![
                (disc(0.36, 0.5, 0.16), colour),
                (bar(0.46, 0.46, 0.34, 0.08), colour),
                (bar(0.7, 0.5, 0.07, 0.14), colour),
            ],
        ));
        tiles.push(tile(
            "locked door",
            'X',
            vec![
                (square(0.2, 0.06), Colour(0x6B, 0x4A, 0x3A)),
                (square(0.28, 0.04), colour),
                (disc(0.5, 0.5, 0.09), Colour(0x3B, 0x3A, 0x45)),
            ],
        ));
        let gem = vec![(0.5, 0.2), (0.78, 0.5), (0.5, 0.8), (0.22, 0.5)];
        tiles.push(tile("item", 'k', vec![(Shape::Polygon(gem), colour)]));
    }
    tiles
}
