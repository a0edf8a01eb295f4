//! How ice looks.

use playproof_game::{Brush, Cell, Colour, Shape, Tile, TileId, View};
use playproof_model::Val;

use crate::canonical::{Board, Ground};

const AVATAR: TileId = TileId(4);

/// The view of one level.
pub(crate) struct IceView {
    board: Board,
    legend: Vec<Tile>,
}

impl IceView {
    pub(crate) fn new(board: Board) -> IceView {
        IceView {
            board,
            legend: legend(),
        }
    }
}

/// The letters of levels, and how they look.
pub(crate) fn brushes() -> Vec<Brush> {
    let tiles = legend();
    let brush = |letter: char, shown: &[usize]| {
        let shown: Vec<Tile> = shown.iter().map(|&tile| tiles[tile].clone()).collect();
        let name = shown.last().map_or("".into(), |tile| tile.name.clone());
        Brush::new(letter, name, shown)
    };
    vec![
        brush('#', &[0]),
        brush('~', &[1]),
        brush(':', &[2]),
        brush('A', &[1, 4]),
        brush('G', &[3]),
    ]
}

fn legend() -> Vec<Tile> {
    let (square, disc, tile) = (Shape::square, Shape::disc, Tile::new);
    let glint = |y: f32| {
        Shape::Polygon(vec![
            (0.2, y),
            (0.5, y - 0.2),
            (0.54, y - 0.16),
            (0.24, y + 0.04),
        ])
    };
    let (ice, snow) = (Colour(0xD6, 0xEB, 0xF5), Colour(0xFB, 0xFB, 0xF8));
    let (white, grey) = (Colour(0xFF, 0xFF, 0xFF), Colour(0xC9, 0xCF, 0xD4));
    vec![
        tile(
            "rock",
            '#',
            vec![
                (square(0.0, 0.0), Colour(0x4A, 0x55, 0x60)),
                (square(0.07, 0.16), Colour(0x62, 0x6F, 0x7C)),
            ],
        ),
        tile(
            "ice",
            '~',
            vec![
                (square(0.0, 0.0), ice),
                (glint(0.45), white),
                (glint(0.8), white),
            ],
        ),
        tile(
            "snow",
            ':',
            vec![
                (square(0.0, 0.0), snow),
                (disc(0.3, 0.3, 0.06), grey),
                (disc(0.7, 0.42, 0.06), grey),
                (disc(0.42, 0.72, 0.06), grey),
            ],
        ),
        tile(
            "exit",
            'G',
            vec![
                (square(0.0, 0.0), ice),
                (disc(0.5, 0.5, 0.4), Colour(0x2E, 0x7D, 0x6B)),
                (disc(0.5, 0.5, 0.26), Colour(0x16, 0x4A, 0x43)),
            ],
        ),
        tile(
            "avatar",
            'A',
            vec![
                (disc(0.5, 0.5, 0.38), Colour(0xC9, 0x56, 0x3C)),
                (disc(0.38, 0.44, 0.06), white),
                (disc(0.62, 0.44, 0.06), white),
            ],
        ),
    ]
}

fn tile(ground: Ground) -> TileId {
    TileId(match ground {
        Ground::Rock => 0,
        Ground::Ice => 1,
        Ground::Snow => 2,
        Ground::Exit => 3,
    })
}

impl View for IceView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        (self.board.width, self.board.height)
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let grounds = self.board.ground.iter().enumerate();
        out.extend(grounds.map(|(at, &ground)| {
            Cell::new(
                tile(ground),
                (state.first() == Some(&(at as Val))).then_some(AVATAR),
            )
        }));
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        let at = usize::try_from(*state.first()?).ok()?;
        Some((at % self.board.width, at / self.board.width))
    }
}
