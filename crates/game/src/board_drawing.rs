//! A level with something marked in it: places, ways, how often cells come up.

use crate::view::{Cell, Heat, Sprite, Tile};

/// A picture of a level, with words around it.
#[derive(Clone, Debug, Default)]
pub struct BoardDrawing {
    /// The tiles, by number.
    pub legend: Vec<Tile>,
    /// Columns and rows.
    pub size: (usize, usize),
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// Who stands between cells.
    pub sprites: Vec<Sprite>,
    /// Cells that are shaded, the more the greater their numbers are.
    pub heat: Option<Heat>,
    /// Parts of cells that are shaded.
    pub areas: Vec<Area>,
    /// Lines with a word at their ends.
    pub ways: Vec<BoardWay>,
    /// What it shows, in a few words.
    pub title: String,
    /// What stands below.
    pub saying: String,
    /// What it shows, for those who cannot see it.
    pub description: String,
}

/// A rectangle, in cells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// A line through the middles of cells, and what is written where it ends.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BoardWay {
    /// What is written at its end.
    pub label: String,
    /// Where it leads, in cells.
    pub points: Vec<(f32, f32)>,
    /// Whether it ends badly.
    pub is_bad: bool,
}
