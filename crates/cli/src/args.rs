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
#[cfg(feature = "studio")]
mod studio;
#[cfg(feature = "study")]
mod study;

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
pub use reports::{ReportArgs, ReportFiles};
pub use reproduce::ReproduceArgs;
pub use run::RunArgs;
pub use statement::StatementArgs;
#[cfg(feature = "studio")]
pub use studio::StudioArgs;
#[cfg(feature = "study")]
pub use study::{NewStudyArgs, ServeArgs, StudyArgs, StudyCommand, StudyReportArgs};

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
  playproof verify levels/ --spec design.toml         everything a design demands
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
  playproof solve warehouse.xsb --optimal pushes      and a proof that no run has fewer
  playproof solve warehouse.xsb --fast --save solved.sok
  playproof solve first.txt --format json | jq -r .solution
  playproof solve warehouse.xsb --iterative           part by part, say box by box
  playproof solve first.txt --player mcts --timeout 1 a player to compare with

Letters: l, r, u, d for left, right, up, down, capitals where a box is pushed.
If a limit is hit, the best run so far is printed, with status 3. Status 1 means
that the level is proved to be unsolvable.";

const PLAY_EXAMPLES: &str = "\
Examples:
  playproof play first.txt
  playproof play collection.txt --level 2
  playproof play first.txt --timeout 5                a light that takes longer stays yellow

Keys: arrows or W A S D move, 1 to 9 are other actions, u undoes, r restarts,
h gives a hint, q quits. In a game of rooms the arrows walk, and digits choose a room.";

const CHECK_EXAMPLES: &str = "\
Examples:
  playproof check first-1-solvable.cert               is the evidence right?
  playproof check first-1-solvable.cert first.txt     and is it about this level?
  playproof check proofs/ --quiet                     all certificates of a folder
  playproof-check first-1-solvable.cert               the same evidence, by the small checker alone";

const ANIMATE_EXAMPLES: &str = "\
Examples:
  playproof animate first.txt                         frames in characters
  playproof animate first.txt -o first.gif            an animation
  playproof animate first.txt -o first.svg            the level with the path drawn over it
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
    let by_game = playproof.games().filter_map(game_command::commands_of);
    overview::grouped(command.subcommands(of_games).subcommands(by_game))
}

