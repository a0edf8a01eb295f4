//! Platform levels to models of the coarse game. Trusted.

use playproof_game::Meaning;
use playproof_level::{Diagnostic, Level};
use playproof_model::{Model, Rules};

use super::game::Coarse;
use super::path::Terrain;
use super::rules::{Ways, rules};
use super::settings::{Exit, Style};
use crate::canonical::{Board, ExitRule, Settings, Tile};

impl Meaning for Coarse {
    fn model(&self, level: &Level) -> Result<Model, Diagnostic> {
        let (game, board) = self.of(level)?;
        Ok(Model::Rules(Box::new(game.rules(&board))))
    }
}

impl Coarse {
    /// The game and the board of a level, or what is wrong with it.
    pub(super) fn of(&self, level: &Level) -> Result<(Coarse, Board), Diagnostic> {
        let board = Board::read(level)?;
        board.settings.refuse(level, &["profile"])?;
        let game = self.with(&board.settings);
        let is_exit = |tile: &Tile| tile.is(Tile::EXIT);
        if game.settings.exit == Exit::Touch && !board.tiles.iter().any(is_exit) {
            let help = "mark the exit, or let its column count";
            return Err(level.error("there is no exit to touch", help));
        }
        Ok((game, board))
    }

    /// The game as a level's own settings have it.
    pub(super) fn with(mut self, settings: &Settings) -> Coarse {
        let own = &mut self.settings;
        own.time = settings.time.or(own.time);
        if settings.exit == ExitRule::Touch {
            own.exit = Exit::Touch;
        }
        if !settings.style.long_jumps {
            own.style.drift = Style::NOVICE.drift;
        }
        own.style.kills &= settings.style.kills;
        self
    }

    /// The Rules of a board.
    pub fn rules(&self, board: &Board) -> Rules {
        let terrain = Terrain::new(board, self.settings.exit);
        rules(board, &self.settings, &Ways::new(&terrain, &self.settings))
    }
}
