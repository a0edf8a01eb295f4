//! Commands and options that games bring along.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command};
use playproof::level::decode;
use playproof::{Game, GameCommand, GameOption, OptionFile, OptionKind, Options};

use super::level_options::{LevelOptionArgs, arguments_of};
use super::{PlainFormat, folder, listed};
use crate::inputs::Source;

/// A command that a game brings along.
#[derive(Args, Debug)]
pub struct GameCommandArgs {
    /// Level files, folders of them, or - for standard input.
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// Draw the pictures that there are into this folder.
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
        .after_help(help.after)
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
