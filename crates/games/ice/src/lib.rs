//! Ice: slide from rock to rock until you stop on the exit.
#![forbid(unsafe_code)]

mod canonical;
mod generate;
mod insight;
mod measures;
mod rules;
mod view;

use playproof_game::{
    Brush, Checkable, Compiled, Figure, Game, Insight, LevelGenerator, Meaning, View,
};
use playproof_level::{Diagnostic, Level};

use crate::canonical::{Board, ground};

/// The game Ice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ice;

impl Checkable for Ice {
    fn name(&self) -> &'static str {
        "ice"
    }

    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        Ok(Box::new(view::IceView::new(Board::read(level)?)))
    }
}

impl Game for Ice {
    fn summary(&self) -> &'static str {
        "slide from A to G; ~ is ice, # stops you before it, : (snow) on it"
    }

    fn example(&self) -> Option<(&'static str, &'static str)> {
        Some((include_str!("../example.txt"), "txt"))
    }

    fn brushes(&self, _: &Level) -> Vec<Brush> {
        view::brushes()
    }

    fn likeness(&self, level: &Level) -> usize {
        let cells = level.grid().map_or(&[][..], |grid| grid.cells());
        let is_ice = cells.iter().any(|letter| ['~', ':'].contains(letter));
        let known = cells.iter().filter(|letter| ground(**letter).is_some());
        if is_ice { known.count() } else { 0 }
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        Ok(Compiled {
            view: self.view(level)?,
            model: self.model(level)?,
            natives: Vec::new(),
            warnings: Vec::new(),
        })
    }

    fn insight(&self, level: &Level) -> Option<Box<dyn Insight>> {
        Some(Box::new(insight::IceInsight::new(level)?))
    }

    fn figures(&self, level: &Level, moves: Option<&[String]>) -> Vec<Figure> {
        let board = Board::read(level).ok();
        board.map_or_else(Vec::new, |board| measures::figures(&board, moves))
    }

    fn generator(&self) -> Option<&dyn LevelGenerator> {
        Some(&generate::StrewnRocks)
    }
}
