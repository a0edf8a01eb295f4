//! `generate`

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Arg, ArgMatches, Args, Command};
use playproof::{Game, GameOption, LevelGenerator, OptionKind, Options, Playproof};

use super::game_command::{argument, given, is_given};
use super::{PlainFormat, QuestionArgs, folder, positive, seconds, threads, threads_or_cores};

const AFTER_EXAMPLES: &str = "\
A level is kept only if every property is proved. Its certificates are written beside it;
`playproof check` accepts them. The same seed gives the same levels,
whatever the number of threads. Run the same command again to resume. Status 3 means
that there were not enough proposals.

Figures for --maximize are of the shortest winning run, or the game's own (docs/metrics.md).";

/// `generate`
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// The game.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// Output folder for levels and certificates.
    #[arg(long, value_name = "DIR", value_parser = folder, required_unless_present_any = ["stages", "search_page"])]
    pub out: Option<PathBuf>,
    /// Random seed. The same seed gives the same levels.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    pub seed: u64,
    /// How many levels to keep.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = positive, allow_negative_numbers = true)]
    pub count: u64,
    #[command(flatten)]
    pub questions: QuestionArgs,
    /// Seconds for all levels together, for generators that keep improving a level. The result then
    /// depends on the speed of the machine.
    #[arg(long, value_name = "N", value_parser = seconds, conflicts_with = "maximize", allow_negative_numbers = true)]
    pub seconds: Option<Duration>,
    /// The most proposals to try [default: 100 per level, and at least 1000].
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub proposals: Option<u64>,
    /// Keep the levels with the most of this, out of --of proposals.
    #[arg(long, value_name = "FIGURE", requires = "of")]
    pub maximize: Option<String>,
    /// How many proposals --maximize chooses from.
    #[arg(long, value_name = "N", requires = "maximize", conflicts_with = "proposals", value_parser = positive, allow_negative_numbers = true)]
    pub of: Option<u64>,
    /// Also write gallery.html, a page with pictures of all levels.
    #[arg(long)]
    pub gallery: bool,
    /// Show the stages of one proposal: as text, or as a picture in this file.
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1, default_missing_value = "-", conflicts_with_all = ["out", "count", "maximize"])]
    pub stages: Option<PathBuf>,
    /// Write a page that shows how one proposal was searched for, if its generator searches.
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["out", "count", "maximize", "stages"])]
    pub search_page: Option<PathBuf>,
    /// Which proposal --stages or --search-page shows, numbered as in file names [default: 0].
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "out",
        allow_negative_numbers = true
    )]
    pub number: Option<u64>,
    #[command(flatten)]
    pub effort: SearchLimits,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
    /// The options of the game's own generator.
    #[arg(skip)]
    pub options: Options,
}

/// The games whose levels can be generated.
pub fn generated(playproof: &Playproof) -> impl Iterator<Item = (&dyn Game, &dyn LevelGenerator)> {
    let games = playproof.games();
    games.filter_map(|game| Some((game, game.generator()?)))
}

/// The command with what the games bring along: options, examples, figures.
pub fn with_games(mut command: Command, playproof: &Playproof, exit_status: &str) -> Command {
    let mut examples = String::from("Examples:\n");
    let mut figures: Vec<(&str, String)> = Vec::new();
    let mut options: Vec<Shared> = Vec::new();
    let names: Vec<&str> = generated(playproof).map(|(game, _)| game.name()).collect();
    for (_, generator) in generated(playproof) {
        for example in generator.examples() {
            examples += &format!("  playproof generate {example}\n");
        }
        for (name, help) in generator.figures() {
            match figures.iter_mut().find(|(other, _)| other == name) {
                None => figures.push((name, (*help).to_owned())),
                // Games may share a figure, or call another one by the same name.
                Some((_, helps)) if !helps.contains(help) => *helps += &format!(" {help}"),
                Some(_) => {}
            }
        }
        for option in generator.options() {
            match options
                .iter_mut()
                .find(|shared| shared.name() == option.name)
            {
                None => options.push(Shared(vec![(generator.heading(), *option)])),
                Some(shared) => shared.add(generator.heading(), option),
            }
        }
    }
    command = command.args(options.iter().map(Shared::argument));
    let figures = figures
        .into_iter()
        .map(|(name, help)| PossibleValue::new(name).help(help));
    let figures: Vec<PossibleValue> = figures.collect();
    command
        .mut_arg("maximize", |arg| arg.value_parser(figures))
        .mut_arg("game", |arg| {
            arg.help(format!("The game: {}", listed(&names, "or")))
        })
        .after_help("Each game has options of its own: `--help` lists them, with examples.")
        .after_long_help(format!("{examples}\n{AFTER_EXAMPLES}\n\n{exit_status}"))
}

