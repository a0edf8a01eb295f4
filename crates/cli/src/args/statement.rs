//! `statement`

use std::path::PathBuf;

use clap::Args;

use super::{LevelOptionArgs, positive};

pub const EXAMPLES: &str = "\
Examples:
  playproof statement first.txt                       what `solvable` says of this level
  playproof statement first.txt -p 'shortest >= 10' > first.statement
  playproof statement first.txt | sha256sum           the `rules` line of its certificates
  playproof-check first-1-solvable.cert first.statement
  playproof statement first.txt --level-text          the level as certificates have it
  playproof statement first-1-solvable.cert --level-text
                                                      the level that a certificate is about";

/// `statement`
#[derive(Args, Debug)]
pub struct StatementArgs {
    /// A level file, or - for standard input; with --level-text, also a certificate.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// Print the level's canonical text instead: the exact level that the proof is about.
    #[arg(long)]
    pub level_text: bool,
    /// The property.
    #[arg(short, long = "property", value_name = "P", default_value = "solvable")]
    pub property: String,
    /// Which level of the file, from 1.
    #[arg(long = "level", value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub number: Option<u64>,
    /// The game, if the level alone does not tell.
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub level_options: LevelOptionArgs,
}
