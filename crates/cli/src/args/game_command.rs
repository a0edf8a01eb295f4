//! Commands and options that games bring along.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use playproof::{GameCommand, GameOption, OptionKind, Options};

use super::{PlainFormat, folder};

/// A command that a game brings along.
#[derive(Args, Debug)]
pub struct GameCommandArgs {
    /// Level files, folders of them, or - for standard input.
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// Draw the graphs that there are into this folder.
    #[arg(long, value_name = "DIR", value_parser = folder)]
    pub svg: Option<PathBuf>,
    /// How results are written.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
    /// Its name.
    #[arg(skip)]
    pub command: String,
    /// The game's own options.
    #[arg(skip)]
    pub options: Options,
}

/// The command as one of the program.
pub fn command_of(command: &dyn GameCommand) -> Command {
    let clap = Command::new(command.name()).about(command.about());
    let clap = GameCommandArgs::augment_args(clap);
    let clap = clap.args(command.options().iter().map(argument));
    clap.after_help(command.after_help())
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
    };
    let arg = arg.value_name(option.value).allow_hyphen_values(true);
    match option.default {
        Some(default) => arg.default_value(default),
        None => arg,
    }
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
        };
        all.set(option.name, value);
    }
    all
}
