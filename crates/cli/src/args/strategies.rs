//! `strategies`

use std::path::PathBuf;

use clap::Args;

use super::{PlainFormat, positive};

pub const EXAMPLES: &str = "\
Examples:
  playproof strategies castle.horn                    the ten cheapest ways to the goal
  playproof strategies castle.horn -n 1000 --format json | jq -r .cost.low
  playproof strategies castle.dungeon --experience    which of them a beginner can follow
  playproof strategies castle.dungeon --rules         the rules that they are made of

A strategy picks one rule for each thing that is needed and not there at the
beginning, never in a circle. Its cost is that of a tree, in which what is needed
twice is paid twice; beside it is the cost with everything paid once. Where the
goal cannot be reached, the places are named where the way back from it ends, and
the status is 1.";

/// `strategies`
#[derive(Args, Debug)]
pub struct StrategiesArgs {
    /// Dungeon files, folders of them, or - for standard input.
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// How many strategies, the cheapest first.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, value_parser = positive, allow_negative_numbers = true)]
    pub count: u64,
    /// Say which players can follow each: from which level of experience on.
    #[arg(long)]
    pub experience: bool,
    /// Show the rules instead: those of the map room by room, and beside them those made path by
    /// path, with the ones among these that give what nobody can reach.
    #[arg(long, conflicts_with_all = ["count", "experience"])]
    pub rules: bool,
    /// How results are written.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
}
