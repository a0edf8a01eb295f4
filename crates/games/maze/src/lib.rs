//! Maze: walk from the avatar to a goal.
#![forbid(unsafe_code)]

mod canonical;
mod rules;

use playproof_game::{Brush, Checkable, Compiled, Game, Insight, LevelGenerator, Meaning, View};
use playproof_level::{Diagnostic, Level};
use playproof_walked::generate::{Cast, DrawnLevels};
use playproof_walked::{Floor, FloorInsight, FloorView, brushes};

use crate::canonical::WORDS;

/// The game Maze.
#[derive(Clone, Copy, Debug, Default)]
pub struct Maze;

const GENERATED: DrawnLevels = DrawnLevels {
    called: "maze",
    cast: Cast::ALONE,
    examples: &[
        "maze --out levels                    one maze that is proved to be winnable",
        "maze --size 24x24 --count 200 --spec twisty.toml --out levels",
        "maze --count 10 --maximize shortest --of 1000 --out long",
        "maze --size 12x8 --seed 7 --stages           how a level comes about",
        "maze --seed 7 --stages stages.svg",
        "maze --line 010011010110 --size 12 --out mine",
    ],
};

impl Checkable for Maze {
    fn name(&self) -> &'static str {
        "maze"
    }

    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        let floor = Floor::read(level, &WORDS)?;
        Ok(Box::new(FloorView::new(level, &WORDS, floor)))
    }
}

impl Game for Maze {
    fn summary(&self) -> &'static str {
        "walk from A to G; 1, w, # are walls, 0, - and blanks are floor, < > ^ v one-way floor"
    }

    fn example(&self) -> Option<(&'static str, &'static str)> {
        Some((include_str!("../example.txt"), "txt"))
    }

    fn brushes(&self, _: &Level) -> Vec<Brush> {
        brushes(&WORDS)
    }

    fn likeness(&self, level: &Level) -> usize {
        let cells = level.grid().map_or(&[][..], |grid| grid.cells());
        let known = cells.iter().filter(|c| WORDS.letter(**c).is_some());
        known.count()
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        Ok(Compiled {
            view: self.view(level)?,
            model: self.model(level)?,
            natives: Vec::new(),
            warnings: Vec::new(),
        })
    }

    fn generator(&self) -> Option<&dyn LevelGenerator> {
        Some(&GENERATED)
    }

    fn insight(&self, level: &Level) -> Option<Box<dyn Insight>> {
        let why_lost = |_: &_| "no way leads from the avatar to a goal".to_owned();
        let insight = FloorInsight::new(level, WORDS, why_lost)?;
        Some(Box::new(insight))
    }
}
