//! The coarse game among the games. It is chosen by name only.

use playproof_certify::Engine;
use playproof_game::{Compiled, Figure, Game, GameCommand, GameOption, Options};
use playproof_level::{Diagnostic, Level};
use playproof_model::{Model, Rules};

use super::engine::{CoarseLevel, EarliestEngine, MostEngine};
use super::path::Terrain;
use super::rules::{Ways, rules};
use super::settings::{CoarseSettings, Exit, Style};
use super::view::CoarseView;
use super::zone::ZoneCommand;
use crate::canonical::{Board, ExitRule, Settings, Tile};
use crate::measures::figures;
use crate::options::{LEVEL_OPTIONS, with_options};

/// Platform levels in steps of a tile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coarse {
    /// How it is played.
    pub settings: CoarseSettings,
}

impl Coarse {
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
        let mut board = Board::read(level)?;
        board.settings.refuse(level, &["profile"])?;
        let game = self.with(&board.settings);
        let is_exit = |tile: &Tile| tile.is(Tile::EXIT);
        if game.settings.exit == Exit::Touch && !board.tiles.iter().any(is_exit) {
            let help = "mark the exit, or let its column count";
            return Err(level.error("there is no exit to touch", help));
        }
        let warnings = board.take_warnings(level);
        let settings = game.settings;
        let ways = Ways::new(&Terrain::new(&board, settings.exit), &settings);
        Ok(Compiled {
            model: Model::Rules(Box::new(rules(&board, &settings, &ways))),
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
