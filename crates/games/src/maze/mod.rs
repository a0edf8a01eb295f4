//! Maze: walk from the avatar to a goal.

mod rules;

use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use crate::floor::{Floor, Words};
use crate::floor_insight::FloorInsight;
use crate::floor_view::FloorView;
use crate::game::{Compiled, Game};
use crate::insight::Insight;

/// The game Maze.
#[derive(Clone, Copy, Debug, Default)]
pub struct Maze;

const WORDS: Words = Words {
    level: "a maze",
    opponent: None,
    letters: "a maze is written with 1, w or # (wall), 0, - or a blank (floor), \
              A (avatar), G (goal) and < > ^ v (one-way floor)",
};

impl Game for Maze {
    fn name(&self) -> &'static str {
        "maze"
    }

    fn summary(&self) -> &'static str {
        "walk from A to G; 1, w, # are walls, 0, - and blanks are floor, < > ^ v one-way floor"
    }

    fn likeness(&self, level: &Level) -> usize {
        let cells = level.grid().map_or(&[][..], |grid| grid.cells());
        let known = cells.iter().filter(|c| WORDS.letter(**c).is_some());
        known.count()
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let floor = Floor::read(level, &WORDS)?;
        Ok(Compiled {
            model: Model::Rules(Box::new(rules::rules(&floor))),
            natives: Vec::new(),
            view: Box::new(FloorView::new(level, &WORDS, floor)),
            warnings: Vec::new(),
        })
    }

    fn insight(&self, level: &Level) -> Option<Box<dyn Insight>> {
        let why_lost = |_: &_| "no way leads from the avatar to a goal".to_owned();
        let insight = FloorInsight::new(level, WORDS, why_lost)?;
        Some(Box::new(insight))
    }
}
