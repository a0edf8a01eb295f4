//! Reports that are written beside what is printed.

use std::path::PathBuf;

use clap::Args;

/// What is told beside the results on the terminal.
#[derive(Args, Clone, Debug, Default)]
pub struct ReportArgs {
    /// Print only what does not hold, and the summary.
    #[arg(short, long)]
    pub quiet: bool,
    /// Write a JUnit report to this file too.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write one JSON object per result to this file too.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write a SARIF report to this file too, for code hosts.
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
}
