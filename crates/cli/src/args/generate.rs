//! `generate`

use std::path::PathBuf;
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, Id, ValueEnum};
use playproof_generate::{LifeRule, SeedLine, Size};

use super::{PlainFormat, QuestionArgs, folder, positive, seconds, threads, threads_or_cores};

pub const EXAMPLES: &str = "\
Examples:
  playproof generate maze --out levels                    one maze that is proved to be winnable
  playproof generate maze --size 24x24 --count 200 --spec twisty.toml --out levels
  playproof generate race --count 100 -p 'alternatives >= 2' --out races
  playproof generate maze --count 10 --maximize shortest --of 1000 --out long
  playproof generate maze --size 12x8 --seed 7 --stages           how a level comes about
  playproof generate maze --seed 7 --stages stages.svg
  playproof generate maze --line 010011010110 --size 12 --out mine
  playproof generate dungeon --rooms 40 --keys 8 --consumable --spec 'winnable, goal-safe' --count 100 --out dungeons
  playproof generate dungeon --rooms 20 --keys 6 --maximize depth --of 200 --out deep

A level is kept only if every property is proved to hold. It is written beside its
certificates, which `playproof check` accepts. The same seed gives the same levels,
whatever the number of threads. A folder that was not finished is gone on with: the
same command again. Status 3 says that the proposals did not suffice.

Figures for --maximize: shortest, turns, straights, twistiness, wrong-turns, difficulty,
all of the shortest winning run; of dungeons also depth, linearity, branching, backtracking,
strategies (docs/metrics.md).";

/// `generate`
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// The game: maze, race, run, catch or dungeon.
    #[arg(value_name = "GAME")]
    pub game: String,
    /// The folder for levels and certificates.
    #[arg(long, value_name = "DIR", value_parser = folder, required_unless_present = "stages")]
    pub out: Option<PathBuf>,
    /// Columns and rows inside the ring of walls, 2 to 1000 of each; one number for both.
    #[arg(
        long,
        value_name = "WxH",
        default_value = "24x24",
        allow_hyphen_values = true
    )]
    pub size: Size,
    /// Which levels are proposed.
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
    /// The most proposals [default: 100 for each level, and at least 1000].
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub proposals: Option<u64>,
    /// Keep those with most of this, out of the proposals that --of names.
    #[arg(long, value_name = "FIGURE", requires = "of")]
    pub maximize: Option<Figure>,
    /// How many proposals --maximize chooses from.
    #[arg(long, value_name = "N", requires = "maximize", conflicts_with = "proposals", value_parser = positive, allow_negative_numbers = true)]
    pub of: Option<u64>,
    /// Show how a proposal comes about: in characters, or as a picture in this file.
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1, default_missing_value = "-", conflicts_with_all = ["out", "count", "maximize"])]
    pub stages: Option<PathBuf>,
    /// Which proposal --stages shows, as the names of levels count them [default: 0].
    #[arg(
        long,
        value_name = "N",
        requires = "stages",
        conflicts_with = "out",
        allow_negative_numbers = true
    )]
    pub number: Option<u64>,
    #[command(flatten)]
    pub effort: SearchLimits,
    /// How results are written.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
    #[command(flatten)]
    pub maker: MakerArgs,
    #[command(flatten)]
    pub dungeon: DungeonArgs,
}

/// An option that was given and that this game's levels have nothing of, with the
/// games that it is for.
pub fn foreign_option(
    command: &Command,
    matches: &ArgMatches,
) -> Option<(String, &'static str, String)> {
    let game = matches.get_one::<String>("game")?;
    let (group, games) = match game == "dungeon" {
        true => ("MakerArgs", "maze, race, run and catch"),
        false => ("DungeonArgs", "dungeon"),
    };
    let group = command.get_groups().find(|g| g.get_id() == group)?;
    let mut foreign: Vec<&Id> = group.get_args().collect();
    let size = Id::from("size");
    if game == "dungeon" {
        foreign.push(&size);
    }
    let is_given = |id: &&Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    let id = foreign.into_iter().find(is_given)?;
    let option = id.as_str().replace('_', "-");
    Some((option, games, game.clone()))
}

