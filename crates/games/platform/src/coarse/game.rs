//! The coarse game among the games. It is chosen by name only.

use playproof_certify::Engine;
use playproof_game::{Compiled, Game};
use playproof_level::{Diagnostic, Level};
use playproof_model::{Model, Rules};

use super::engine::{CoarseLevel, EarliestEngine};
use super::rules::rules;
use super::settings::{CoarseSettings, Exit};
use super::view::CoarseView;
use crate::canonical::{Board, Tile};

/// Platform levels in steps of a tile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coarse {
    /// How it is played.
    pub settings: CoarseSettings,
}

impl Coarse {
    /// The Rules of a board.
    pub fn rules(&self, board: &Board) -> Rules {
        rules(board, &self.settings)
    }
}

impl Game for Coarse {
    fn name(&self) -> &'static str {
        "platform-coarse"
    }

    fn summary(&self) -> &'static str {
        "platform levels in steps of a tile: walk, jump high or far, reach the exit's column"
    }

    fn likeness(&self, _level: &Level) -> usize {
        0
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let board = Board::read(level)?;
        let is_exit = |tile: &Tile| tile.is(Tile::EXIT);
        if self.settings.exit == Exit::Touch && !board.tiles.iter().any(is_exit) {
            let help = "mark the exit, or let its column count";
            return Err(level.error("there is no exit to touch", help));
        }
        Ok(Compiled {
            model: Model::Rules(Box::new(self.rules(&board))),
            natives: vec![Box::new(CoarseLevel {
                board: board.clone(),
                settings: self.settings,
            })],
            view: Box::new(CoarseView::new(board, self.settings)),
            warnings: Vec::new(),
        })
    }

    fn engines(&self) -> Vec<Box<dyn Engine>> {
        vec![Box::new(EarliestEngine)]
    }
}
