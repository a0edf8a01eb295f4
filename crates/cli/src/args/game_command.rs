//! Commands and options that games bring along.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use playproof::level::decode;
use playproof::{Game, GameCommand, GameOption, OptionFile, OptionKind, Options};

use super::level_options::{LevelOptionArgs, arguments_of};
use super::{PlainFormat, folder, listed};
use crate::inputs::Source;

/// A command that a game brings along.
#[derive(Args, Debug)]
pub struct GameCommandArgs {
    /// Level files, folders, or - for standard input.
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// Write pictures into this folder.
    #[arg(long, value_name = "DIR", value_parser = folder)]
    pub svg: Option<PathBuf>,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
    /// The name of the game.
    #[arg(skip)]
    pub game: &'static str,
    /// Its name.
    #[arg(skip)]
    pub command: &'static str,
    /// The game's own options.
    #[arg(skip)]
    pub options: Options,
    /// What was said of its levels.
    #[arg(skip)]
    pub level_options: LevelOptionArgs,
}

/// The command as one of the program.
pub fn command_of(game: &dyn Game, command: &dyn GameCommand) -> Command {
    let help = command.help();
    let clap = GameCommandArgs::augment_args(Command::new(help.name));
    let clap = clap.args(help.options.iter().map(argument));
    let clap = clap.args(arguments_of(game.name(), help.options));
    // After the arguments, which bring words of their own.
    clap.about(help.about)
        .long_about(None::<&str>)
        .after_long_help(help.after)
}

/// The same commands below the name of their game, as in `playproof GAME COMMAND`. None if
/// the game brings none along.
pub fn commands_of(game: &dyn Game) -> Option<Command> {
    let commands = game.commands();
    let whole = Command::new(game.name())
        .about(game.summary())
        .subcommand_required(true)
        .arg_required_else_help(true)
        .disable_help_subcommand(true)
        .hide(true);
    let commands = commands.iter().map(|command| command_of(game, *command));
    (commands.len() > 0).then(|| whole.subcommands(commands))
}

/// What stands on the command line for a command of a game.
pub fn game_command_args(
    game: &dyn Game,
    command: &dyn GameCommand,
    given_to: &ArgMatches,
) -> Result<GameCommandArgs, clap::Error> {
    let own = command.help().options;
    let mut args = GameCommandArgs::from_arg_matches(given_to)?;
    args.game = game.name();
    args.command = command.help().name;
    args.options = given(given_to, own);
    args.level_options = LevelOptionArgs::of_game(given_to, game.name(), own);
    take_bare(&mut args.levels, &mut args.options, own);
    if args.levels.is_empty() {
        let message = "no level is named beside these values\n";
        return Err(clap::Error::raw(
            ErrorKind::MissingRequiredArgument,
            message,
        ));
    }
    Ok(args)
}

/// Takes values of options out of the names of levels: what such an option accepts and is no
/// file, the first for the first that is not given.
fn take_bare(levels: &mut Vec<PathBuf>, options: &mut Options, known: &[GameOption]) {
    for option in known.iter().filter(|option| option.is_bare) {
        let OptionKind::Text(accepts) = option.kind else {
            continue;
        };
        let is_value = |level: &PathBuf| {
            let text = level.to_str().filter(|_| !level.exists());
            text.is_some_and(|text| accepts(text).is_ok())
        };
        if options.get(option.name).is_some() {
            continue;
        }
        if let Some(at) = levels.iter().position(is_value) {
            let value = levels.remove(at).to_string_lossy().into_owned();
            options.set(option.name, value);
        }
    }
}

/// An option of a game as one of the command line.
pub fn argument(option: &GameOption) -> Arg {
    let help = option.help.strip_suffix('.').unwrap_or(option.help);
    let arg = Arg::new(option.name)
        .long(option.name)
        .help(help)
        .conflicts_with_all(option.conflicts);
    let arg = option
        .requires
        .iter()
        .fold(arg, |arg, name| arg.requires(*name));
    let arg = match option.short {
        Some(letter) => arg.short(letter),
        None => arg,
    };
    let arg = match option.kind {
        OptionKind::Switch => return arg.action(ArgAction::SetTrue),
        OptionKind::Number(least, most) => {
            arg.value_parser(clap::value_parser!(i64).range(least..=most))
        }
        OptionKind::Choice(words) => {
            let words = words.iter().map(|(word, help)| {
                PossibleValue::new(*word).help(help.strip_suffix('.').unwrap_or(help))
            });
            arg.value_parser(words.collect::<Vec<_>>())
        }
        OptionKind::Text(accepts) => {
            arg.value_parser(move |text: &str| accepts(text).map(|()| text.to_owned()))
        }
        OptionKind::ChoiceOrFile(words) => {
            arg.value_parser(move |text: &str| word_or_file(text, words))
        }
    };
    let arg = arg.value_name(option.value).allow_hyphen_values(true);
    match option.default {
        Some(default) => arg.default_value(default),
        None => arg,
    }
}

/// What was given where a file may be.
#[derive(Clone, Debug)]
enum WordOrFile {
    Word(String),
    File(OptionFile),
}

/// The largest file that can be the value of an option.
const MAX_OPTION_FILE: usize = 1 << 20;

fn word_or_file(text: &str, words: &[(&str, &str)]) -> Result<WordOrFile, String> {
    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    if words.contains(&text) {
        return Ok(WordOrFile::Word(text.to_owned()));
    }
    let source = Source::of(Path::new(text));
    if let Source::File(path) = &source
        && !path.exists()
    {
        if words.is_empty() {
            return Err("there is no such file".to_owned());
        }
        return Err(format!(
            "it is neither {}, and no file",
            listed(&words, "nor")
        ));
    }
    let bytes = source.bytes(MAX_OPTION_FILE, "a file for an option is small");
    let read = bytes.and_then(|bytes| {
        let text = decode(text, &bytes)?;
        Ok(WordOrFile::File(OptionFile {
            name: source.name(),
            text: text.into(),
        }))
    });
    read.map_err(|diagnostic| diagnostic.to_string())
}

/// Whether an option stands on the command line.
pub fn is_given(matches: &ArgMatches, name: &str) -> bool {
    matches.value_source(name) == Some(ValueSource::CommandLine)
}

/// What was given for these options, and for the others what holds then.
pub fn given(matches: &ArgMatches, options: &[GameOption]) -> Options {
    let mut all = Options::defaults(options);
    for option in options.iter().filter(|o| is_given(matches, o.name)) {
        let value = match option.kind {
            OptionKind::Switch => "true".to_owned(),
            OptionKind::Number(..) => {
                let number = matches.get_one::<i64>(option.name);
                number.expect("it was given").to_string()
            }
            OptionKind::Choice(_) | OptionKind::Text(_) => {
                let text = matches.get_one::<String>(option.name);
                text.expect("it was given").clone()
            }
            OptionKind::ChoiceOrFile(_) => {
                let given = matches.get_one::<WordOrFile>(option.name);
                match given.expect("it was given").clone() {
                    WordOrFile::Word(word) => word,
                    WordOrFile::File(file) => {
                        all.set_file(option.name, file);
                        continue;
                    }
                }
            }
        };
        all.set(option.name, value);
    }
    all
}
