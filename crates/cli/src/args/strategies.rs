//! `strategies`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{PlainFormat, folder, positive};

pub const EXAMPLES: &str = "\
Examples:
  playproof strategies castle.horn                    the ten cheapest ways to the goal
  playproof strategies castle.horn -n 1000 --format json | jq -r .cost.low
  playproof strategies castle.horn --svg pictures     each as a graph: castle-1-strategy-1.svg
  playproof strategies castle.horn --states --greedy  how much larger the state graph is, and
                                                      what short-sighted play costs
  playproof strategies castle.dungeon --experience    which of them a beginner can follow
  playproof strategies castle.dungeon --rules         the rules that they are made of
  playproof strategies castle.dungeon --experience --scale 10 --threshold shrinking

A strategy picks one rule for each thing that is needed and not there at the
beginning, never in a circle. Its cost is that of a tree, in which what is needed
twice is paid twice; beside it is the cost with everything paid once. Where the
goal cannot be reached, the places are named where the way back from it ends, and
the status is 1.

The state graph has all sets of things that can be held; it is counted up to 100,000
sets, and with --svg drawn where it has at most 200. Short-sighted play always takes
the cheapest thing that is new.

With --experience, a player of experience χ of X has no use for what asks for more
experience, nor for what costs more than M·χ/X at least, M being the greatest cost of
all. The table says which strategies remain for whom.";

/// `strategies`
#[derive(Args, Debug)]
pub struct StrategiesArgs {
    /// Dungeon files, folders of them, or - for standard input.
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// How many strategies, the cheapest first.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, value_parser = positive, allow_negative_numbers = true)]
    pub count: u64,
    /// By which end of their costs strategies are ranked.
    #[arg(long, value_name = "END", default_value = "least")]
    pub rank: RankArg,
    /// Draw each strategy as a graph into this folder.
    #[arg(long, value_name = "DIR", value_parser = folder)]
    pub svg: Option<PathBuf>,
    /// Count all sets of things that can be held, and with --svg draw them where they are few.
    #[arg(long)]
    pub states: bool,
    /// Say what a short-sighted player pays, who always takes what is cheapest.
    #[arg(long)]
    pub greedy: bool,
    /// Say which players can follow each: levels of experience against strategies.
    #[arg(long)]
    pub experience: bool,
    /// Show the rules instead: those of the map room by room, and beside them those made path by
    /// path, with the ones among these that give what nobody can reach.
    #[arg(long, conflicts_with_all = ["count", "experience"])]
    pub rules: bool,
    /// The greatest experience, X [default: the greatest that anything asks for].
    #[arg(long, value_name = "X", requires = "experience", value_parser = clap::value_parser!(u32).range(1..))]
    pub scale: Option<u32>,
    /// How much a thing may cost a player of experience χ.
    #[arg(
        long,
        value_name = "T",
        requires = "experience",
        default_value = "growing"
    )]
    pub threshold: ThresholdArg,
    /// How results are written.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
}

/// Which end of an interval counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum RankArg {
    /// The least that it costs.
    Least,
    /// The most that it costs.
    Most,
}

/// How much a thing may cost whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ThresholdArg {
    /// M·χ/X: who knows more can do more.
    Growing,
    /// M/χ: who knows more puts up with less.
    Shrinking,
}
