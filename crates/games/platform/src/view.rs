//! How a platform level looks.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Progress, Stop};
use playproof_game::{Brush, Cell, Colour, Heat, Shape, Sprite, Tile as Picture, TileId, View};
use playproof_level::Level;
use playproof_model::Val;

use crate::canonical::{LegendName, Settings, Tile};
use crate::engine::Precision;
use crate::formats::best_legend;
use crate::profile::Profile;
use crate::reach::survey;
use crate::rules::{BLOCKS, Stage, X, Y, breaking_blocks};

/// The view of one level.
pub(crate) struct PlatformView {
    stage: Stage,
    legend: Vec<Picture>,
}

/// The player in a cell, for terminals.
const PLAYER: TileId = TileId(6);
/// The player's body, which is smaller than a tile.
const BODY: TileId = TileId(7);
/// A walker in a cell, and its body.
const WALKER: TileId = TileId(4);
const WALKER_BODY: TileId = TileId(9);

impl PlatformView {
    pub(crate) fn new(stage: &Stage) -> PlatformView {
        PlatformView {
            legend: legend(&stage.profile),
            stage: stage.clone(),
        }
    }

    /// The place that the middle of the player's body is in.
    fn place(&self, state: &[Val]) -> Option<(usize, usize)> {
        self.place_of((*state.get(X)?, *state.get(Y)?))
    }

    /// Where the walkers are: the left edge, and below the feet.
    fn walkers(&self, state: &[Val]) -> impl Iterator<Item = Option<(Val, Val)>> {
        let phases = state.get(self.stage.first_walker()..).unwrap_or_default();
        let walkers = self.stage.walkers.iter().zip(phases);
        walkers.map(|(walker, &phase)| walker.at(phase).map(|(x, y, _)| (x, y)))
    }

    fn sprite(&self, tile: TileId, (x, y): (Val, Val)) -> Sprite {
        let tiles = |length: Val| length as f32 / self.stage.profile.tile as f32;
        let (width, height) = self.stage.profile.body;
        Sprite {
            tile,
            x: tiles(x),
            y: tiles(y - height),
            size: (tiles(width), tiles(height)),
        }
    }

    /// The place that the middle of a body is in.
    fn place_of(&self, (x, y): (Val, Val)) -> Option<(usize, usize)> {
        let column = (x + self.stage.profile.body.0 / 2).div_euclid(self.stage.profile.tile);
        let row = (y - self.stage.profile.body.1 / 2).div_euclid(self.stage.profile.tile);
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (column < self.stage.board.width && row < self.stage.board.height).then_some((column, row))
    }
}

/// As many ranges as a picture is worth.
struct FewRanges;

const MAX_RANGES: u64 = 1_000_000;

/// Larger levels take longer than a moment.
const MAX_TILES: usize = 1 << 16;

