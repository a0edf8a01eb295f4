//! The tiles of dungeons.

use playproof_game::{Colour, Shape, Tile, TileId};

pub(crate) const ROCK: TileId = TileId(0);
pub(crate) const ROOM: TileId = TileId(1);
pub(crate) const GOAL: TileId = TileId(2);
pub(crate) const CORRIDOR: TileId = TileId(3);
pub(crate) const DOOR: TileId = TileId(4);
pub(crate) const PLAYER: TileId = TileId(5);
pub(crate) const THING: TileId = TileId(6);

/// The tiles, by number.
pub(crate) fn legend() -> Vec<Tile> {
    let (square, disc, tile) = (Shape::square, Shape::disc, Tile::new);
    let bar = |x: f32, y: f32, width: f32, height: f32| Shape::rect(x, y, width, height, 0.04);
    let rock = (square(0.0, 0.0), Colour(0x3B, 0x3A, 0x45));
    let floor = Colour(0xF4, 0xF1, 0xEA);
    let gold = Colour(0xD9, 0x9A, 0x1E);
    vec![
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
            vec![rock, (square(0.22, 0.0), Colour(0xD8, 0xD2, 0xC4))],
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
    ]
}
