//! How the coarse game looks.

use playproof_game::{Cell, Colour, Shape, Tile, TileId, View};
use playproof_model::Val;

use super::path::{self, Terrain};
use super::settings::CoarseSettings;
use crate::canonical::{self, Board};
use crate::view::bricks;

const AIR: TileId = TileId(0);
const BLOCK: TileId = TileId(1);
const PLATFORM: TileId = TileId(2);
const COIN: TileId = TileId(3);
const ENEMY: TileId = TileId(4);
const SPIKE: TileId = TileId(5);
const EXIT: TileId = TileId(6);
const PLAYER: TileId = TileId(7);
const BRICKS: TileId = TileId(8);

/// The view of one level.
pub(super) struct CoarseView {
    board: Board,
    /// The places of enemies, in the order of the state, and where that begins there.
    enemies: Vec<usize>,
    first_enemy: usize,
    /// The same of blocks that break.
    blocks: Vec<usize>,
    first_block: usize,
    legend: Vec<Tile>,
}

impl CoarseView {
    pub fn new(board: Board, settings: CoarseSettings) -> CoarseView {
        let terrain = Terrain::new(&board, settings.exit);
        let width = board.width;
        let places = |cells: &[path::Cell]| -> Vec<usize> {
            let place = |&(x, y): &path::Cell| y as usize * width + x as usize;
            cells.iter().map(place).collect()
        };
        let enemies = places(&terrain.enemies);
        let first_enemy = 1 + usize::from(settings.time.is_some());
        let n_enemies = enemies.len();
        CoarseView {
            blocks: places(&terrain.blocks),
            first_block: first_enemy + n_enemies + usize::from(n_enemies > 0),
            enemies,
            first_enemy,
            legend: legend(),
            board,
        }
    }

    fn ground(&self, tile: canonical::Tile) -> TileId {
        use canonical::Tile as T;
        let looks = [
            (T::BREAKS, BRICKS),
            (T::SOLID, BLOCK),
            (T::ONE_WAY, PLATFORM),
            (T::EXIT, EXIT),
            (T::COIN, COIN),
            (T::STOMPABLE, AIR),
            (T::DEADLY_SIDE, SPIKE),
            (T::DEADLY_ABOVE, SPIKE),
        ];
        let look = looks.iter().find(|(property, _)| tile.is(*property));
        look.map_or(AIR, |(_, id)| *id)
    }
}

fn legend() -> Vec<Tile> {
    let (square, disc, rect, tile) = (Shape::square, Shape::disc, Shape::rect, Tile::new);
    let sky = (square(0.0, 0.0), Colour(0xDC, 0xEC, 0xF6));
    let with = |shapes: Vec<(Shape, Colour)>| [vec![sky.clone()], shapes].concat();
    let (brown, dark) = (Colour(0x9A, 0x6B, 0x45), Colour(0x6B, 0x46, 0x2C));
    let (gold, white) = (Colour(0xE3, 0xB5, 0x2F), Colour(0xFF, 0xFF, 0xFF));
    let (grey, green) = (Colour(0x7C, 0x85, 0x8C), Colour(0x2E, 0x7D, 0x46));
    let red = Colour(0xC9, 0x3C, 0x3C);
    let spike = Shape::Polygon(vec![(0.1, 1.0), (0.5, 0.15), (0.9, 1.0)]);
    let flag = Shape::Polygon(vec![(0.34, 0.1), (0.9, 0.3), (0.34, 0.5)]);
    vec![
        tile("air", '-', with(vec![])),
        tile(
            "block",
            'X',
            vec![(square(0.0, 0.0), dark), (square(0.05, 0.08), brown)],
        ),
        tile(
            "platform",
            '=',
            with(vec![(rect(0.0, 0.0, 1.0, 0.3, 0.06), brown)]),
        ),
        tile("coin", 'o', with(vec![(disc(0.5, 0.5, 0.28), gold)])),
        tile(
            "mushroom",
            'E',
            vec![
                (disc(0.5, 0.42, 0.38), dark),
                (rect(0.32, 0.5, 0.36, 0.46, 0.1), white),
            ],
        ),
        tile("spike", '^', with(vec![(spike, grey)])),
        tile(
            "exit",
            'F',
            with(vec![
                (rect(0.26, 0.05, 0.08, 0.95, 0.02), grey),
                (flag, green),
            ]),
        ),
        tile(
            "player",
            'M',
            vec![
                (disc(0.5, 0.5, 0.38), red),
                (disc(0.38, 0.44, 0.06), white),
                (disc(0.62, 0.44, 0.06), white),
            ],
        ),
        tile("block that breaks", 'B', bricks()),
    ]
}

impl View for CoarseView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        (self.board.width, self.board.height)
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let first = out.len();
        out.extend(
            self.board
                .tiles
                .iter()
                .map(|&tile| Cell::new(self.ground(tile), None)),
        );
        for (i, &place) in self.enemies.iter().enumerate() {
            if state.get(self.first_enemy + i) == Some(&1) {
                out[first + place].top = Some(ENEMY);
            }
        }
        for (i, &place) in self.blocks.iter().enumerate() {
            if state.get(self.first_block + i) == Some(&0) {
                out[first + place].ground = AIR;
            }
        }
        if let Some((x, y)) = self.player(state) {
            out[first + y * self.board.width + x].top = Some(PLAYER);
        }
    }

    /// Whoever is above or below the drawing is not seen.
    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        let place = usize::try_from(*state.first()?).ok()?;
        let (x, y) = (place % self.board.width, place / self.board.width);
        (1..=self.board.height).contains(&y).then(|| (x, y - 1))
    }
}
