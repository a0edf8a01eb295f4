//! `replay`

use std::path::PathBuf;

use clap::Args;

use super::{PlainFormat, SearchArgs, positive};

pub const EXAMPLES: &str = "\
Examples:
  playproof replay solved.sok                         the runs that the file stores
  playproof replay level.xsb --moves ruuLrdR
  playproof replay level.xsb --moves moves.txt --cert proofs/

Letters: l, r, u, d, capitals for pushes. Status 0 says that all runs win, 1
that one does not, 2 that a move is not possible or that there are none.";

/// `replay`
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// A level file, or - for standard input.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// The moves, or a file with moves [default: those stored with each level].
    #[arg(long, value_name = "LURD|FILE|stored")]
    pub moves: Option<String>,
    /// Which level of the file, from 1 [default: all].
    #[arg(long = "level", value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub number: Option<u64>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
}
