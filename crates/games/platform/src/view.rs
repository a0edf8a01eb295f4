//! How a platform level looks.

use playproof_game::{Cell, Colour, Shape, Tile as Picture, TileId, View};
use playproof_model::Val;

use crate::canonical::{Board, Tile};
use crate::profile::Profile;

/// The view of one level.
pub(crate) struct PlatformView {
    board: Board,
    body: (Val, Val),
    tile: Val,
    legend: Vec<Picture>,
}

const PLAYER: TileId = TileId(6);

impl PlatformView {
    pub(crate) fn new(board: Board, profile: &Profile) -> PlatformView {
        PlatformView {
            board,
            body: profile.body,
            tile: profile.tile,
            legend: legend(),
        }
    }

    /// The place that the middle of the body is in.
    fn place(&self, state: &[Val]) -> Option<(usize, usize)> {
        let (&x, &y) = (state.first()?, state.get(2)?);
        let column = (x + self.body.0 / 2).div_euclid(self.tile);
        let row = (y - self.body.1 / 2).div_euclid(self.tile);
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (column < self.board.width && row < self.board.height).then_some((column, row))
    }
}

fn legend() -> Vec<Picture> {
    let (square, disc, rect, tile) = (Shape::square, Shape::disc, Shape::rect, Picture::new);
    let sky = Colour(0xBF, 0xDD, 0xF2);
    let air = || (square(0.0, 0.0), sky);
    vec![
        tile("air", '-', vec![air()]),
        tile(
            "ground",
            'X',
            vec![
                (square(0.0, 0.0), Colour(0x8A, 0x5A, 0x3B)),
                (square(0.06, 0.08), Colour(0xA8, 0x72, 0x4E)),
            ],
        ),
        tile(
            "platform",
            '%',
            vec![
                air(),
                (rect(0.0, 0.0, 1.0, 0.3, 0.0), Colour(0x6B, 0x8E, 0x3E)),
            ],
        ),
        tile(
            "coin",
            'o',
            vec![air(), (disc(0.5, 0.5, 0.26), Colour(0xE8, 0xB9, 0x23))],
        ),
        tile(
            "walker",
            'E',
            vec![air(), (disc(0.5, 0.55, 0.36), Colour(0x7A, 0x3B, 0x2E))],
        ),
        tile(
            "exit",
            'F',
            vec![
                air(),
                (rect(0.42, 0.0, 0.16, 1.0, 0.0), Colour(0x2E, 0x7D, 0x6B)),
            ],
        ),
        tile(
            "player",
            'M',
            vec![(rect(0.2, 0.1, 0.6, 0.9, 0.2), Colour(0xC9, 0x3C, 0x3C))],
        ),
    ]
}

fn picture(tile: Tile) -> TileId {
    TileId(match tile {
        tile if tile.is(Tile::SOLID) => 1,
        tile if tile.is(Tile::ONE_WAY) => 2,
        tile if tile.is(Tile::COIN) => 3,
        tile if tile.is(Tile::WALKS) => 4,
        tile if tile.is(Tile::EXIT) => 5,
        _ => 0,
    })
}

impl View for PlatformView {
    fn legend(&self) -> &[Picture] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        (self.board.width, self.board.height)
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let here = self
            .place(state)
            .map(|(column, row)| row * self.board.width + column);
        let tiles = self.board.tiles.iter().enumerate();
        out.extend(tiles.map(|(at, &tile)| Cell {
            ground: picture(tile),
            top: (here == Some(at)).then_some(PLAYER),
        }));
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        self.place(state)
    }
}