/// An option of generators that have it, each with its heading. Games may share a
/// generator, or mean different things by the same word.
struct Shared(Vec<(Option<&'static str>, GameOption)>);

impl Shared {
    fn name(&self) -> &'static str {
        self.0[0].1.name
    }

    fn add(&mut self, heading: Option<&'static str>, option: &GameOption) {
        if self.0.iter().all(|(_, known)| known.help != option.help) {
            self.0.push((heading, *option));
        }
    }

    /// As one argument: it takes what any of them takes.
    fn argument(&self) -> Arg {
        let (heading, first) = &self.0[0];
        if let [_] = self.0[..] {
            let arg = argument(first);
            return match heading {
                // `-h` is about all games.
                Some(heading) => arg.help_heading(*heading).hide_short_help(true),
                None => arg.hide_short_help(true),
            };
        }
        let mut joined = GameOption {
            default: None,
            ..*first
        };
        let mut helps = Vec::new();
        for (heading, option) in &self.0 {
            joined.kind = match (joined.kind, option.kind) {
                (OptionKind::Number(a, b), OptionKind::Number(least, most)) => {
                    OptionKind::Number(a.min(least), b.max(most))
                }
                (kind, _) => kind,
            };
            let help = option.help.strip_suffix('.').unwrap_or(option.help);
            let default = option
                .default
                .map(|default| format!(" [default: {default}]"));
            let default = default.unwrap_or_default();
            helps.push(match heading {
                Some(heading) => format!("{heading}: {help}{default}"),
                None => format!("{help}{default}"),
            });
        }
        argument(&joined)
            .help(helps.join("; "))
            .help_heading("Several games")
            .hide_short_help(true)
    }
}

/// What is wrong with a number that another game would take.
fn out_of_range(matches: &ArgMatches, option: &GameOption) -> Option<String> {
    let OptionKind::Number(least, most) = option.kind else {
        return None;
    };
    let number = matches.get_one::<i64>(option.name)?;
    let is_wrong = is_given(matches, option.name) && !(least..=most).contains(number);
    let name = option.name;
    is_wrong.then(|| format!("--{name} {number} is not in {least}..={most}"))
}

/// The options of the game's generator, or, if one was given that is not its own, what
/// is wrong with that.
pub fn options_of(matches: &ArgMatches, playproof: &Playproof) -> Result<Options, String> {
    let game = matches.get_one::<String>("game");
    let own =
        generated(playproof).find(|(other, _)| Some(other.name()) == game.map(String::as_str));
    let Some((game, generator)) = own else {
        return Ok(Options::default());
    };
    let is_own = |name: &str| generator.options().iter().any(|own| own.name == name);
    let all = generated(playproof).flat_map(|(_, other)| other.options());
    let mut foreign = all.filter(|o| is_given(matches, o.name) && !is_own(o.name));
    if let Some(option) = foreign.next() {
        let has_it = |other: &dyn LevelGenerator| {
            let mut options = other.options().iter();
            options.any(|other| other.name == option.name)
        };
        let games = generated(playproof).filter(|(_, other)| has_it(*other));
        let games: Vec<&str> = games.map(|(game, _)| game.name()).collect();
        let (name, games, game) = (option.name, listed(&games, "and"), game.name());
        return Err(format!("--{name} is for {games}, and this is {game}"));
    }
    let mut own = generator.options().iter();
    if let Some(message) = own.find_map(|option| out_of_range(matches, option)) {
        return Err(message);
    }
    let options = given(matches, generator.options());
    match generator
        .options()
        .iter()
        .find_map(|option| not_read(matches, option, &options))
    {
        Some(message) => Err(message),
        None => Ok(options),
    }
}

/// Why an option that was given would not be read beside the others, if so.
fn not_read(matches: &ArgMatches, option: &GameOption, options: &Options) -> Option<String> {
    let (other, values) = option.only_with?;
    let value = options.get(other).unwrap_or_default();
    let is_lost = is_given(matches, option.name) && !values.contains(&value);
    let name = option.name;
    let values = listed(values, "or");
    is_lost.then(|| format!("--{name} is for --{other} {values}, and this is {value}"))
}

/// Words in a row: `a, b and c`.
pub fn listed(words: &[&str], last: &str) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [words @ .., word] => format!("{} {last} {word}", words.join(", ")),
    }
}

/// How hard is searched.
#[derive(Args, Debug)]
pub struct SearchLimits {
    /// Time limit in seconds for the whole command. Levels kept by then stay.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// Memory limit in megabytes (2^20 bytes). A level that needs more is not kept.
    #[arg(long, hide_short_help = true, value_name = "MB", value_parser = positive, allow_negative_numbers = true)]
    pub memory: Option<u64>,
    /// State limit of each search. A level that needs more is not kept.
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub max_states: Option<u64>,
    /// How many levels to try at once. Results do not depend on it [default: one per core].
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
}

impl SearchLimits {
    /// The memory limit in bytes.
    pub fn max_bytes(&self) -> Option<u64> {
        self.memory.map(|mb| mb.saturating_mul(1 << 20))
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        threads_or_cores(self.threads)
    }
}
