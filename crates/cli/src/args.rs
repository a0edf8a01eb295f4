//! What can be said on the command line.

mod analyze;
mod explain;
mod export;
mod game_command;
mod generate;
mod import_trace;
mod level_options;
mod lint;
mod overview;
mod questions;
mod replay;
mod reports;
mod reproduce;
mod run;
mod statement;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use playproof::{Collection, Diagnostic, Playproof};
use playproof_analysis::Cost;

use crate::certificates::{CertificateFolder, Form};
use crate::inputs::Source;

pub use analyze::{AnalyzeArgs, FiguresFormat};
pub use explain::{ExplainArgs, ExplainFormulaArgs};
pub use export::{ExportArgs, Language};
pub use game_command::GameCommandArgs;
pub use generate::{GenerateArgs, generated, listed};
pub use import_trace::{ImportTraceArgs, Tool};
pub use level_options::LevelOptionArgs;
pub use lint::LintArgs;
pub use questions::QuestionArgs;
pub use replay::ReplayArgs;
pub use reports::ReportArgs;
pub use reproduce::ReproduceArgs;
pub use run::RunArgs;
pub use statement::StatementArgs;

/// The most threads that can be asked for: more than any machine of today has
/// use for, and fewer than a system refuses to start.
const MAX_THREADS: usize = 1024;

const EXIT_STATUS: &str = "\
Exit status:
    0  every property holds; for check: the certificate is accepted
    1  a property is violated; for solve: a level cannot be won; for animate: there is no run
    2  a mistake on the command line or in an input file
    3  unknown: a limit was hit
    4  evidence was rejected
  130  cancelled with Ctrl-C
  141  the output pipe was closed
In a batch, the most severe status wins: 130, 4, 2, 1, 3, 0.";

const NEW_EXAMPLES: &str = "\
Examples:
  playproof new GAME first.txt       a level to change, then verify
  playproof new GAME                 the same, printed
  playproof games                    what games there are";

const VERIFY_EXAMPLES: &str = "\
Examples:
  playproof verify first.txt                          can it be won?
  playproof verify levels/ -p solvable -p 'shortest >= 10'
  playproof verify first.txt -p 'never at(3, 4)'      column 3, row 4, from 1
  playproof verify levels/ --timeout 10 --format json > results.jsonl
  playproof verify levels/ --format junit > report.xml
  playproof verify first.txt --cert proofs            writes proofs/first-1-solvable.cert
  playproof verify 'levels/**/*.txt' --watch          again whenever one changes
  playproof verify levels/ --spec design.toml         all that a designer demands
  playproof verify first.txt -p 'F win' --assume 'GF at(3, 4) -> GF win'
  playproof verify first.txt --engine all             every engine, side by side
  cat first.txt | playproof verify -

Properties:
  solvable, unsolvable   some run wins; no run wins
  shortest <= N          some run wins within N moves
  shortest >= N          no run wins in fewer than N moves
  never P, reach P       no run, some run reaches a state in which P is true;
                         P is made of names, numbers, == != < <= > >=, ! && || -> and ( )
  unlosable, dead-end-free, softlock-free            nobody gets stuck
  complete-safe                                      no room and no thing can be missed
  progress <= N, progress-at-win <= N                no long way without visible progress
  some, every  turns, straights, pushes, score, twistiness, turn-ratio  <=, >=  N [within N]
  alternatives >= N, routes >= N, unique             how many ways there are to win
  G (P -> F Q), AG EF P, assume GF P; F Q            LTL, CTL, fairness
`playproof properties` lists them all, `playproof explain-formula` says what one asks.";

const SOLVE_EXAMPLES: &str = "\
Examples:
  playproof solve first.txt                           the run is the second line
  playproof solve collection.txt --level 2
  playproof solve warehouse.xsb --optimal pushes      and the proof that fewer will not do
  playproof solve warehouse.xsb --fast --save solved.sok
  playproof solve first.txt --format json | jq -r .solution
  playproof solve warehouse.xsb --iterative           part by part, say box by box
  playproof solve first.txt --player mcts --timeout 1 a player to compare with

Letters: l, r, u, d for left, right, up, down, capitals where a box is pushed.
When a limit is hit the best run so far is printed, with status 3. Status 1
says that the level is unsolvable, and that this is proved.";

const PLAY_EXAMPLES: &str = "\
Examples:
  playproof play first.txt
  playproof play collection.txt --level 2
  playproof play first.txt --timeout 5                a light that takes longer stays yellow

