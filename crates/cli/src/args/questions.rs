//! What is asked of levels.

use std::path::PathBuf;

use clap::Args;

/// Properties and a requirements file.
#[derive(Args, Debug)]
pub struct QuestionArgs {
    /// What to decide; may be given several times [default: solvable].
    #[arg(short, long = "property", value_name = "P")]
    pub properties: Vec<String>,
    /// Ask the properties of fair runs only: `GF p`, or `GF p -> GF q`; may be given several times.
    #[arg(long, value_name = "A", requires = "properties")]
    pub assume: Vec<String>,
    /// A requirements file (TOML), whose properties are decided too, or a list such as
    /// `winnable, goal-safe`. Those of severity `warning` do not change the exit status.
    #[arg(long, value_name = "FILE")]
    pub spec: Option<PathBuf>,
}
