//! The game: its levels, what they mean, how they look.

use std::sync::Arc;

use playproof_game::{
    Brush, Checkable, Compiled, DrawnRows, Game, GameOption, Linter, OptionKind, Options, View,
};
use playproof_level::{Collection, Diagnostic, Format, Level};
use playproof_model::Model;

use crate::fast::FastFactory;
use crate::format::{VgdlFormat, plain_level};
use crate::level::VgdlLevel;
use crate::lint::VgdlLinter;
use crate::played::{Played, played};
use crate::view::{VgdlView, brushes};

/// Games described in the Video Game Description Language.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vgdl;

/// The option that names the game of a level.
pub(crate) const RULES: GameOption = GameOption::new(
    "rules",
    "FILE",
    "The game's rules: a text in VGDL.",
    None,
    OptionKind::ChoiceOrFile(&[]),
);

/// The option that asks for Rules.
const AS_RULES: GameOption = GameOption::switch(
    "as-rules",
    "Compile the level to Rules, for BDDs, SAT and exports. Only for games in which nothing but the player moves.",
);

/// The option that makes the score part of states.
const WITH_SCORE: GameOption = GameOption::switch(
    "with-score",
    "Count the score in states, to ask about it: `some score >= 10`. There are more states then.",
);

/// The option that says which implementation's rules count.
const DIALECT: GameOption = GameOption::new(
    "dialect",
    "NAME",
    "Which program's rules to follow [default: gvgai].",
    None,
    OptionKind::Choice(&[
        ("gvgai", "the Java engine"),
        (
            "py-vgdl",
            "the first one, in Python: only games of walking, walls and goals",
        ),
    ]),
);

impl Checkable for Vgdl {
    fn name(&self) -> &'static str {
        "vgdl"
    }

    fn formats(&self) -> &[&dyn Format] {
        &[&VgdlFormat]
    }

    fn view(&self, level: &Level) -> Result<Box<dyn View>, Diagnostic> {
        let played = played(level)?;
        let reading = played.in_rules.map(|said| said.reading);
        Ok(Box::new(VgdlView::new(
            &played.source,
            &played.system,
            reading,
        )))
    }
}

impl Game for Vgdl {
    fn summary(&self) -> &'static str {
        "any game written in VGDL: its rules are an option, or rules and levels in one file"
    }

    fn example(&self) -> Option<(&'static str, &'static str)> {
        Some((include_str!("../example.vgdl"), "vgdl"))
    }

    fn level_options(&self) -> &'static [GameOption] {
        &[RULES, AS_RULES, WITH_SCORE, DIALECT]
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

    fn with_options(&self, level: &Level, options: &Options) -> Result<Level, Diagnostic> {
        let Some(written) = VgdlLevel::of(level) else {
            return Ok(level.clone());
        };
        Ok(Level::of_words(VgdlLevel {
            is_in_rules: written.is_in_rules || options.is_on(AS_RULES.name),
            counts_score: written.counts_score || options.is_on(WITH_SCORE.name),
            is_py: written.is_py || options.get(DIALECT.name) == Some("py-vgdl"),
            ..written.clone()
        }))
    }

    fn brushes(&self, level: &Level) -> Vec<Brush> {
        let source = VgdlLevel::of(level).and_then(|level| level.source().ok());
        source.map_or_else(Vec::new, |source| brushes(&source))
    }

    fn drawing(&self, level: &Level) -> Option<DrawnRows> {
        let level = VgdlLevel::of(level)?;
        Some(DrawnRows {
            rows: level.rows.clone(),
            line: level.line,
            column: level.indent + 1,
        })
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
            in_rules,
            warnings,
        } = played(level)?;
        let (rules, reading) = in_rules.map(|said| (said.rules, said.reading)).unzip();
        let view = VgdlView::new(&source, &system, reading);
        let fast = FastFactory::new(Arc::clone(&system));
        Ok(Compiled {
            model: match rules {
                Some(rules) => Model::Rules(Box::new(rules)),
                None => Model::System(system),
            },
            natives: vec![Box::new(fast)],
            view: Box::new(view),
            warnings,
        })
    }

    fn linter(&self) -> Option<&dyn Linter> {
        Some(&VgdlLinter)
    }
}