Keys: arrows or W A S D move, 1 to 9 are other actions, u undoes, r restarts,
h gives a hint, q quits.";

const CHECK_EXAMPLES: &str = "\
Examples:
  playproof check first-1-solvable.cert               is its evidence right?
  playproof check first-1-solvable.cert first.txt     and is it about this level?
  playproof check proofs/ --quiet                     all certificates of a folder
  playproof-check first-1-solvable.cert               the same evidence, by the small checker alone";

const ANIMATE_EXAMPLES: &str = "\
Examples:
  playproof animate first.txt                         frames in characters
  playproof animate first.txt -o first.gif            an animation
  playproof animate first.txt -o first.svg            the level with the way drawn over it
  playproof animate first.txt -o first.html           a page to step through
  playproof animate first.txt --cert first-1-solvable.cert -o first.gif
  playproof animate long.txt --every 20 -o long.gif
  playproof animate first.txt --to gif -o - | viewer";

const LIST_EXAMPLES: &str = "\
Examples:
  playproof games
  playproof engines
  playproof properties --format json | jq -r .name
  playproof formats";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  playproof completions bash > ~/.local/share/bash-completion/completions/playproof
  playproof completions fish > ~/.config/fish/completions/playproof.fish
  playproof completions zsh > ~/.zfunc/_playproof";

/// Proves things about game levels.
///
/// Every answer but *unknown* rests on evidence that a separate checker went through.
#[derive(Parser, Debug)]
#[command(name = "playproof", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The whole command line, with what the games bring along.
pub fn command(playproof: &Playproof) -> clap::Command {
    let command = Cli::command().mut_subcommand("generate", |generate| {
        generate::with_games(generate, playproof, EXIT_STATUS)
    });
    let of_games = playproof.games().flat_map(|game| {
        let commands = game.commands().iter();
        commands.map(move |command| game_command::command_of(game, *command))
    });
    overview::grouped(command.subcommands(of_games))
}

/// Reads the command line, or says what is wrong with it and ends.
pub fn parse() -> Asked {
    let playproof = Playproof::default();
    let mut command = command(&playproof);
    let matches = command.get_matches_mut();
    let (name, given) = matches.subcommand().expect("a command is required");
    let mut of_games = playproof
        .games()
        .flat_map(|game| game.commands().iter().map(move |own| (game, own)));
    if let Some((game, own)) = of_games.find(|(_, own)| own.help().name == name) {
        let args = GameCommandArgs::from_arg_matches(given);
        let args = args.unwrap_or_else(|error| error.format(&mut command).exit());
        return Asked::OfGame(GameCommandArgs {
            command: name.to_owned(),
            options: game_command::given(given, own.help().options),
            level_options: LevelOptionArgs::of_game(given, game.name(), own.help().options),
            ..args
        });
    }
    let mut cli =
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut command).exit());
    if let Command::Generate(args) = &mut cli.command {
        args.options = generate::options_of(given, &playproof).unwrap_or_else(|message| {
            let generate = command.find_subcommand_mut("generate");
            let generate = generate.expect("there is such a command");
            generate.error(ErrorKind::ArgumentConflict, message).exit()
        });
    }
    Asked::Plain(Box::new(cli.command))
}

