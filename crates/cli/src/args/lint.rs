//! `lint`

use std::path::PathBuf;

use clap::Args;

use super::{LevelOptionArgs, PlainFormat};

pub const EXAMPLES: &str = "\
Examples:
  playproof lint game.txt                             rules that never fire, levels that are alike
  playproof lint levels/ --format json | jq -r .message
  playproof lint game.txt --max-states 1000000        look further before saying `not seen`

Exit status: 0 if nothing is odd, 1 if there are warnings, 2 if a file has errors.";

/// `lint`
#[derive(Args, Debug)]
pub struct LintArgs {
    /// Level files, folders, or - for standard input. Not needed to check rules alone.
    #[arg(value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// The game, if the levels alone do not tell.
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub level_options: LevelOptionArgs,
    /// How many states to explore in each file.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub max_states: u64,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
}
