//! How levels look that are walked.

use playproof_level::Level;
use playproof_model::Val;

use crate::floor::{Floor, Letter, Words};
use playproof_game::{Brush, Cell, Colour, Shape, Tile, TileId, View};

const WALL: TileId = TileId(0);
const FLOOR: TileId = TileId(1);
const GOAL: TileId = TileId(2);
const AVATAR: TileId = TileId(3);
/// The first of four, in the order of the directions.
const ARROW: TileId = TileId(4);
const OPPONENT: TileId = TileId(8);

/// The view of one level. In a state the player's cell comes first, then the
/// opponent's if there is one.
pub struct FloorView {
    size: (usize, usize),
    ground: Vec<TileId>,
    /// Where each floor cell is.
    places: Vec<(usize, usize)>,
    has_opponent: bool,
    legend: Vec<Tile>,
}

impl FloorView {
    /// The look of a level's floor.
    pub fn new(level: &Level, words: &Words, floor: Floor) -> FloorView {
        let grid = level.grid().expect("what has floor is a grid");
        let size = (grid.width(), grid.height());
        let letters = grid.cells().iter();
        let ground = letters.map(|&letter| match words.letter(letter) {
            Some(Letter::Goal) => GOAL,
            Some(Letter::Arrow(direction)) => TileId(ARROW.0 + direction as u16),
            Some(Letter::Floor | Letter::Avatar | Letter::Opponent) => FLOOR,
            Some(Letter::Wall) | None => WALL,
        });
        let opponent = words.opponent.map(|(name, letters)| (name, letters[0]));
        FloorView {
            size,
            ground: ground.collect(),
            places: floor.places,
            has_opponent: opponent.is_some(),
            legend: legend(opponent),
        }
    }

    fn place(&self, cell: Val) -> Option<(usize, usize)> {
        self.places.get(cell as usize).copied()
    }

    fn opponent(&self, state: &[Val]) -> Option<(usize, usize)> {
        let cell = state.get(1).filter(|_| self.has_opponent);
        self.place(*cell?)
    }
}

/// The letters of levels, and how they look.
pub fn brushes(words: &Words) -> Vec<Brush> {
    let opponent = words.opponent.map(|(name, letters)| (name, letters[0]));
    let tiles = legend(opponent);
    let brush = |letter: char, tile: TileId| {
        let top = &tiles[usize::from(tile.0)];
        let mut shown = vec![top.clone()];
        if matches!(tile, AVATAR | OPPONENT) {
            shown.insert(0, tiles[usize::from(FLOOR.0)].clone());
        }
        Brush::new(letter, top.name.clone(), shown)
    };
    let mut brushes = vec![
        brush('#', WALL).also("1w"),
        brush(' ', FLOOR).also("0-"),
        brush('A', AVATAR),
        brush('G', GOAL),
    ];
    let opponent = opponent.map(|(_, letter)| brush(letter, OPPONENT));
    brushes.extend(opponent);
    let arrows = "<>^v".chars().zip(ARROW.0..);
    brushes.extend(arrows.map(|(letter, tile)| brush(letter, TileId(tile))));
    brushes
}