/// What is asked for.
pub enum Asked {
    /// A command of the program's own.
    Plain(Box<Command>),
    /// One that a game brings along.
    OfGame(GameCommandArgs),
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Decide properties of levels, and have the evidence checked.
    #[command(after_help = format!("{VERIFY_EXAMPLES}\n\n{EXIT_STATUS}"))]
    Verify(VerifyArgs),
    /// Find a shortest winning run, or one box by box.
    #[command(after_help = format!("{SOLVE_EXAMPLES}\n\n{EXIT_STATUS}"))]
    Solve(SolveArgs),
    /// Write a small level to start from, with a comment for each letter.
    #[command(after_help = NEW_EXAMPLES)]
    New(NewArgs),
    /// Check moves that somebody made, or those that a file stores with its levels.
    #[command(after_help = format!("{}\n\n{EXIT_STATUS}", replay::EXAMPLES))]
    Replay(ReplayArgs),
    /// Play a level in the terminal, told at every step whether it can still be won.
    #[command(after_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// Check a certificate independently.
    #[command(after_help = format!("{CHECK_EXAMPLES}\n\n{EXIT_STATUS}"))]
    Check(CheckArgs),
    /// Print what is proved about a level: the statement whose hash certificates name.
    #[command(after_help = statement::EXAMPLES)]
    Statement(StatementArgs),
    /// Draw a run: an animation, a picture, a page, or frames in characters.
    #[command(after_help = format!("{ANIMATE_EXAMPLES}\n\n{EXIT_STATUS}"))]
    Animate(AnimateArgs),
    /// Show why a property is violated, along the run that breaks it.
    #[command(after_help = format!("{}\n\n{EXIT_STATUS}", explain::EXAMPLES))]
    Explain(ExplainArgs),
    /// Say in plain English what a formula or a requirement asks.
    #[command(after_help = explain::FORMULA_EXAMPLES)]
    ExplainFormula(ExplainFormulaArgs),
    /// Write a level and properties of it for another tool.
    #[command(after_help = export::EXAMPLES)]
    Export(ExportArgs),
    /// Follow a run that another tool found in an export, and check what it shows.
    #[command(after_help = format!("{}\n\n{EXIT_STATUS}", import_trace::EXAMPLES))]
    ImportTrace(ImportTraceArgs),
    /// Measure levels: shortest run, turns, states, and a difficulty estimate.
    #[command(after_help = format!("{}\n\n{EXIT_STATUS}", analyze::EXAMPLES))]
    Analyze(AnalyzeArgs),
    /// Say what is odd about level files, without being asked anything in particular.
    #[command(after_help = lint::EXAMPLES)]
    Lint(LintArgs),
    /// Make levels of which properties are proved.
    Generate(GenerateArgs),
    /// Repeat a published experiment, its figures beside ours.
    #[command(after_help = reproduce::EXAMPLES)]
    Reproduce(ReproduceArgs),
    /// List the games.
    #[command(after_help = LIST_EXAMPLES)]
    Games(ListArgs),
    /// List the engines: what they decide, by which evidence, and how.
    #[command(after_help = LIST_EXAMPLES)]
    Engines(ListArgs),
    /// List what can be asked of a level.
    #[command(after_help = LIST_EXAMPLES)]
    Properties(ListArgs),
    /// List what levels can be written in.
    #[command(after_help = LIST_EXAMPLES)]
    Formats(ListArgs),
    /// Print a script that completes this command line in a shell.
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Write a man page for each command into a folder.
    #[command(hide = true)]
    Man(ManArgs),
}

/// `verify`
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Level files, folders of them (`playproof formats` says which), or - for standard input;
    /// without any, those that the requirements file names.
    #[arg(required_unless_present = "spec", value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    #[command(flatten)]
    pub questions: QuestionArgs,
    /// The engine: one that `playproof engines` lists; auto, the one that suits best, which others
    /// race where it takes long; or all, one after the other, side by side [default: auto].
    #[arg(long, value_name = "E")]
    pub engine: Option<String>,
    #[command(flatten)]
    pub bound: BoundArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    /// How results are written.
    #[arg(long, default_value = "text")]
    pub format: Format,
    #[command(flatten)]
    pub reports: ReportArgs,
    /// Verify again whenever a file changes, until Ctrl-C.
    #[arg(long)]
    pub watch: bool,
}

/// `new`
#[derive(Args, Debug)]
pub struct NewArgs {
    /// The game; `playproof games` lists them.
    pub game: String,
    /// The file to write. A file that is there is kept, and is an error [default: print it].
    pub file: Option<PathBuf>,
}

/// `solve`
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// A level file, or - for standard input.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// The number of the level in its file, from 1 [default: all].
    #[arg(long = "level", value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub number: Option<u64>,
    /// Have it proved that no run has fewer of these.
    #[arg(long, value_name = "COST", conflicts_with_all = ["fast", "iterative"])]
    pub optimal: Option<CostArg>,
    /// Any run, as soon as one is found.
    #[arg(long, conflicts_with = "iterative")]
    pub fast: bool,
    /// Let a player try instead of a prover: its run is checked, but that it does
    /// not win shows nothing.
    #[arg(long, value_name = "WHO", conflicts_with_all = ["fast", "iterative", "optimal"])]
    pub player: Option<PlayerArg>,
    /// Write the levels into this file, each with the run that was found.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Bring home one box after another, each iteration going on where the last
    /// one ended. Faster in large levels; the run is not a shortest one, and no
    /// level is said to be unsolvable.
    #[arg(long, conflicts_with = "save")]
    pub iterative: bool,
    /// The engine of each iteration, such as sat-bmc [default: auto].
    #[arg(long, value_name = "E", requires = "iterative")]
    pub engine: Option<String>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// How results are written.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PlayerArg {
    /// A* by the Manhattan distance to the nearest goal.
    Astar,
    /// Monte-Carlo tree search, for 10 seconds unless --timeout says otherwise.
    Mcts,
}

