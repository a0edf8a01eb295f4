//! `analyze`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use playproof_analysis::MAX_GRAPH;

use super::{EffortArgs, positive};

pub const EXAMPLES: &str = "\
Examples:
  playproof analyze levels/                           a table, a line a level
  playproof analyze levels/ --order                   from the easiest to the hardest
  playproof analyze levels/ --format csv > figures.csv
  playproof analyze levels/ --html figures.html       a page with distributions and extremes
  playproof analyze levels/ --order --format json | jq -r .level

Difficulty is the length of a shortest winning run and the wrong turns that it
offers on the way, added; where boxes are pushed, the fewest pushes, the changes
from box to box and the pushes on the way that would lose the level. It is an estimate.
Status 0 says that all figures are known; a level that cannot be won is no
failure.";

/// `analyze`
#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    /// Level files, folders of them (`playproof formats` says which), or - for standard input.
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// Propose the order of rising difficulty, for each game by itself.
    #[arg(long)]
    pub order: bool,
    /// The most states that are gone through to count all states, or those from which a level is
    /// lost, and to decide what each choice beside a run leads to.
    #[arg(long, value_name = "N", default_value_t = MAX_GRAPH, value_parser = positive, allow_negative_numbers = true)]
    pub max_graph: u64,
    /// Write a page with the spread of each figure and the levels at its ends to this file too.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub effort: EffortArgs,
    /// How figures are written.
    #[arg(long, default_value = "text")]
    pub format: FiguresFormat,
}

/// How figures are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FiguresFormat {
    /// A table for people.
    Text,
    /// One JSON object a line.
    Json,
    /// A line of names, then one a level.
    Csv,
}