fn legend(opponent: Option<(&'static str, char)>) -> Vec<Tile> {
    let (square, tile) = (Shape::square, Tile::new);
    let disc = |radius: f32| Shape::disc(0.5, 0.5, radius);
    let floor = (square(0.0, 0.0), Colour(0xF4, 0xF1, 0xEA));
    let flag = Shape::Polygon(vec![(0.36, 0.16), (0.80, 0.33), (0.36, 0.50)]);
    let pole = Shape::rect(0.28, 0.14, 0.08, 0.72, 0.04);
    let eye = |x: f32| Shape::disc(x, 0.44, 0.06);
    let white = Colour(0xFF, 0xFF, 0xFF);
    let arrows = [
        ("one-way floor to the left", '<'),
        ("one-way floor to the right", '>'),
        ("one-way floor upwards", '^'),
        ("one-way floor downwards", 'v'),
    ];
    let arrows = arrows
        .into_iter()
        .enumerate()
        .map(|(direction, (name, glyph))| {
            let head = (arrow_head(direction), Colour(0xB9, 0x8A, 0x2F));
            tile(name, glyph, vec![floor.clone(), head])
        });
    let mut tiles = vec![
        tile(
            "wall",
            '#',
            vec![
                (square(0.0, 0.0), Colour(0x3B, 0x42, 0x52)),
                (square(0.08, 0.12), Colour(0x4C, 0x56, 0x6A)),
            ],
        ),
        tile("floor", ' ', vec![floor.clone()]),
        tile(
            "goal",
            'G',
            vec![
                floor.clone(),
                (disc(0.46), Colour(0xD9, 0xE8, 0xD0)),
                (pole, Colour(0x5B, 0x4A, 0x3A)),
                (flag, Colour(0x3F, 0x9B, 0x5A)),
            ],
        ),
        tile(
            "avatar",
            'A',
            vec![
                (disc(0.38), Colour(0xC9, 0x56, 0x3C)),
                (eye(0.38), white),
                (eye(0.62), white),
            ],
        ),
    ];
    tiles.extend(arrows);
    tiles.extend(opponent.map(|(name, glyph)| {
        let body = Shape::Polygon(vec![(0.5, 0.1), (0.9, 0.5), (0.5, 0.9), (0.1, 0.5)]);
        tile(
            name,
            glyph,
            vec![
                (body, Colour(0x7A, 0x3E, 0x9D)),
                (eye(0.38), white),
                (eye(0.62), white),
            ],
        )
    }));
    tiles
}

/// A triangle that points in a direction.
fn arrow_head(direction: usize) -> Shape {
    let to_the_left = [(0.22, 0.5), (0.72, 0.2), (0.72, 0.8)];
    Shape::Polygon(Vec::from(to_the_left.map(|(x, y)| match direction {
        0 => (x, y),
        1 => (1.0 - x, y),
        2 => (y, x),
        _ => (y, 1.0 - x),
    })))
}

impl View for FloorView {
    fn legend(&self) -> &[Tile] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let start = out.len();
        out.extend(self.ground.iter().map(|&ground| Cell::new(ground, None)));
        // Where both are in one cell, one has caught the other: both matter,
        // and the avatar is the one that people look for.
        let pieces = [
            (self.opponent(state), OPPONENT),
            (self.player(state), AVATAR),
        ];
        for (place, piece) in pieces {
            if let Some((x, y)) = place {
                out[start + y * self.size.0 + x].top = Some(piece);
            }
        }
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        self.place(*state.first()?)
    }

    fn others(&self, state: &[Val]) -> Vec<Option<(usize, usize)>> {
        match self.has_opponent {
            true => vec![self.opponent(state)],
            false => Vec::new(),
        }
    }

    fn goals(&self) -> Vec<(usize, usize)> {
        let cells = (0..self.ground.len()).filter(|&at| self.ground[at] == GOAL);
        cells
            .map(|at| (at % self.size.0, at / self.size.0))
            .collect()
    }

    fn changes(&self, before: &[Val], after: &[Val], out: &mut Vec<(usize, Cell)>) {
        let piece_at = |state: &[Val], place| {
            let pieces = [
                (self.player(state), AVATAR),
                (self.opponent(state), OPPONENT),
            ];
            let here = pieces.into_iter().find(|&(at, _)| at == Some(place));
            here.map(|(_, piece)| piece)
        };
        let states = [before, after];
        let places = states.map(|state| [self.player(state), self.opponent(state)]);
        let mut places: Vec<(usize, usize)> = places.into_iter().flatten().flatten().collect();
        places.sort_unstable_by_key(|&(x, y)| (y, x));
        places.dedup();
        let changed = places.into_iter().filter_map(|(x, y)| {
            let [old, new] = states.map(|state| piece_at(state, (x, y)));
            let at = y * self.size.0 + x;
            let ground = self.ground[at];
            (old != new).then_some((at, Cell::new(ground, new)))
        });
        out.extend(changed);
    }
}