impl PlayerArg {
    /// What the player is called.
    pub fn name(self) -> &'static str {
        match self {
            PlayerArg::Astar => "A*",
            PlayerArg::Mcts => "MCTS",
        }
    }

    /// How long it plays if nobody says.
    pub fn patience(self) -> Option<Duration> {
        match self {
            PlayerArg::Astar => None,
            // Where a level cannot be won it would play for ever.
            PlayerArg::Mcts => Some(Duration::from_secs(10)),
        }
    }
}

/// What a run can have few of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CostArg {
    /// Moves.
    Moves,
    /// Pushes, in games where things are pushed.
    Pushes,
}

impl From<CostArg> for Cost {
    fn from(cost: CostArg) -> Cost {
        match cost {
            CostArg::Moves => Cost::Moves,
            CostArg::Pushes => Cost::Pushes,
        }
    }
}

/// How answers are searched for, and where their certificates go.
#[derive(Args, Debug)]
pub struct SearchArgs {
    #[command(flatten)]
    pub effort: EffortArgs,
    /// Write a certificate for every decided result into this folder.
    #[arg(long, value_name = "DIR", value_parser = folder)]
    pub cert: Option<PathBuf>,
    /// Put the statement into every certificate, however long it is.
    #[arg(long, requires = "cert")]
    pub self_contained: bool,
    /// Compress the certificates: `.cert.gz`.
    #[arg(long, requires = "cert")]
    pub gzip: bool,
}

impl SearchArgs {
    /// The folder that certificates go to, if there is one.
    pub fn certificates(&self) -> Option<CertificateFolder> {
        let form = Form {
            is_self_contained: self.self_contained,
            is_packed: self.gzip,
        };
        let folder = self.cert.as_deref();
        folder.map(|folder| CertificateFolder::new(folder, form))
    }
}

/// What is searched, and how hard.
#[derive(Args, Clone, Debug)]
pub struct EffortArgs {
    /// The game, where the level leaves it open.
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub level_options: LevelOptionArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// The most states a search may see. It is looked at once a batch, so that
    /// a search may see a few more.
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub max_states: Option<u64>,
    /// Threads to search with; answers do not depend on it [default: one a core].
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
}

impl EffortArgs {
    /// Reads levels, with what was said of them.
    pub fn levels(&self, source: &Source) -> Result<Collection, Diagnostic> {
        source.levels(&self.level_options, self.game.as_deref())
    }

    /// The number of threads to search with.
    pub fn threads(&self) -> usize {
        threads_or_cores(self.threads)
    }
}

/// How far engines look that go by the length of runs.
#[derive(Args, Clone, Debug)]
pub struct BoundArgs {
    /// The longest runs that bounded model checking looks at [default: 100].
    #[arg(long, value_name = "N", value_parser = bound, allow_negative_numbers = true)]
    pub bound: Option<u32>,
}

/// `play`
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// A level file.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// The number of the level in its file, from 1 [default: 1].
    #[arg(long = "level", value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub number: Option<u64>,
    /// The game, where the level leaves it open.
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub level_options: LevelOptionArgs,
    /// Limits for each light.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// `check`
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Certificates, folders of them, or - for standard input; and perhaps level files, which
    /// must hold the certificates' levels.
    #[arg(required = true, value_name = "CERT|LEVEL")]
    pub files: Vec<PathBuf>,
    /// Print only what is rejected or unknown, and the summary.
    #[arg(short, long)]
    pub quiet: bool,
    /// The game that the certificate must be about [default: the level's own].
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub level_options: LevelOptionArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// How the result is written.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
}

/// `animate`
#[derive(Args, Debug)]
pub struct AnimateArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Where to write; the name's end says what. Without it, to standard output.
    #[arg(short, long, value_name = "FILE.gif|.svg|.html|.txt")]
    pub output: Option<PathBuf>,
    /// Draw a run with the fewest moves or pushes.
    #[arg(long, value_name = "COST", conflicts_with_all = ["cert", "moves", "property", "engine"])]
    pub optimal: Option<CostArg>,
    /// Draw these moves if they win: letters such as `rdLU`, a file that holds them, or
    /// `stored` for the run that the file stores with the level. A stored run is drawn
    /// anyway unless you ask for something else.
    #[arg(long, value_name = "LURD|FILE", conflicts_with_all = ["cert", "property", "engine"])]
    pub moves: Option<String>,
    /// What to draw, where no name says it [default: txt].
    #[arg(long)]
    pub to: Option<Picture>,
    /// Keep each N-th step only, and the last.
    #[arg(long, value_name = "N", value_parser = step, allow_negative_numbers = true)]
    pub every: Option<NonZeroUsize>,
    /// Milliseconds for each frame [default: what suits the run's length].
    #[arg(long, value_name = "MS", value_parser = milliseconds, allow_negative_numbers = true)]
    pub delay: Option<u32>,
}

