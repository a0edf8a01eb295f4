//! Options of levels that games bring along: every command that reads levels has them.

use std::sync::OnceLock;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use playproof::{Collection, Diagnostic, Error, GameOption, Options, Playproof};

use super::game_command::{argument, given};
use super::listed;
use crate::inputs::problem;
use crate::told::told;

/// What was said of levels beside their files.
#[derive(Clone, Debug, Default)]
pub struct LevelOptionArgs {
    options: Options,
}

impl LevelOptionArgs {
    /// The levels of a file with what was said of them, as levels of this game if one is named.
    pub fn read(
        &self,
        file: &str,
        bytes: &[u8],
        game: Option<&str>,
    ) -> Result<Collection, Diagnostic> {
        let playproof = Playproof::default();
        let mut collection = playproof.read_told(file, bytes, &self.options)?;
        if self.options.names().next().is_none() {
            return Ok(collection);
        }
        for level in &mut collection.levels {
            let told_of = playproof.with_options(level, game, &self.options);
            *level = told_of.map_err(|error| match error {
                Error::Level(diagnostic) => diagnostic,
                error => problem(level.file(), told(&error), None),
            })?;
        }
        Ok(collection)
    }

    /// What was said.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What was said to a command of a game of this name, with these options.
    pub fn of_game(matches: &ArgMatches, game: &str, own: &[GameOption]) -> LevelOptionArgs {
        let options = of_game(game, own);
        let options: Vec<GameOption> = options.map(|known| known.option).collect();
        LevelOptionArgs {
            options: given(matches, &options),
        }
    }
}

/// The options of a game's levels as arguments of a command of that game, which may have
/// options of the same name itself.
pub fn arguments_of(game: &str, own: &[GameOption]) -> Vec<Arg> {
    of_game(game, own).map(Known::argument).collect()
}

fn of_game(game: &str, own: &[GameOption]) -> impl Iterator<Item = &'static Known> {
    let is_own = |known: &Known| own.iter().any(|own| own.name == known.option.name);
    let of_game = known().iter();
    of_game.filter(move |known| known.games.contains(&game) && !is_own(known))
}

/// An option, the games that have it, and what stands above it.
struct Known {
    option: GameOption,
    games: Vec<&'static str>,
    heading: String,
}

impl Known {
    fn argument(&'static self) -> Arg {
        argument(&self.option)
            .help_heading(&self.heading[..])
            .hide_short_help(true)
    }
}

/// Games that are alike may share options.
fn known() -> &'static [Known] {
    static KNOWN: OnceLock<Vec<Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut all: Vec<Known> = Vec::new();
        for game in Playproof::default().games() {
            for option in game.level_options() {
                match all
                    .iter_mut()
                    .find(|known| known.option.name == option.name)
                {
                    Some(known) => known.games.push(game.name()),
                    None => all.push(Known {
                        option: *option,
                        games: vec![game.name()],
                        heading: String::new(),
                    }),
                }
            }
        }
        for known in &mut all {
            known.heading = format!("Levels of {}", listed(&known.games, "and"));
        }
        all
    })
}

impl Args for LevelOptionArgs {
    fn augment_args(command: Command) -> Command {
        command.args(known().iter().map(Known::argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.args(known().iter().map(Known::argument))
    }
}

impl FromArgMatches for LevelOptionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let options: Vec<GameOption> = known().iter().map(|known| known.option).collect();
        Ok(LevelOptionArgs {
            options: given(matches, &options),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = LevelOptionArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
