//! What a game is to the rest of the program.

use playproof_certify::Engine;
use playproof_level::{Collection, Diagnostic, Level};
use playproof_model::{Model, NativeFactory};

use crate::brush::{Brush, DrawnRows};
use crate::checkable::Checkable;
use crate::command::GameCommand;
use crate::faults::FaultFinder;
use crate::generate::LevelGenerator;
use crate::insight::Insight;
use crate::lint::Linter;
use crate::measures::{Figure, Measures};
use crate::options::{GameOption, Options};
use crate::view::View;

/// A game: it reads levels and says what they mean.
pub trait Game: Checkable {
    /// One line about it.
    fn summary(&self) -> &'static str;
    /// The file of a small level to start from, with a comment for each letter, and how the
    /// names of such files end.
    fn example(&self) -> Option<(&'static str, &'static str)> {
        None
    }
    /// The letters that levels like this one can be drawn with, the commonest first. None
    /// where levels are no drawings.
    fn brushes(&self, _level: &Level) -> Vec<Brush> {
        Vec::new()
    }
    /// The level's drawing as its file has it, if it is drawn.
    fn drawing(&self, level: &Level) -> Option<DrawnRows> {
        DrawnRows::of(level)
    }
    /// Options of its levels: what can be said of a level beside its text. None of them
    /// has a default, since a level says by itself what holds.
    fn level_options(&self) -> &'static [GameOption] {
        &[]
    }
    /// The level with these options, which become part of it: its text, and so every
    /// certificate, says them.
    fn with_options(&self, level: &Level, _options: &Options) -> Result<Level, Diagnostic> {
        Ok(level.clone())
    }
    /// The levels of a text whose form only these options say: none if they do not.
    /// `with_options` is asked for each level afterwards.
    fn read_told(
        &self,
        _file: &str,
        _text: &str,
        _options: &Options,
    ) -> Option<Result<Collection, Diagnostic>> {
        None
    }
    /// How much the level looks like one of this game: the number of its
    /// places that make sense here.
    fn likeness(&self, level: &Level) -> usize;
    /// The level's meaning with what helps to search and to show it, or what is wrong with
    /// the level. The model is that of [`model`](crate::Meaning::model), the view that of [`Checkable::view`].
    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic>;
    /// The text of [`canonical`](crate::Meaning::canonical), by which certificates state the level: what is
    /// written here is compared with that when they are checked.
    fn text(&self, level: &Level) -> String {
        level.text()
    }
    /// What answers about the level are to be read with.
    fn caveats(&self, _level: &Level) -> Caveats {
        Caveats::default()
    }
    /// What the game knows of the level beyond its rules, if anything.
    fn insight(&self, _level: &Level) -> Option<Box<dyn Insight>> {
        None
    }
    /// How the game measures the level, if it does so in its own way.
    fn measures(&self, _level: &Level) -> Option<Box<dyn Measures>> {
        None
    }
    /// Figures of its own beside those of every game; the moves are those of the
    /// measured winning run, if there is one. It is a shortest one, unless
    /// [`Game::measures_any_run`].
    fn figures(&self, _level: &Level, _moves: Option<&[String]>) -> Vec<Figure> {
        Vec::new()
    }
    /// Whether its own figures are also those of a winning run that is not known to be a
    /// shortest one, where no shortest one is looked for.
    fn measures_any_run(&self) -> bool {
        false
    }
    /// How its levels are generated, if they are.
    fn generator(&self) -> Option<&dyn LevelGenerator> {
        None
    }
    /// Engines of its own, the preferred first.
    fn engines(&self) -> Vec<Box<dyn Engine>> {
        Vec::new()
    }
    /// Commands of its own.
    fn commands(&self) -> &[&dyn GameCommand] {
        &[]
    }
    /// Who looks for what is wrong with its levels beyond what can be said of every game.
    fn fault_finder(&self) -> Option<&dyn FaultFinder> {
        None
    }
    /// Who looks for what is odd about its files.
    fn linter(&self) -> Option<&dyn Linter> {
        None
    }
    /// One part of a goal that is reached part by part, and several.
    fn parts(&self) -> [&'static str; 2] {
        ["part", "parts"]
    }
    /// Whether a level may well have more states than can be gone through. Figures are
    /// then content with a run that is not the shortest and with a count up to a limit.
    fn is_vast(&self) -> bool {
        false
    }
    /// No winning run has fewer moves than this, where that is seen at a glance. It is not
    /// proved, and only saves work that would come to nothing.
    fn fewest_moves(&self, _level: &Level) -> Option<u64> {
        None
    }
    /// Whether the number of states says something of a level. It does not where most of
    /// them are moments on the way.
    fn counts_states(&self) -> bool {
        true
    }
}

/// A level's meaning.
pub struct Compiled {
    /// The trusted one.
    pub model: Model,
    /// Other state spaces, for speed.
    pub natives: Vec<Box<dyn NativeFactory>>,
    /// How its states look.
    pub view: Box<dyn View>,
    /// What is odd about the level.
    pub warnings: Vec<Diagnostic>,
}

/// What answers about a level are to be read with.
#[derive(Clone, Debug, Default)]
pub struct Caveats {
    /// Why nothing can be proved of it, though it can be played.
    pub refusal: Option<Diagnostic>,
    /// What every answer rests on.
    pub always: Vec<String>,
    /// Why there may be no answer.
    pub when_unknown: Vec<String>,
}