/// What can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Picture {
    /// An animation.
    Gif,
    /// The level with the way drawn over it.
    Svg,
    /// A page to step through.
    Html,
    /// Frames in characters.
    Txt,
}

impl Picture {
    /// What the end of a file's name says.
    pub fn of_ending(path: &Path) -> Option<Picture> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        match &ending[..] {
            "gif" => Some(Picture::Gif),
            "svg" => Some(Picture::Svg),
            "html" | "htm" => Some(Picture::Html),
            "txt" => Some(Picture::Txt),
            _ => None,
        }
    }
}

/// `games`, `engines`, `properties`, `formats`
#[derive(Args, Debug)]
pub struct ListArgs {
    /// How the list is written.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
}

/// `man`
#[derive(Args, Debug)]
pub struct ManArgs {
    /// The folder.
    pub folder: PathBuf,
}

/// `completions`
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}

/// How commands write that are for people and programs only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PlainFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Limits that every command has.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Seconds for each result, from reading to checking.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// Megabytes (of 2^20 bytes) for the states of a search or the evidence of a check.
    #[arg(long, value_name = "MB", value_parser = positive, allow_negative_numbers = true)]
    pub memory: Option<u64>,
}

impl LimitArgs {
    /// The memory limit in bytes.
    pub fn max_bytes(&self) -> Option<u64> {
        self.memory.map(|mb| mb.saturating_mul(1 << 20))
    }
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
    /// A JUnit document: a suite a file, a case a level and property.
    Junit,
    /// Annotations for GitHub's workflows.
    Github,
}

impl From<PlainFormat> for Format {
    fn from(format: PlainFormat) -> Format {
        match format {
            PlainFormat::Text => Format::Text,
            PlainFormat::Json => Format::Json,
        }
    }
}

fn positive(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("expected a whole number above 0".to_owned()),
        Ok(n) => Ok(n),
    }
}

fn threads_or_cores(threads: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, Into::into);
    threads.unwrap_or_else(cores)
}

fn bound(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err(format!("expected a whole number from 1 to {}", u32::MAX)),
        Ok(n) => Ok(n),
    }
}

fn step(text: &str) -> Result<NonZeroUsize, String> {
    let step = text.parse();
    step.map_err(|_| "expected a whole number above 0".to_owned())
}

fn milliseconds(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(ms @ 20..=60_000) => Ok(ms),
        _ => Err("expected a whole number from 20 to 60000".to_owned()),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 1..=MAX_THREADS) => Ok(n),
        _ => Err(format!("expected a whole number from 1 to {MAX_THREADS}")),
    }
}

/// A folder, or what can become one.
fn folder(text: &str) -> Result<PathBuf, String> {
    if text.is_empty() {
        return Err("this is no name of a folder; `.` is the one you are in".to_owned());
    }
    let path = PathBuf::from(text);
    // Of `a.txt/inside` it is `a.txt` that stands in the way.
    let there = path.ancestors().find(|p| p.exists());
    match there.filter(|p| !p.is_dir()) {
        Some(file) => Err(format!("{} is not a folder", file.display())),
        None => Ok(path),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        // More seconds than a clock can count are as good as no limit.
        Ok(s) if s > 0.0 && s.is_finite() => {
            Ok(Duration::try_from_secs_f64(s).unwrap_or(Duration::MAX))
        }
        _ => Err("expected a number of seconds above 0, such as 2.5".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_defined() {
        command(&Playproof::default()).debug_assert();
    }

    #[test]
    fn seconds_are_above_zero() {
        assert_eq!(seconds("2.5"), Ok(Duration::from_millis(2500)));
        assert_eq!(seconds("1e300"), Ok(Duration::MAX));
        for wrong in ["0", "-0.0", "-1", "nan", "inf", "", "1s"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
        assert!(positive("0").is_err() && positive("-1").is_err());
        assert_eq!(positive("1"), Ok(1));
    }
}
