//! `import-trace`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{LevelOptionArgs, LimitArgs, PlainFormat, folder, positive};

pub const EXAMPLES: &str = "\
Examples:
  spin -t -B first.pml | playproof import-trace first.txt -
  z3 first.smt2 | playproof import-trace first.txt - --from smt
  playproof import-trace first.txt sas_plan --cert proofs/
  playproof import-trace first.txt trail.txt -p 'G (at(2, 2) -> F win)'

The run that another tool found is followed in the level, and the checker judges it.
Status 2 means that a step is not possible, or that the run does not decide the property.";

/// `import-trace`
#[derive(Args, Debug)]
pub struct ImportTraceArgs {
    /// A level file.
    #[arg(value_name = "LEVEL")]
    pub level: PathBuf,
    /// The tool's output, or - for standard input.
    #[arg(value_name = "TRACE")]
    pub trace: PathBuf,
    /// Which tool wrote it [default: recognised].
    #[arg(long, value_name = "TOOL")]
    pub from: Option<Tool>,
    /// The property the level was exported with.
    #[arg(short, long, value_name = "P", default_value = "solvable")]
    pub property: String,
    /// Its assumptions. May be repeated.
    #[arg(long, value_name = "A", requires = "property")]
    pub assume: Vec<String>,
    /// Which level of the file, from 1.
    #[arg(long = "level", value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub number: Option<u64>,
    /// The game, if the level alone does not tell.
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub level_options: LevelOptionArgs,
    /// Write the certificate into this folder.
    #[arg(long, value_name = "DIR", value_parser = folder)]
    pub cert: Option<PathBuf>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
}

/// Whose words a run is told in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Tool {
    /// A trail as `spin -t -B` or `pan -r` print it.
    Spin,
    /// z3's values or model for an export to smtlib.
    Smt,
    /// A plan for an export to pddl, such as Fast Downward's sas_plan.
    Pddl,
}
