//! Sokoban: push every box onto a goal, or into a hole.

pub mod board;
mod push;
pub mod rules;
mod view;

use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use crate::game::{Compiled, Game};

use board::{Board, Letter};
use push::PushFactory;

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

    /// Letters are shared with other games, so that only a player of Sokoban's
    /// own, or boxes or holes with the other one, make a level look like this.
    fn likeness(&self, level: &Level) -> usize {
        let cells = level.grid().map_or(&[][..], |grid| grid.cells());
        let has = |letters: &str| cells.iter().any(|&c| letters.contains(c));
        if !(has("@+") || has("A") && has("BH")) {
            return 0;
        }
        let known = cells.iter().filter(|c| Letter::of(**c).is_some());
        known.count()
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let (board, warnings) = Board::read(level)?;
        Ok(Compiled {
            model: Model::Rules(Box::new(rules::rules(&board))),
            natives: vec![Box::new(PushFactory(board.clone()))],
            view: Box::new(view::SokobanView::new(level, board)),
            warnings,
        })
    }
}
