//! The coarse game among the games. It is chosen by name only.

use playproof_certify::Engine;
use playproof_game::{Compiled, Figure, Game, GameCommand, GameOption, Meaning, Options};
use playproof_level::{Diagnostic, Level};

use super::engine::{CoarseLevel, EarliestEngine, MostEngine};
use super::path::Terrain;
use super::rules::Ways;
use super::settings::CoarseSettings;
use super::view::CoarseView;
use super::zone::ZoneCommand;
use crate::canonical::Board;
use crate::measures::figures;
use crate::options::{LEVEL_OPTIONS, with_options};

/// Platform levels in steps of a tile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coarse {
    /// How it is played.
    pub settings: CoarseSettings,
}

impl Game for Coarse {
    fn name(&self) -> &'static str {
        "platform-coarse"
    }

    fn summary(&self) -> &'static str {
        "platform levels in steps of a tile: walk, jump high or far, reach the exit's column"
    }

    fn example(&self) -> Option<(&'static str, &'static str)> {
        Some((include_str!("../../example.txt"), "txt"))
    }

    fn level_options(&self) -> &'static [GameOption] {
        LEVEL_OPTIONS
    }

    fn with_options(&self, level: &Level, options: &Options) -> Result<Level, Diagnostic> {
        with_options(level, options)
    }

    fn likeness(&self, _level: &Level) -> usize {
        0
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let (game, mut board) = self.of(level)?;
        let warnings = board.take_warnings(level);
        let settings = game.settings;
        let ways = Ways::new(&Terrain::new(&board, settings.exit), &settings);
        Ok(Compiled {
            model: self.model(level)?,
            natives: vec![Box::new(CoarseLevel {
                board: board.clone(),
                settings,
                ways,
            })],
            view: Box::new(CoarseView::new(board, game.settings)),
            warnings,
        })
    }

    fn engines(&self) -> Vec<Box<dyn Engine>> {
        vec![Box::new(EarliestEngine), Box::new(MostEngine)]
    }

    fn commands(&self) -> &[&dyn GameCommand] {
        &[&ZoneCommand]
    }

    fn figures(&self, level: &Level, _moves: Option<&[String]>) -> Vec<Figure> {
        let board = Board::read(level).ok();
        board.map_or_else(Vec::new, |board| figures(&board))
    }
}
