//! What can be said to commands that show one run of one level.

use std::path::PathBuf;

use clap::Args;

use super::{BoundArgs, EffortArgs, positive};

/// Which run of which level is shown.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    /// A level file, or - for standard input.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// Show the run of this certificate instead of searching for one.
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["property", "engine", "game", "max_states"])]
    pub cert: Option<PathBuf>,
    /// Which level of the file, from 1.
    #[arg(long = "level", value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub number: Option<u64>,
    /// The property whose run to show.
    #[arg(short, long, value_name = "P", default_value = "solvable")]
    pub property: String,
    /// The engine, or auto.
    #[arg(long, hide_short_help = true, value_name = "E", default_value = "auto")]
    pub engine: String,
    #[command(flatten)]
    pub bound: BoundArgs,
    #[command(flatten)]
    pub effort: EffortArgs,
}
