//! `explain` and `explain-formula`

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::{PlainFormat, ReportFiles, RunArgs, step};

pub const EXAMPLES: &str = "\
Examples:
  playproof explain first.txt                         can it be won, and if not, why
  playproof explain levels/ --quiet                   every level that cannot be won
  playproof explain first.txt -p unlosable            where the player can get stuck
  playproof explain first.txt -p 'never at(3, 4)' -o run.svg
  playproof explain long.txt -p 'GF at(2, 2)' --every 10
  playproof explain boxes.txt                         the boxes that are stuck, and a smallest repair
  playproof explain boxes.txt --repaired mended.txt   and write it down, with its certificate
  playproof explain boxes.txt --moves rrdLLu          the move after which winning was impossible
  playproof explain mill.txt -p goal-safe             the shortest losing play, and smallest repairs";

/// `explain`
#[derive(Args, Clone, Debug)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// More level files or folders. Each level is explained in turn.
    #[arg(value_name = "LEVEL")]
    #[arg(conflicts_with_all = ["number", "cert", "moves", "output", "repaired"])]
    pub more: Vec<PathBuf>,
    /// Explain failures only.
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub reports: ReportFiles,
    /// Also draw the run into this file: .gif, .svg, .html or .txt.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Draw every N-th step, and the steps that matter [default: all steps of a short run].
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = step, allow_negative_numbers = true)]
    pub every: Option<NonZeroUsize>,
    /// Find the first of these moves after which the level can no longer be won.
    ///
    /// Write l, u, r and d, capitals for pushes; or name a file; or say `stored` for the run in the
    /// level's file.
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["property", "cert"])]
    pub moves: Option<String>,
    /// Do not look for a smallest repair.
    #[arg(long)]
    pub no_repair: bool,
    /// Change only these in a repair, such as `wall` or `wall,goal`.
    #[arg(long, value_name = "WHAT,...", value_delimiter = ',', conflicts_with_all = ["no_repair", "moves"])]
    pub repair_by: Vec<String>,
    /// Write the repaired level to this file, and its certificate to FILE.cert.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_repair", "moves"])]
    pub repaired: Option<PathBuf>,
    /// Output format.
    ///
    /// JSON gives the object of `verify`, and a second one that says what is wrong.
    #[arg(long, default_value = "text", conflicts_with_all = ["moves", "output"])]
    pub format: PlainFormat,
}

pub const FORMULA_EXAMPLES: &str = "\
Examples:
  playproof explain-formula 'G (p -> F q)'            what it asks, and what an answer rests on
  playproof explain-formula unlosable                 the formula behind the name
  playproof explain-formula 'assume GF p; F win'

Names are not looked up: which of them a level knows depends on its game.";

/// `explain-formula`
#[derive(Args, Debug)]
pub struct ExplainFormulaArgs {
    /// Formulas or requirements, written as for `verify --property`.
    #[arg(required = true, value_name = "P", allow_hyphen_values = true)]
    pub properties: Vec<String>,
}
