//! The coarse game among the games. It is chosen by name only.

use playproof_certify::Engine;
use playproof_game::{
    Brush, Checkable, Compiled, Figure, Game, GameCommand, GameOption, Options, View,
};
use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

use super::actions::STEP_TIME;
use super::engine::{CoarseLevel, EarliestEngine, MostEngine};
use super::path::Terrain;
use super::rules::{Ways, rules};
use super::settings::{CoarseSettings, Exit};
use super::view::CoarseView;
use super::zone::ZoneCommand;
use crate::canonical::{Board, GAME_COARSE, Tile};
use crate::measures::figures;
use crate::options::{LEVEL_OPTIONS, with_options};
use crate::view::brushes;

/// What is said of the style `walking`, and what to do about it.
const WALKING: (&str, &str) = (
    "the style `walking` changes nothing in this game: nobody has a speed here",
    "ask the exact game, or choose `novice`, which makes no long jumps",
);

/// Platform levels in steps of a tile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coarse {
    /// How it is played.
    pub settings: CoarseSettings,
}

impl Checkable for Coarse {
    fn name(&self) -> &'static str {
        "platform-coarse"
    }

    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        let board = self.board(level)?;
        let settings = self.with(&board.settings).settings;
        Ok(Box::new(CoarseView::new(board, settings)))
    }
}

impl Game for Coarse {
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

    fn brushes(&self, level: &Level) -> Vec<Brush> {
        brushes(level)
    }

    fn likeness(&self, _level: &Level) -> usize {
        0
    }

    fn text(&self, level: &Level) -> String {
        let board = Board::read(level);
        board.map_or_else(
            |_| level.text(),
            |board| board.text(GAME_COARSE, level.title()),
        )
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let mut board = self.board(level)?;
        let game = self.with(&board.settings);
        let mut warnings = board.take_warnings(level);
        if !board.settings.style.runs {
            let (what, help) = WALKING;
            let place = level.beginning();
            warnings.push(Diagnostic::warning(level.file(), place, what, help));
        }
        let settings = game.settings;
        let ways = Ways::new(&Terrain::new(&board, settings.exit), &settings);
        let model = rules(&board, &settings, &ways);
        Ok(Compiled {
            model: Model::Rules(Box::new(model)),
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

    fn figures(&self, level: &Level, moves: Option<&[String]>) -> Vec<Figure> {
        let board = Board::read(level).ok();
        let actions = self.settings.jumps.actions();
        let time = |name: &String| {
            let action = actions.iter().find(|action| action.name == name);
            u64::from(action.map_or(STEP_TIME, |action| action.time()))
        };
        let time = moves.map(|moves| moves.iter().map(time).sum());
        board.map_or_else(Vec::new, |board| figures(&board, time))
    }
}

impl Coarse {
    /// The board of a level, or what is wrong with it.
    pub(super) fn board(&self, level: &Level) -> Result<Board, Diagnostic> {
        let board = Board::read(level)?;
        board.settings.refuse(level, &["profile"])?;
        let is_exit = |tile: &Tile| tile.is(Tile::EXIT);
        let must_touch = self.with(&board.settings).settings.exit == Exit::Touch;
        if must_touch && !board.tiles.iter().any(is_exit) {
            let help = "mark the exit, or let its column count";
            return Err(level.error("there is no exit to touch", help));
        }
        Ok(board)
    }
}
