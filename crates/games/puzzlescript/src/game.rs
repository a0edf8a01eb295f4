//! The game: its levels, what they mean, how they look, what is known of them.

use std::sync::Arc;

use playproof_game::{
    Brush, Caveats, Checkable, Compiled, DrawnRows, Game, GameOption, Insight, Linter, Options,
    View,
};
use playproof_level::{Diagnostic, Format, Level};
use playproof_model::{Model, NativeFactory};

use crate::fast::FastFactory;
use crate::formats::GameFormat;
use crate::formats::PuzzleLevel;
use crate::insight::PuzzleInsight;
use crate::lint::PuzzleLinter;
use crate::view::{PuzzleView, brushes};

/// The game PuzzleScript: games that bring their own rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct PuzzleScript;

/// The option that asks whether a lucky player could win.
const LUCK: GameOption = GameOption::switch(
    "luck",
    "Let chance go whichever way helps: could a lucky player win?",
);

impl Checkable for PuzzleScript {
    fn name(&self) -> &'static str {
        "puzzlescript"
    }

    fn formats(&self) -> &[&dyn Format] {
        &[&GameFormat]
    }

    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        let level = PuzzleLevel::expected(level)?;
        Ok(Box::new(PuzzleView::new(level, &level.system())))
    }
}

impl Game for PuzzleScript {
    fn summary(&self) -> &'static str {
        "any game written in PuzzleScript: rules and levels in one file"
    }

    fn example(&self) -> Option<(&'static str, &'static str)> {
        Some((include_str!("../example.txt"), "txt"))
    }

    fn level_options(&self) -> &'static [GameOption] {
        &[LUCK]
    }

    fn with_options(&self, level: &Level, options: &Options) -> Result<Level, Diagnostic> {
        let written = PuzzleLevel::expected(level)?;
        Ok(Level::of_words(PuzzleLevel {
            has_luck: written.has_luck || options.is_on(LUCK.name),
            ..written.clone()
        }))
    }

    fn brushes(&self, level: &Level) -> Vec<Brush> {
        PuzzleLevel::of(level).map_or_else(Vec::new, brushes)
    }

    fn drawing(&self, level: &Level) -> Option<DrawnRows> {
        let level = PuzzleLevel::of(level)?;
        Some(DrawnRows {
            rows: level.rows.clone(),
            line: level.beginning.line,
            column: level.beginning.column,
        })
    }

    fn likeness(&self, level: &Level) -> usize {
        // A level with rules of its own is of no other game, whatever its letters.
        match PuzzleLevel::of(level) {
            Some(_) => usize::MAX,
            None => 0,
        }
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let level = PuzzleLevel::expected(level)?;
        let system = Arc::new(level.system());
        let view = PuzzleView::new(level, &system);
        let mut natives: Vec<Box<dyn NativeFactory>> = Vec::new();
        if !system.interpreter.game.has_clock {
            natives.push(Box::new(FastFactory::new(Arc::clone(&system))));
        }
        Ok(Compiled {
            model: Model::System(system),
            natives,
            view: Box::new(view),
            warnings: Vec::new(),
        })
    }

    fn caveats(&self, level: &Level) -> Caveats {
        PuzzleLevel::of(level).map_or_else(Caveats::default, caveats)
    }

    fn insight(&self, level: &Level) -> Option<Box<dyn Insight>> {
        Some(Box::new(PuzzleInsight::new(PuzzleLevel::of(level)?)))
    }

    fn linter(&self) -> Option<&dyn Linter> {
        Some(&PuzzleLinter)
    }

    fn is_vast(&self) -> bool {
        true
    }
}

fn caveats(level: &PuzzleLevel) -> Caveats {
    let mut caveats = Caveats::default();
    if level.source.prelude.realtime_interval.is_some() {
        let is_it = |line: &str| line.trim_start().to_lowercase().starts_with(CLOCK);
        let number = level
            .head
            .lines()
            .position(is_it)
            .map_or(1, |n| n as u32 + 1);
        let place = crate::formats::place(&level.head, number, 1);
        let message = "nothing is proved of a game with a clock: `realtime_interval`";
        let help = "play it, or follow moves with `replay`, where `t` is a tick; without this line \
                    it can be proved";
        caveats.refusal = Some(Diagnostic::error(&level.file, Some(place), message, help));
    }
    if level.has_luck {
        let always = "luck: chance goes whichever way is asked about, so a win needs it";
        caveats.always.push(always.to_owned());
    }
    let chance = level.source.chance.iter().map(|line| {
        let rule = level.line(*line).trim();
        format!("left to chance in line {line}: {rule}")
    });
    if !level.has_luck {
        caveats.when_unknown.extend(chance);
    }
    caveats
}

/// What begins the line that gives a game a clock.
const CLOCK: &str = "realtime_interval";
