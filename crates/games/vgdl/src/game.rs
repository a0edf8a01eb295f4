//! The game: its levels, what they mean, how they look.

use playproof_game::{Compiled, Game, GameOption, Linter, OptionKind, Options};
use playproof_level::{Collection, Diagnostic, Format, Level};
use playproof_model::Model;

use crate::format::{VgdlFormat, plain_level};
use crate::level::VgdlLevel;
use crate::lint::VgdlLinter;
use crate::meaning::{Played, played};
use crate::view::VgdlView;

/// Games described in the Video Game Description Language.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vgdl;

/// The option that names the game of a level.
const RULES: GameOption = GameOption::new(
    "rules",
    "FILE",
    "The game that the levels are of: a text in VGDL.",
    None,
    OptionKind::ChoiceOrFile(&[]),
);

impl Game for Vgdl {
    fn name(&self) -> &'static str {
        "vgdl"
    }

    fn summary(&self) -> &'static str {
        "any game written in VGDL: its rules are an option, or rules and levels in one file"
    }

    fn example(&self) -> Option<(&'static str, &'static str)> {
        Some((include_str!("../example.vgdl"), "vgdl"))
    }

    fn formats(&self) -> &[&dyn Format] {
        &[&VgdlFormat]
    }

    fn level_options(&self) -> &'static [GameOption] {
        &[RULES]
    }

    fn read_told(
        &self,
        file: &str,
        text: &str,
        options: &Options,
    ) -> Option<Result<Collection, Diagnostic>> {
        let rules = options.file(RULES.name)?;
        Some(plain_level(file, text, &rules.name, &rules.text))
    }

    fn likeness(&self, level: &Level) -> usize {
        // A level with rules of its own is of no other game.
        match VgdlLevel::of(level) {
            Some(_) => usize::MAX,
            None => 0,
        }
    }

    fn compile(&self, level: &Level) -> Result<Compiled, Diagnostic> {
        let Played {
            source,
            system,
            warnings,
        } = played(level)?;
        let view = VgdlView::new(&source, &system);
        Ok(Compiled {
            model: Model::System(system),
            natives: Vec::new(),
            view: Box::new(view),
            warnings,
        })
    }

    fn linter(&self) -> Option<&dyn Linter> {
        Some(&VgdlLinter)
    }
}
