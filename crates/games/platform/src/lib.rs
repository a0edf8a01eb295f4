//! Platform levels: run and jump from the start to the exit.
#![forbid(unsafe_code)]

mod canonical;
mod coarse;
pub mod engine;
mod legend;
pub mod native;
mod profile;
mod rules;
mod view;

use playproof_certify::Engine;
use playproof_game::{Compiled, Game};
use playproof_level::{Diagnostic, Level};
use playproof_model::Model;

pub use canonical::{Board, Tile};
pub use coarse::{
    Action, Coarse, CoarseSettings, Component, Exit, JUMP_TIME, Jumps, STEP_TIME, Side, Style,
};
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

    fn likeness(&self, level: &Level) -> usize {
        legend::likeness(level)
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let (board, profile) = (Board::read(level)?, Profile::default());
        Ok(Compiled {
            model: Model::Rules(Box::new(rules(&board, &profile))),
            natives: vec![Box::new(native::World::new(&board, &profile))],
            view: Box::new(view::PlatformView::new(board, &profile)),
            warnings: Vec::new(),
        })
    }

    fn engines(&self) -> Vec<Box<dyn Engine>> {
        vec![Box::new(engine::PlatformEngine)]
    }

    fn is_vast(&self) -> bool {
        true
    }
}