/// Reads the command line, or says what is wrong with it and ends.
pub fn parse() -> Asked {
    let playproof = Playproof::default();
    let mut command = command(&playproof);
    let matches = command.get_matches_mut();
    let (name, given) = matches.subcommand().expect("a command is required");
    let mut of_games = playproof
        .games()
        .flat_map(|game| game.commands().iter().map(move |own| (game, *own)));
    // By its name alone, or below the name of its game.
    let of_game = of_games.find_map(|(game, own)| {
        let own_name = own.help().name;
        let given = match given.subcommand() {
            Some((below, given)) => (name == game.name() && below == own_name).then_some(given),
            None => (name == own_name).then_some(given),
        };
        given.map(|given| game_command::game_command_args(game, own, given))
    });
    if let Some(args) = of_game {
        return Asked::OfGame(args.unwrap_or_else(|error| error.format(&mut command).exit()));
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

/// What `generate` is told by these words.
#[cfg(feature = "study")]
pub fn generate_args(words: &[String]) -> Result<GenerateArgs, String> {
    let playproof = Playproof::default();
    let all = ["playproof", "generate"].map(str::to_owned);
    let all = all.into_iter().chain(words.iter().cloned());
    let matches = command(&playproof).try_get_matches_from(all);
    let matches = matches.map_err(|error| error.to_string())?;
    let (_, given) = matches.subcommand().expect("it was named");
    let args = GenerateArgs::from_arg_matches(given).map_err(|error| error.to_string())?;
    let options = generate::options_of(given, &playproof)?;
    Ok(GenerateArgs { options, ..args })
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
    /// Decide properties of levels and check the evidence.
    #[command(after_long_help = format!("{VERIFY_EXAMPLES}\n\n{EXIT_STATUS}"))]
    Verify(VerifyArgs),
    /// Find a winning run, a shortest one unless you ask otherwise.
    #[command(after_long_help = format!("{SOLVE_EXAMPLES}\n\n{EXIT_STATUS}"))]
    Solve(SolveArgs),
    /// Write a small level to start from, with a comment for each letter.
    #[command(after_long_help = NEW_EXAMPLES)]
    New(NewArgs),
    /// Check given moves, or the ones a file stores with its levels.
    #[command(after_long_help = format!("{}\n\n{EXIT_STATUS}", replay::EXAMPLES))]
    Replay(ReplayArgs),
    /// Play a level in the terminal. A light shows whether it can be won.
    #[command(after_long_help = PLAY_EXAMPLES)]
    Play(PlayArgs),
    /// Check a certificate independently.
    #[command(after_long_help = format!("{CHECK_EXAMPLES}\n\n{EXIT_STATUS}"))]
    Check(CheckArgs),
    /// Print the statement that a proof is about; certificates name its hash.
    #[command(after_long_help = statement::EXAMPLES)]
    Statement(StatementArgs),
    /// Draw a run: as an animation, a picture, a page, or text.
    #[command(after_long_help = format!("{ANIMATE_EXAMPLES}\n\n{EXIT_STATUS}"))]
    Animate(AnimateArgs),
    /// Show why a property fails, and the smallest repair.
    #[command(after_long_help = format!("{}\n\n{EXIT_STATUS}", explain::EXAMPLES))]
    Explain(ExplainArgs),
    /// Say in plain English what a formula or a requirement asks.
    #[command(after_long_help = explain::FORMULA_EXAMPLES)]
    ExplainFormula(ExplainFormulaArgs),
    /// Write a level and its properties for another tool.
    #[command(after_long_help = export::EXAMPLES)]
    Export(ExportArgs),
    /// Check a run that another tool found in an export.
    #[command(after_long_help = format!("{}\n\n{EXIT_STATUS}", import_trace::EXAMPLES))]
    ImportTrace(ImportTraceArgs),
    /// Measure levels: shortest run, turns, states, estimated difficulty.
    #[command(after_long_help = format!("{}\n\n{EXIT_STATUS}", analyze::EXAMPLES))]
    Analyze(AnalyzeArgs),
    /// Report anything odd in level files.
    #[command(after_long_help = lint::EXAMPLES)]
    Lint(LintArgs),
    /// Make levels with proved properties.
    Generate(GenerateArgs),
    /// Draw levels on a page and see the proof, in the browser.
    #[cfg(feature = "studio")]
    #[command(after_long_help = studio::EXAMPLES)]
    Studio(StudioArgs),
    /// Ask players which of two sets of levels they like better.
    #[cfg(feature = "study")]
    #[command(after_long_help = study::EXAMPLES)]
    Study(StudyArgs),
    /// Repeat a published experiment and compare the figures.
    #[command(after_long_help = reproduce::EXAMPLES)]
    Reproduce(ReproduceArgs),
    /// List the games.
    #[command(after_long_help = LIST_EXAMPLES)]
    Games(ListArgs),
    /// List the engines: what they decide and how.
    #[command(after_long_help = LIST_EXAMPLES)]
    Engines(ListArgs),
    /// List the properties you can ask about.
    #[command(after_long_help = LIST_EXAMPLES)]
    Properties(ListArgs),
    /// List the level formats.
    #[command(after_long_help = LIST_EXAMPLES)]
    Formats(ListArgs),
    /// Print a completion script for your shell.
    #[command(after_long_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),
    /// Write a man page for each command into a folder.
    #[command(hide = true)]
    Man(ManArgs),
}

/// `verify`
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// Level files, folders, or - for standard input [default: those the requirements file names].
    #[arg(required_unless_present = "spec", value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// Which level of each file, from 1 [default: all].
    #[arg(long = "level", value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub number: Option<u64>,
    #[command(flatten)]
    pub questions: QuestionArgs,
    /// The engine [default: auto].
    ///
    /// A name from `playproof engines`; `auto`, the most suitable, raced by others if it takes
    /// long; or `all`, to compare them side by side.
    #[arg(long, value_name = "E")]
    pub engine: Option<String>,
    #[command(flatten)]
    pub bound: BoundArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: Format,
    #[command(flatten)]
    pub reports: ReportArgs,
    /// Verify again whenever a file changes. Ctrl-C ends it.
    #[arg(long)]
    pub watch: bool,
}

/// `new`
#[derive(Args, Debug)]
pub struct NewArgs {
    /// The game: a name from `playproof games`.
    pub game: String,
    /// Output file; an existing file is never overwritten [default: standard output].
    pub file: Option<PathBuf>,
}

/// `solve`
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// A level file, or - for standard input.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// Which level of the file, from 1 [default: all].
    #[arg(long = "level", value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub number: Option<u64>,
    /// Find a run with the fewest of these, and prove it.
    #[arg(long, value_name = "COST", conflicts_with_all = ["fast", "iterative"])]
    pub optimal: Option<CostArg>,
    /// Take the first run found, even if it is long.
    #[arg(long, conflicts_with = "iterative")]
    pub fast: bool,
    /// Let a player try instead of a prover. Its run is checked; its failure proves nothing.
    #[arg(long, value_name = "WHO", conflicts_with_all = ["fast", "iterative", "optimal"])]
    pub player: Option<PlayerArg>,
    /// Write the levels and their runs into this file.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Solve box by box. Faster on large levels, but the run may not be shortest, and no level is
    /// ever called unsolvable.
    #[arg(long, conflicts_with = "save")]
    pub iterative: bool,
    /// The engine for each iteration, such as sat-bmc [default: auto].
    #[arg(long, value_name = "E", requires = "iterative")]
    pub engine: Option<String>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Output format.
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
    /// Put the statement into every certificate, even a long one.
    #[arg(long, hide_short_help = true, requires = "cert")]
    pub self_contained: bool,
    /// Compress the certificates: `.cert.gz`.
    #[arg(long, hide_short_help = true, requires = "cert")]
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
    /// The game, if the level alone does not tell.
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub level_options: LevelOptionArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// State limit of a search. Checked once per batch; the search may overshoot slightly.
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub max_states: Option<u64>,
    /// Search threads. Answers do not depend on it [default: one per core].
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
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
    /// The longest run that bounded model checking considers [default: 100].
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = bound, allow_negative_numbers = true)]
    pub bound: Option<u32>,
}