impl Figure {
    /// Whether levels of a game have it.
    pub fn is_of(self, game: &str) -> bool {
        let is_dungeon = game == "dungeon";
        match self {
            Figure::Shortest | Figure::WrongTurns | Figure::Difficulty => true,
            Figure::Turns | Figure::Straights | Figure::Twistiness => !is_dungeon,
            Figure::Depth
            | Figure::Linearity
            | Figure::Branching
            | Figure::Backtracking
            | Figure::Strategies => is_dungeon,
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or(String::new(), |value| value.get_name().to_owned())
    }
}

/// How levels are made.
#[derive(Args, Debug)]
pub struct MakerArgs {
    /// The elementary rule that makes rows of the line.
    #[arg(long, value_name = "0-255", default_value_t = 150)]
    pub rule: u8,
    /// The rule that makes corridors of the rows.
    #[arg(long, value_name = "B/S", default_value = "B3/S12345")]
    pub life: LifeRule,
    /// Apply that rule cell after cell instead of to all at once.
    #[arg(long)]
    pub in_place: bool,
    /// The most generations of it.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub generations: u32,
    /// Join floor until its largest part covers so many percent; 0 leaves it as it is.
    #[arg(long, value_name = "PERCENT", default_value_t = 50)]
    pub connect: u8,
    /// Of several passages, the one whose end in this part comes first in rows.
    #[arg(long, value_name = "PART", default_value = "other")]
    pub tie: JoinTie,
    /// Where avatar, goal and opponent go.
    #[arg(long, value_name = "HOW", default_value = "farthest")]
    pub place: Place,
    /// The first line, 0 for floor and 1 for wall, instead of a random one.
    #[arg(long, value_name = "0101...")]
    pub line: Option<SeedLine>,
}

/// How dungeons are made.
#[derive(Args, Debug)]
#[command(next_help_heading = "Dungeons")]
pub struct DungeonArgs {
    /// How many rooms.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub rooms: u32,
    /// How many locks, and keys for them.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub keys: u32,
    /// How many of the locks are on the way to the goal [default: half of them].
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// How many locks at most can be opened at a time; 1 makes a chain [default: as it comes].
    #[arg(long, value_name = "N", conflicts_with = "random_locks")]
    pub branching: Option<u32>,
    /// How many keys more than locks need.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub side_keys: u32,
    /// Keys are all alike, and used up.
    #[arg(long)]
    pub consumable: bool,
    /// Of a hundred corridors that could be, how many are left out.
    #[arg(long, value_name = "PERCENT", default_value_t = 50)]
    pub discard: u8,
    /// Locks and keys anywhere, instead of so that the dungeon can be won.
    #[arg(long)]
    pub random_locks: bool,
}

/// Which end of passages of the same length decides between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum JoinTie {
    /// The end in the part that is joined to the largest one.
    Other,
    /// The end in the largest part.
    Main,
}

/// Where avatar, goal and opponent go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Place {
    /// Avatar and goal (or opponent, with the goal in the middle) as far apart as can be.
    Farthest,
    /// The same by walking.
    FarthestPath,
    /// Anywhere.
    Random,
}

/// What there can be most of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Figure {
    /// Moves.
    Shortest,
    /// Turns.
    Turns,
    /// Straight moves.
    Straights,
    /// Turns for each move.
    Twistiness,
    /// Steps off the run.
    WrongTurns,
    /// Moves and wrong turns together.
    Difficulty,
    /// Of a dungeon, locks that have to be opened one after another.
    Depth,
    /// The share of a dungeon's locks that have to be opened.
    Linearity,
    /// How many of a dungeon's locks can be opened at a time.
    Branching,
    /// The share of moves into rooms where the player was before.
    Backtracking,
    /// The strategies of a dungeon.
    Strategies,
}

/// How hard is searched.
#[derive(Args, Debug)]
pub struct SearchLimits {
    /// Seconds for all of it; what is kept by then stays.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,
    /// Megabytes (of 2^20 bytes) for the states of a search; a level that needs more is not kept.
    #[arg(long, value_name = "MB", value_parser = positive, allow_negative_numbers = true)]
    pub memory: Option<u64>,
    /// The most states a search may see; a level that needs more is not kept.
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub max_states: Option<u64>,
    /// Levels that are tried at a time; results do not depend on it [default: one a core].
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
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
