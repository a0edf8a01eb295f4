//! How a game looks: tiles and glyphs. The drawing itself is done elsewhere,
//! once for all games.

use std::borrow::Cow;

use playproof_model::Val;

use crate::chart::Chart;

/// A colour as red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

/// A shape in a cell of size 1, the origin at its upper left corner.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A rectangle: left, top, width, height, radius of its corners.
    Rect {
        /// Left edge.
        x: f32,
        /// Upper edge.
        y: f32,
        /// Width.
        width: f32,
        /// Height.
        height: f32,
        /// Radius of the corners.
        round: f32,
    },
    /// A circle: centre and radius.
    Circle {
        /// Centre, from the left.
        x: f32,
        /// Centre, from above.
        y: f32,
        /// Radius.
        radius: f32,
    },
    /// A polygon.
    Polygon(Vec<(f32, f32)>),
}

impl Shape {
    /// A rectangle: left, top, width, height, radius of its corners.
    pub fn rect(x: f32, y: f32, width: f32, height: f32, round: f32) -> Shape {
        Shape::Rect {
            x,
            y,
            width,
            height,
            round,
        }
    }

    /// A square in the middle of the cell, so far from its edges.
    pub fn square(margin: f32, round: f32) -> Shape {
        let side = 1.0 - 2.0 * margin;
        Shape::rect(margin, margin, side, side, round)
    }

    /// A circle: its centre and its radius.
    pub fn disc(x: f32, y: f32, radius: f32) -> Shape {
        Shape::Circle { x, y, radius }
    }
}

/// What can stand in a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Tile {
    /// Its name, for legends and for those who cannot see the picture.
    pub name: Cow<'static, str>,
    /// The letter for terminals, one column wide.
    pub glyph: char,
    /// Filled shapes, later ones on top.
    pub shapes: Vec<(Shape, Colour)>,
}

impl Tile {
    /// A tile with this name and letter.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        glyph: char,
        shapes: Vec<(Shape, Colour)>,
    ) -> Tile {
        Tile {
            name: name.into(),
            glyph,
            shapes,
        }
    }
}

/// A tile of a view's legend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TileId(pub u16);

/// What one cell shows: the ground, and perhaps something on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// The ground.
    pub ground: TileId,
    /// What lies on the ground below what stands on it, from below.
    pub between: [Option<TileId>; MOST_BETWEEN],
    /// What stands on it.
    pub top: Option<TileId>,
    /// Its letter for terminals, where that is not the one of its uppermost tile.
    pub letter: Option<char>,
}

/// How many tiles can lie between the ground and what stands on it.
pub const MOST_BETWEEN: usize = 6;

impl Cell {
    /// The ground, and perhaps something on it.
    pub const fn new(ground: TileId, top: Option<TileId>) -> Cell {
        Cell {
            ground,
            between: [None; MOST_BETWEEN],
            top,
            letter: None,
        }
    }

    /// All that it shows, from below.
    pub fn tiles(self) -> impl Iterator<Item = TileId> {
        let between = self.between.into_iter().flatten();
        std::iter::once(self.ground).chain(between).chain(self.top)
    }

    /// Its letter for terminals, with this legend.
    pub fn glyph(self, legend: &[Tile]) -> char {
        let uppermost = self.tiles().last().unwrap_or(self.ground);
        self.letter
            .unwrap_or_else(|| legend[usize::from(uppermost.0)].glyph)
    }
}

/// Something that stands anywhere, not only in the middle of a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprite {
    /// How it looks. Its shapes may be smaller than a cell.
    pub tile: TileId,
    /// Where the left edge of its tile is, in cells from the left.
    pub x: f32,
    /// Where the upper edge is, in cells from above; negative above the level.
    pub y: f32,
    /// Width and height of what is drawn, in cells: lines go through its middle.
    pub size: (f32, f32),
}

impl Sprite {
    /// Its middle.
    pub fn middle(&self) -> (f32, f32) {
        (self.x + self.size.0 / 2.0, self.y + self.size.1 / 2.0)
    }
}

/// How often something can be the case in each cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heat {
    /// What is counted, for legends.
    pub what: String,
    /// A number for each cell, row by row.
    pub counts: Vec<u32>,
}

