//! Games in which somebody else moves as well: Race, Run and Catch.
#![forbid(unsafe_code)]

mod canonical;
mod lost;
mod pursuit;
mod rules;

use playproof_game::{Brush, Checkable, Compiled, Game, Insight, LevelGenerator, View};
use playproof_level::{Diagnostic, Level};
use playproof_walked::generate::{Cast, DrawnLevels};
use playproof_walked::{Distances, FloorInsight, FloorView, brushes};

use crate::canonical::Contest;

/// Be on a goal before the opponent is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Race;

/// Be on a goal before the chaser has caught you.
#[derive(Clone, Copy, Debug, Default)]
pub struct Run;

/// Catch the runner before it is on a goal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Catch;

impl Contest {
    fn why_lost(self) -> fn(&Distances) -> String {
        match self {
            Contest::Race => lost::race,
            Contest::Run => lost::run,
            Contest::Catch => lost::catch,
        }
    }

    /// A level looks like a contest if the letter that only this one's opponent
    /// has is in it.
    fn likeness(self, level: &Level) -> usize {
        let words = self.words();
        let cells = level.grid().map_or(&[][..], |grid| grid.cells());
        let own = words.opponent.map(|(_, letters)| letters[0]);
        match cells.iter().any(|&letter| Some(letter) == own) {
            true => cells.iter().filter(|c| words.letter(**c).is_some()).count(),
            false => 0,
        }
    }

    fn view(self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        let (floor, _) = self.read(level)?;
        Ok(Box::new(FloorView::new(level, &self.words(), floor)))
    }

    fn compile(self, level: &Level) -> Result<Compiled, Diagnostic> {
        Ok(Compiled {
            view: self.view(level)?,
            model: self.model(level)?,
            natives: Vec::new(),
            warnings: Vec::new(),
        })
    }
}

macro_rules! contest {
    ($game:ident, $name:literal, $summary:literal, $letter:literal, $examples:expr) => {
        impl Checkable for $game {
            fn name(&self) -> &'static str {
                $name
            }

            fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
                Contest::$game.view(level)
            }
        }

        impl Game for $game {
            fn summary(&self) -> &'static str {
                $summary
            }

            fn example(&self) -> Option<(&'static str, &'static str)> {
                Some((include_str!(concat!("../", $name, "-example.txt")), "txt"))
            }

            fn brushes(&self, _: &Level) -> Vec<Brush> {
                brushes(&Contest::$game.words())
            }

            fn likeness(&self, level: &Level) -> usize {
                Contest::$game.likeness(level)
            }

            fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
                Contest::$game.compile(level)
            }

            fn generator(&self) -> Option<&dyn LevelGenerator> {
                const GENERATED: DrawnLevels = DrawnLevels {
                    called: $name,
                    cast: Cast::against($letter),
                    examples: $examples,
                };
                Some(&GENERATED)
            }

            fn insight(&self, level: &Level) -> Option<Box<dyn Insight>> {
                let (words, why_lost) = (Contest::$game.words(), Contest::$game.why_lost());
                let insight = FloorInsight::new(level, words, why_lost)?;
                Some(Box::new(insight))
            }
        }
    };
}

contest!(
    Race,
    "race",
    "be on G before the opponent E is, which goes round A; walls and floor as in maze",
    'E',
    &["race --count 100 -p 'alternatives >= 2' --out races"]
);
contest!(
    Run,
    "run",
    "be on G before the chaser C has caught A; walls and floor as in maze",
    'C',
    &[]
);
contest!(
    Catch,
    "catch",
    "catch the runner R before it is on G, for which it heads; walls and floor as in maze",
    'R',
    &[]
);
