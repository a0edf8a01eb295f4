//! Sokoban: push every box onto a goal, or into a hole.
#![forbid(unsafe_code)]

pub mod canonical;
mod dead;
mod insight;
mod measures;
mod native;
pub mod rules;
mod skin;
mod stuck;
mod view;

use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use playproof_game::Insight;
use playproof_game::Measures;
use playproof_game::{Compiled, Game};

use canonical::{Board, Letter};
pub use native::{Prunings, PushFactory};

/// The game Sokoban.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sokoban;

impl Game for Sokoban {
    fn name(&self) -> &'static str {
        "sokoban"
    }

    fn summary(&self) -> &'static str {
        "push every box $ onto a goal . (or B into a hole H); @ or A is the player, # w 1 are walls"
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
        let (board, warnings) = Board::read(level)?;
        Ok(Compiled {
            model: Model::Rules(Box::new(rules::rules(&board))),
            natives: vec![Box::new(PushFactory::new(board.clone(), Prunings::ALL))],
            view: Box::new(view::SokobanView::new(level, board)),
            warnings,
        })
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