/// What a step in some direction does where people walk about between the moves of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stroll {
    /// Nothing: a wall.
    Blocked,
    /// It leads to this place without a move.
    To((usize, usize)),
    /// It is a move.
    Move {
        /// The name of its action.
        action: String,
        /// Where it leads.
        to: (usize, usize),
        /// What it takes, if it is not always possible.
        needs: Option<String>,
    },
}

/// How the states of one level look: a grid of cells.
pub trait View: Send + Sync {
    /// The tiles, by number.
    fn legend(&self) -> &[Tile];
    /// Columns and rows.
    fn size(&self) -> (usize, usize);
    /// What the side of a cell, in pixels, should be a multiple of: pictures made of
    /// squares are sharp only then.
    fn grain(&self) -> usize {
        1
    }
    /// Appends the cells of a state, row by row. The state is a flat valuation
    /// of the game's own variables, perhaps followed by observers.
    fn cells(&self, state: &[Val], out: &mut Vec<Cell>);
    /// The same of a state in which play begins and nothing was done yet: what is picked up
    /// before the first move may still lie where it is drawn.
    fn first_cells(&self, state: &[Val], out: &mut Vec<Cell>) {
        self.cells(state, out);
    }
    /// Where the player is, for drawing the path of a run.
    fn player(&self, state: &[Val]) -> Option<(usize, usize)>;
    /// The places that the player comes through in a step from one state to the next, where
    /// a line from place to place would go through walls.
    fn between(&self, _before: &[Val], _after: &[Val]) -> Vec<(usize, usize)> {
        Vec::new()
    }
    /// Where those are that move beside the player, such as an opponent, for
    /// drawing their paths: as many in every state, in the same order.
    fn others(&self, _state: &[Val]) -> Vec<Option<(usize, usize)>> {
        Vec::new()
    }
    /// All that moves, at its exact place, the player first; in every state as many, in the
    /// same order, and none of them also on the ground of a cell. A game whose moves are
    /// shorter than a cell says so; pictures then show these instead of what stands on cells.
    fn sprites(&self, _state: &[Val]) -> Option<Vec<Option<Sprite>>> {
        None
    }
    /// What a step from a place does, where moves lead farther than a step: 0 to 3 for left,
    /// right, up and down. Of no game whose actions are such steps themselves.
    fn stroll(&self, _state: &[Val], _at: (usize, usize), _direction: usize) -> Option<Stroll> {
        None
    }
    /// Where the player is and what the player holds, for those who play.
    fn held(&self, _state: &[Val]) -> Option<String> {
        None
    }
    /// For each cell, in how many ways the player can be in it, if the game can tell in a
    /// moment: pages show it when they are asked to.
    fn heat(&self) -> Option<Heat> {
        None
    }
    /// Where the player should get to, for those who go by distance; none where
    /// that is not a place.
    fn goals(&self) -> Vec<(usize, usize)> {
        Vec::new()
    }
    /// The letter of a step in the notation that players of the game use, if
    /// there is one.
    fn letter(&self, _before: &[Val], _after: &[Val], _action: &str) -> Option<char> {
        None
    }
    /// What happened in a step beyond what pictures show, in a few words, if the game has
    /// something to say: those who explain say it beside the step.
    fn told(&self, _before: &[Val], _action: &str) -> Option<String> {
        None
    }
    /// What a run from the first state of the level scores, if the game keeps a score that
    /// is no part of what its Rules count.
    fn score(&self, _first: &[Val], _actions: &[String]) -> Option<i64> {
        None
    }
    /// The level as boxes and links, where that says more than cells; none of levels
    /// that are too large to be read.
    fn chart(&self) -> Option<&Chart> {
        None
    }
    /// Appends which parts of the chart are done in a state: facts that hold, things
    /// that are taken, links that are open.
    fn parts_done(&self, _state: &[Val], _out: &mut Vec<bool>) {}
    /// Appends the cells that look different after a step, each with its place
    /// in the order of [`View::cells`]. This default draws both states; a game
    /// of large levels and small steps does better.
    fn changes(&self, before: &[Val], after: &[Val], out: &mut Vec<(usize, Cell)>) {
        let (mut old, mut new) = (Vec::new(), Vec::new());
        self.cells(before, &mut old);
        self.cells(after, &mut new);
        let both = old.iter().zip(&new).enumerate();
        let changed = both.filter(|(_, (old, new))| old != new);
        out.extend(changed.map(|(at, (_, new))| (at, *new)));
    }
}
