//! Sokoban: push every box onto a goal, or into a hole.
#![forbid(unsafe_code)]

pub mod canonical;
mod dead;
mod engine;
pub mod generate;
mod insight;
mod lone;
mod measures;
mod native;
mod odd;
pub mod rules;
mod skin;
mod stuck;
mod view;

use std::sync::Arc;

use playproof_certify::Engine;
use playproof_game::Insight;
use playproof_game::Meaning;
use playproof_game::Measures;
use playproof_game::{Brush, Checkable, Compiled, Game, LevelGenerator, View};
use playproof_level::{Diagnostic, Level};

use canonical::{Board, Letter};
pub use engine::StuckBoxesEngine;
pub use native::{Prunings, PushFactory};

/// The game Sokoban.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sokoban;

/// What its propositions say, by name, and the opposite. `{x}` and `{y}` stand for the
/// numbers of a proposition about a place.
pub const WORDS: &[(&str, [&str; 2])] = &[
    (
        "box_at",
        [
            "there is a box in column {x} of row {y}",
            "there is no box in column {x} of row {y}",
        ],
    ),
    (
        "box_in_corner",
        [
            "a box off a goal is in a corner",
            "no box off a goal is in a corner",
        ],
    ),
    (
        "box_on_edge",
        [
            "a box is on an edge without goal",
            "no box is on an edge without goal",
        ],
    ),
    (
        "two_box_block",
        [
            "two boxes hold each other at a wall",
            "no two boxes hold each other at a wall",
        ],
    ),
    ("justice", ["no box is stuck", "a box is stuck"]),
    (
        "moved_left",
        ["the last move went left", "the last move did not go left"],
    ),
    (
        "moved_right",
        ["the last move went right", "the last move did not go right"],
    ),
    (
        "moved_up",
        ["the last move went up", "the last move did not go up"],
    ),
    (
        "moved_down",
        ["the last move went down", "the last move did not go down"],
    ),
];

impl Checkable for Sokoban {
    fn name(&self) -> &'static str {
        "sokoban"
    }

    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        let (board, _) = Board::read(level)?;
        Ok(Box::new(view::SokobanView::new(Arc::new(board))))
    }
}

impl Game for Sokoban {
    fn summary(&self) -> &'static str {
        "push every box $ onto a goal . (or B into a hole H); @ or A is the player, # w 1 are walls"
    }

    fn example(&self) -> Option<(&'static str, &'static str)> {
        Some((include_str!("../example.txt"), "txt"))
    }

    fn brushes(&self, _: &Level) -> Vec<Brush> {
        view::brushes()
    }

    fn parts(&self) -> [&'static str; 2] {
        ["box", "boxes"]
    }

    /// Letters are shared with other games, so that only a player or boxes of
    /// Sokoban's own, or boxes or holes with another player, make a level look
    /// like this.
    fn likeness(&self, level: &Level) -> usize {
        let cells = level.grid().map_or(&[][..], |grid| grid.cells());
        let has = |letters: &str| cells.iter().any(|&c| letters.contains(c));
        let is_one = has("@+$*") || (has("A") && has("BH"));
        let known = cells.iter().filter(|c| Letter::of(**c).is_some());
        if is_one { known.count() } else { 0 }
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let model = self.model(level)?;
        let (board, warnings) = Board::read(level)?;
        let board = Arc::new(board);
        Ok(Compiled {
            model,
            natives: vec![Box::new(PushFactory::new(board.clone(), Prunings::ALL))],
            view: Box::new(view::SokobanView::new(board)),
            warnings,
        })
    }

    fn engines(&self) -> Vec<Box<dyn Engine>> {
        vec![Box::new(StuckBoxesEngine)]
    }

    fn generator(&self) -> Option<&dyn LevelGenerator> {
        Some(&generate::GeneratedLevels)
    }

    fn insight(&self, level: &Level) -> Option<Box<dyn Insight>> {
        let insight = insight::SokobanInsight::new(level)?;
        Some(Box::new(insight))
    }

    fn measures(&self, level: &Level) -> Option<Box<dyn Measures>> {
        let (board, _) = Board::read(level).ok()?;
        Some(Box::new(measures::SokobanMeasures::new(board)))
    }
}