impl Budget for FewRanges {
    fn spend(&mut self, progress: &Progress) -> ControlFlow<Stop> {
        match progress.states > MAX_RANGES {
            true => ControlFlow::Break(Stop::States),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The letters of a level, and how they look.
pub(crate) fn brushes(level: &Level) -> Vec<Brush> {
    let settings = Settings::of(level);
    let known = || best_legend(level.grid()?, &settings).1;
    let name = settings.legend.or_else(known).unwrap_or(LegendName::Mario);
    let Ok(profile) = Profile::new(&settings.profile) else {
        return Vec::new();
    };
    let tiles = legend(&profile);
    let own = settings.letters.iter().copied();
    let of_legend = name.tiles().filter(|(letter, _)| {
        let mut own = settings.letters.iter();
        !own.any(|(other, _)| other == letter)
    });
    let mut brushes: Vec<(Tile, Brush)> = Vec::new();
    for (letter, tile) in own.chain(of_legend) {
        match brushes.iter_mut().find(|(other, _)| *other == tile) {
            Some((_, brush)) => brush.also.to_mut().push(letter),
            None => brushes.push((tile, brush(letter, tile, &tiles))),
        }
    }
    brushes.into_iter().map(|(_, brush)| brush).collect()
}

fn brush(letter: char, tile: Tile, tiles: &[Picture]) -> Brush {
    let ground = picture(tile);
    let top = match tile {
        tile if tile.is(Tile::WALKS) => Some(WALKER),
        tile if tile.is(Tile::START) => Some(PLAYER),
        _ => None,
    };
    let shown = std::iter::once(ground).chain(top);
    let shown: Vec<Picture> = shown.map(|id| tiles[usize::from(id.0)].clone()).collect();
    let name = shown.last().map_or("".into(), |tile| tile.name.clone());
    Brush::new(letter, name, shown)
}

fn legend(profile: &Profile) -> Vec<Picture> {
    let [width, height] =
        [profile.body.0, profile.body.1].map(|side| side as f32 / profile.tile as f32);
    let (square, disc, rect, tile) = (Shape::square, Shape::disc, Shape::rect, Picture::new);
    let sky = Colour(0xBF, 0xDD, 0xF2);
    let (red, white) = (Colour(0xC9, 0x3C, 0x3C), Colour(0xFF, 0xFF, 0xFF));
    let (steel, brown) = (Colour(0x6C, 0x75, 0x80), Colour(0x7A, 0x3B, 0x2E));
    let air = || (square(0.0, 0.0), sky);
    let (foot, eye) = ((width * 0.3, height * 0.2), (width * 0.16, height * 0.2));
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
        tile("walker", 'E', vec![(disc(0.5, 0.55, 0.36), brown)]),
        tile(
            "exit",
            'F',
            vec![
                air(),
                (rect(0.42, 0.0, 0.16, 1.0, 0.0), Colour(0x2E, 0x7D, 0x6B)),
            ],
        ),
        tile("player", 'M', vec![(rect(0.2, 0.1, 0.6, 0.9, 0.2), red)]),
        tile(
            "player",
            'M',
            vec![
                (rect(0.0, 0.0, width, height, 0.14), red),
                (
                    rect(width * 0.5, height * 0.22, width * 0.36, height * 0.2, 0.04),
                    white,
                ),
            ],
        ),
        tile(
            "spike",
            '^',
            vec![
                air(),
                (rect(0.06, 0.45, 0.24, 0.55, 0.1), steel),
                (rect(0.38, 0.45, 0.24, 0.55, 0.1), steel),
                (rect(0.70, 0.45, 0.24, 0.55, 0.1), steel),
            ],
        ),
        tile(
            "walker",
            'E',
            vec![
                (rect(0.0, 0.0, width, height * 0.7, 0.2), brown),
                (rect(width * 0.1, height * 0.8, foot.0, foot.1, 0.04), brown),
                (rect(width * 0.6, height * 0.8, foot.0, foot.1, 0.04), brown),
                (rect(width * 0.2, height * 0.25, eye.0, eye.1, 0.02), white),
                (rect(width * 0.64, height * 0.25, eye.0, eye.1, 0.02), white),
            ],
        ),
        tile("block that breaks", 'B', bricks()),
    ]
}

/// Two rows of bricks with joints between them.
pub(crate) fn bricks() -> Vec<(Shape, Colour)> {
    let (joint, brick) = (Colour(0x6E, 0x38, 0x28), Colour(0xC4, 0x6A, 0x45));
    let mut shapes = vec![(Shape::square(0.0, 0.0), joint)];
    let places = [
        (0.04, 0.06),
        (0.54, 0.06),
        (0.04, 0.54),
        (0.29, 0.54),
        (0.79, 0.54),
    ];
    for (i, (x, y)) in places.into_iter().enumerate() {
        let width = [0.42, 0.42, 0.17, 0.42, 0.17][i];
        shapes.push((Shape::rect(x, y, width, 0.4, 0.03), brick));
    }
    shapes
}

fn picture(tile: Tile) -> TileId {
    TileId(match tile {
        tile if tile.is(Tile::BREAKS) => 10,
        tile if tile.is(Tile::SOLID) => 1,
        tile if tile.is(Tile::ONE_WAY) => 2,
        tile if tile.is(Tile::COIN) => 3,
        tile if tile.is(Tile::EXIT) => 5,
        tile if tile.is(Tile::WALKS) => 0,
        tile if tile.is(Tile::DEADLY_SIDE.with(Tile::DEADLY_ABOVE)) => 8,
        _ => 0,
    })
}

impl View for PlatformView {
    fn legend(&self) -> &[Picture] {
        &self.legend
    }

    fn size(&self) -> (usize, usize) {
        (self.stage.board.width, self.stage.board.height)
    }

    fn cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        let here = self
            .place(state)
            .map(|(column, row)| row * self.stage.board.width + column);
        let begin = out.len();
        out.extend(
            self.stage
                .board
                .tiles
                .iter()
                .map(|&tile| Cell::new(picture(tile), None)),
        );
        let cells = &mut out[begin..];
        let blocks = breaking_blocks(&self.stage.board).into_iter();
        let whole = state.get(BLOCKS..).unwrap_or_default();
        for ((column, row), _) in blocks.zip(whole).filter(|(_, whole)| **whole == 0) {
            cells[row * self.stage.board.width + column].ground = picture(Tile::AIR);
        }
        for (column, row) in self
            .walkers(state)
            .flatten()
            .filter_map(|at| self.place_of(at))
        {
            cells[row * self.stage.board.width + column].top = Some(WALKER);
        }
        if let Some(here) = here {
            cells[here].top = Some(PLAYER);
        }
    }

    fn player(&self, state: &[Val]) -> Option<(usize, usize)> {
        self.place(state)
    }

    /// The player; whoever else moves comes after it, one for each in the order of the state.
    fn sprites(&self, state: &[Val]) -> Option<Vec<Option<Sprite>>> {
        let player = self.sprite(BODY, (*state.get(X)?, *state.get(Y)?));
        let walkers = self.walkers(state);
        let walkers = walkers.map(|at| at.map(|at| self.sprite(WALKER_BODY, at)));
        Some(std::iter::once(Some(player)).chain(walkers).collect())
    }

    /// At any speed, which takes a moment; levels that take longer have none.
    fn heat(&self) -> Option<Heat> {
        if self.stage.board.tiles.len() > MAX_TILES {
            return None;
        }
        let mut budget = FewRanges;
        let found = survey(&self.stage, Precision::AnySpeed, &mut budget);
        found.ok().map(|found| found.heat())
    }
}
