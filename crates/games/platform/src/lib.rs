//! Platform levels: run and jump from the start to the exit.
#![forbid(unsafe_code)]

mod agent;
mod canonical;
mod case;
mod coarse;
pub mod engine;
mod formats;
mod generate;
mod hybrid;
mod insight;
mod jumps;
mod meaning;
mod measures;
mod mismatch;
mod most;
pub mod native;
mod numbers;
mod options;
mod profile;
mod reach;
mod rounding;
mod rules;
mod stage;
mod view;
mod walkers;

use playproof_certify::Engine;
use playproof_game::{
    Brush, Checkable, Compiled, Figure, Game, GameCommand, GameOption, Insight, LevelGenerator,
    Meaning, Options, View,
};
use playproof_level::{Diagnostic, Format, Level};

pub use agent::{Agent, Fate, Played};
pub use canonical::{
    Board, ExitRule, LegendName, PlatformLevel, PlayerStyle, Settings, Tile, likeness,
};
pub use coarse::{
    Action, Coarse, CoarseSettings, Component, End, Exit, JUMP_TIME, Jumps, Most as CoarseMost,
    Outcome, Planned, STEP_TIME, Side, Style,
};
pub use formats::PlatformFormat;
pub use hybrid::{Guided, Leg, guided, unguided};
pub use jumps::{
    Approach, HEIGHTS, Jump, JumpAnswer, JumpQuestion, NoJump, crossing, gaps, is_crossed,
};
pub use mismatch::{Compared, Pair, compare};
pub use most::{Best, Fate as PrizeFate, Most, Of, Prize, most};
pub use numbers::Numbers;
pub use options::{LEVEL_OPTIONS, with_options};
pub use profile::{GAITS, Profile};
pub use reach::{Survey, survey};
pub use rounding::WrongNumber;
pub use rules::{BLOCKS, Bounds, GROUND, JUMP, Stage, VX, VY, X, Y, breaking_blocks, rules};
pub use walkers::{Piece, Walker};

/// The game with exact physics.
#[derive(Clone, Copy, Debug, Default)]
pub struct Platform;

impl Checkable for Platform {
    fn name(&self) -> &'static str {
        "platform"
    }

    fn formats(&self) -> &[&dyn Format] {
        &[&PlatformFormat]
    }

    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        let (stage, _) = Stage::read(level)?;
        Ok(Box::new(view::PlatformView::new(&stage)))
    }
}

impl Game for Platform {
    fn summary(&self) -> &'static str {
        "run and jump to the exit, with exact physics; X is ground, - is air"
    }

    fn example(&self) -> Option<(&'static str, &'static str)> {
        Some((include_str!("../example.txt"), "txt"))
    }

    fn level_options(&self) -> &'static [GameOption] {
        LEVEL_OPTIONS
    }

    fn with_options(&self, level: &Level, options: &Options) -> Result<Level, Diagnostic> {
        with_options(level, options)
    }

    fn brushes(&self, level: &Level) -> Vec<Brush> {
        view::brushes(level)
    }

    fn likeness(&self, level: &Level) -> usize {
        likeness(level)
    }

    fn text(&self, level: &Level) -> String {
        stage::text(level, level.title()).unwrap_or_else(|| level.text())
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let (stage, warnings) = Stage::read(level)?;
        Ok(Compiled {
            model: self.model(level)?,
            natives: vec![Box::new(native::World::new(&stage))],
            view: Box::new(view::PlatformView::new(&stage)),
            warnings,
        })
    }

    fn engines(&self) -> Vec<Box<dyn Engine>> {
        vec![
            Box::new(engine::PlatformEngine),
            Box::new(engine::SeveralRunsEngine),
        ]
    }

    fn commands(&self) -> &[&dyn GameCommand] {
        &[
            &reach::ReachCommand,
            &agent::AgentCommand,
            &hybrid::HybridCommand,
            &mismatch::MismatchCommand,
            &jumps::ProfileCommand,
            &jumps::JumpCommand,
            &most::MostCommand,
        ]
    }

    fn insight(&self, level: &Level) -> Option<Box<dyn Insight>> {
        Some(Box::new(insight::PlatformInsight::new(level)?))
    }

    fn figures(&self, level: &Level, moves: Option<&[String]>) -> Vec<Figure> {
        let board = Board::read(level).ok();
        let ticks = moves.map(|moves| moves.len() as u64);
        board.map_or_else(Vec::new, |board| measures::figures(&board, ticks))
    }

    fn measures_any_run(&self) -> bool {
        true
    }

    fn generator(&self) -> Option<&dyn LevelGenerator> {
        Some(&generate::ZonedLevels)
    }

    fn fewest_moves(&self, level: &Level) -> Option<u64> {
        let (stage, _) = Stage::read(level).ok()?;
        let world = native::World::new(&stage);
        let ((lo, hi), x) = (world.exit(), world.first().x);
        let far = (lo - x).max(x - hi).max(0);
        let fastest = stage.profile.furthest.max(1);
        Some((far as u64).div_ceil(fastest as u64))
    }

    fn is_vast(&self) -> bool {
        true
    }

    fn counts_states(&self) -> bool {
        false
    }
}
