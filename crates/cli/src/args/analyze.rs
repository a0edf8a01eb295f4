//! `analyze`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use playproof_analysis::MAX_GRAPH;

use super::{EffortArgs, ReportFiles, positive};

pub const EXAMPLES: &str = "\
Examples:
  playproof analyze levels/                           a table, one line per level
  playproof analyze levels/ --order                   from the easiest to the hardest
  playproof analyze levels/ --format csv > figures.csv
  playproof analyze levels/ --html figures.html       a page with distributions and extremes
  playproof analyze levels/ --order --format json | jq -r .level

Difficulty is an estimate: the length of a shortest winning run plus the wrong turns
along it. Where boxes are pushed, it is the fewest pushes, plus the changes from box to
box, plus the pushes along the way that would lose the level. Status 0 means that all
figures are known. A level that cannot be won is not a failure.";

/// `analyze`
#[derive(Args, Debug)]
pub struct AnalyzeArgs {
    /// Level files, folders, or - for standard input.
    #[arg(required = true, value_name = "LEVEL")]
    pub levels: Vec<PathBuf>,
    /// Propose an order of rising difficulty, for each game separately.
    #[arg(long)]
    pub order: bool,
    /// The most states to explore when counting states and lost states, and when following the
    /// choices beside a run.
    #[arg(long, value_name = "N", default_value_t = MAX_GRAPH, value_parser = positive, allow_negative_numbers = true)]
    pub max_graph: u64,
    /// Also write a page with the distribution of each figure and its extreme levels.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub reports: ReportFiles,
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
    /// One JSON object per line.
    Json,
    /// A line of names, then one line per level.
    Csv,
}
