//! `reproduce`

use std::path::PathBuf;

use clap::Args;

use super::{LimitArgs, folder, positive};

pub const EXAMPLES: &str = "\
Examples:
  playproof reproduce --list                          what can be reproduced
  playproof reproduce seed-003-part-2                 its table, ours beside the published one
  playproof reproduce seed-003-part-4 --out results   also as Markdown, CSV and SVG
  playproof reproduce seed-000-experiment-4 --levels 5 --timeout 2
  playproof reproduce all --levels 50                 every experiment, into docs/reproduction

Levels are part of the program, or generated from a fixed seed. `all` writes one page per
published work instead of one per experiment, into docs/reproduction unless --out says
otherwise. Limits are per search; each experiment's page names its defaults. Published
figures come from other machines and other tools; they are for comparison, not targets.
Status 0 means that the experiment ran, whatever its outcome.";

/// `reproduce`
#[derive(Args, Debug)]
pub struct ReproduceArgs {
    /// The experiment, or `all`.
    #[arg(value_name = "EXPERIMENT", required_unless_present = "list")]
    pub experiment: Option<String>,
    /// List the experiments.
    #[arg(long, conflicts_with = "experiment")]
    pub list: bool,
    /// Levels per size. Experiments with a single size use four times as many.
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub levels: Option<u64>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// State limit of each search.
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub max_states: Option<u64>,
    /// Also write tables (Markdown, CSV) and figures (SVG) into this folder.
    #[arg(long, value_name = "DIR", value_parser = folder)]
    pub out: Option<PathBuf>,
}
