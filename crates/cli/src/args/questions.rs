//! What is asked of levels.

use std::path::PathBuf;

use clap::Args;

/// Properties and a requirements file.
#[derive(Args, Debug)]
pub struct QuestionArgs {
    /// The property to decide. May be repeated [default: solvable].
    #[arg(short, long = "property", value_name = "P")]
    pub properties: Vec<String>,
    /// Consider only fair runs: `GF p`, or `GF p -> GF q`. May be repeated.
    #[arg(long, value_name = "A", requires = "properties")]
    pub assume: Vec<String>,
    /// Also decide the requirements in this file (TOML), or in a list such as `winnable, goal-safe`.
    ///
    /// Requirements of severity `warning` do not change the exit status.
    #[arg(long, value_name = "FILE")]
    pub spec: Option<PathBuf>,
}
