//! Platform levels: run and jump from the start to the exit.
#![forbid(unsafe_code)]

mod canonical;
mod coarse;
pub mod engine;
mod formats;
pub mod native;
mod options;
mod profile;
mod rules;
mod view;

use playproof_certify::Engine;
use playproof_game::{Compiled, Game, GameOption, Options};
use playproof_level::{Diagnostic, Format, Level};
use playproof_model::Model;

pub use canonical::{
    Board, ExitRule, LegendName, PlatformLevel, PlayerStyle, Settings, Tile, likeness,
};
pub use coarse::{
    Action, Coarse, CoarseSettings, Component, Exit, JUMP_TIME, Jumps, STEP_TIME, Side, Style,
};
pub use formats::PlatformFormat;
pub use options::{LEVEL_OPTIONS, with_options};
pub use profile::{GAITS, Numbers, Profile};
pub use rules::{Bounds, GROUND, JUMP, N_VARIABLES, VX, VY, X, Y, initial, rules};

/// The game with exact physics.
#[derive(Clone, Copy, Debug, Default)]
pub struct Platform;

impl Game for Platform {
    fn name(&self) -> &'static str {
        "platform"
    }

    fn summary(&self) -> &'static str {
        "run and jump to the exit, with exact physics; X is ground, - is air"
    }

    fn formats(&self) -> &[&dyn Format] {
        &[&PlatformFormat]
    }

    fn level_options(&self) -> &'static [GameOption] {
        LEVEL_OPTIONS
    }

    fn with_options(&self, level: &Level, options: &Options) -> Result<Level, Diagnostic> {
        with_options(level, options)
    }

    fn likeness(&self, level: &Level) -> usize {
        likeness(level)
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let (mut board, profile) = (Board::read(level)?, Profile::default());
        board.settings.refuse(level, &["exit", "time", "style"])?;
        if let Some(at) = board.tiles.iter().position(|tile| tile.is(Tile::WALKS)) {
            let (message, help) = (
                "nothing walks in this game yet",
                "leave out what walks (`walkers: no`), or choose the coarse game",
            );
            return Err(level.error_at(at % board.width, at / board.width, message, help));
        }
        let unknown = Tile::DEADLY_SIDE
            .with(Tile::DEADLY_ABOVE)
            .with(Tile::BREAKS);
        board.refuse(level, |tile| tile.is_any(unknown))?;
        let warnings = board.take_warnings(level);
        Ok(Compiled {
            model: Model::Rules(Box::new(rules(&board, &profile))),
            natives: vec![Box::new(native::World::new(&board, &profile))],
            view: Box::new(view::PlatformView::new(board, &profile)),
            warnings,
        })
    }

    fn engines(&self) -> Vec<Box<dyn Engine>> {
        vec![Box::new(engine::PlatformEngine)]
    }

    fn is_vast(&self) -> bool {
        true
    }
}
