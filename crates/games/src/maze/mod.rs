//! Maze: walk from the avatar to a goal.

mod rules;
mod view;

use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use crate::game::{Compiled, Game};

/// The game Maze.
#[derive(Clone, Copy, Debug, Default)]
pub struct Maze;

impl Game for Maze {
    fn name(&self) -> &'static str {
        "maze"
    }

    fn summary(&self) -> &'static str {
        "walk from A to G; 1, w, # are walls, 0, - and blanks are floor, < > ^ v one-way floor"
    }

    fn likeness(&self, level: &Level) -> usize {
        let cells = level.grid().map_or(&[][..], |grid| grid.cells());
        let known = cells.iter().filter(|c| rules::Tile::of(**c).is_some());
        known.count()
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let (rules, floor) = rules::rules(level)?;
        let grid = level.grid().expect("a maze that has rules is a grid");
        let size = (grid.width(), grid.height());
        Ok(Compiled {
            model: Model::Rules(Box::new(rules)),
            natives: Vec::new(),
            view: Box::new(view::MazeView::new(grid.cells(), size, floor)),
            warnings: Vec::new(),
        })
    }
}