/// `play`
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// A level file.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// Which level of the file, from 1 [default: 1].
    #[arg(long = "level", value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub number: Option<u64>,
    /// The game, if the level alone does not tell.
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
    /// Certificates, folders, or - for standard input. Add level files to check that the
    /// certificates are about these levels.
    #[arg(required = true, value_name = "CERT|LEVEL")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub reports: ReportArgs,
    /// The game the certificate must be about [default: the level's own].
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub level_options: LevelOptionArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
}

/// `animate`
#[derive(Args, Debug)]
pub struct AnimateArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Output file: .gif, .svg, .html or .txt [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Draw a run with the fewest moves or pushes.
    #[arg(long, value_name = "COST", conflicts_with_all = ["cert", "moves", "property", "engine"])]
    pub optimal: Option<CostArg>,
    /// Draw these moves, if they win.
    ///
    /// Write letters such as `rdLU`, or name a file that holds them, or say `stored` for the run
    /// that the file stores with the level. A stored run is drawn anyway unless you ask for
    /// something else.
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["cert", "property", "engine"])]
    pub moves: Option<String>,
    /// Output format, if no file name picks it [default: txt].
    #[arg(long)]
    pub to: Option<Picture>,
    /// Put the proof into the page (`.html`).
    ///
    /// The page then holds the certificate and the checker, which goes through it whenever the
    /// page is opened, and compares the picture with it.
    #[arg(long)]
    pub proof: bool,
    /// Keep every N-th step only, and the last.
    #[arg(long, value_name = "N", value_parser = step, allow_negative_numbers = true)]
    pub every: Option<NonZeroUsize>,
    /// Milliseconds per frame [default: depends on the run's length].
    #[arg(long, value_name = "MS", value_parser = milliseconds, allow_negative_numbers = true)]
    pub delay: Option<u32>,
}

/// What can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Picture {
    /// An animation.
    Gif,
    /// The level with the path drawn over it.
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
    /// Output format.
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
    /// One JSON object per line.
    Json,
}

/// Limits that every command has.
#[derive(Args, Clone, Debug)]
pub struct LimitArgs {
    /// Time limit in seconds per result, from reading to checking.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// Memory limit in megabytes (2^20 bytes). What needs more is *unknown*.
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
    /// One JSON object per line.
    Json,
    /// A JUnit document: a suite per file, a case per level and property.
    Junit,
    /// Annotations for GitHub workflows.
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
