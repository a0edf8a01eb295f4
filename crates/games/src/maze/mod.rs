//! Maze: walk from the avatar to a goal.

mod rules;

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
        "walk from A to G; 1, w, # are walls, 0, - and blanks are floor"
    }

    fn likeness(&self, level: &Level) -> usize {
        let cells = level.grid().map_or(&[][..], |grid| grid.cells());
        let known = cells.iter().filter(|c| rules::Tile::of(**c).is_some());
        known.count()
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        Ok(Compiled {
            model: Model::Rules(Box::new(rules::rules(level)?)),
            natives: Vec::new(),
            warnings: Vec::new(),
        })
    }
}
