//! Reports that are written beside what is printed.

use std::path::PathBuf;

use clap::Args;

/// What is told beside the results on the terminal.
#[derive(Args, Clone, Debug, Default)]
pub struct ReportArgs {
    /// Print failures and the summary only.
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub files: ReportFiles,
}

/// Files that tell the results to other programs.
#[derive(Args, Clone, Debug, Default)]
pub struct ReportFiles {
    /// Also write a JUnit report to this file.
    #[arg(long, value_name = "FILE", value_parser = file)]
    pub junit: Option<PathBuf>,
    /// Also write one JSON object per result to this file.
    #[arg(long, value_name = "FILE", value_parser = file)]
    pub json: Option<PathBuf>,
    /// Also write a SARIF report to this file, for code hosts.
    #[arg(long, value_name = "FILE", value_parser = file)]
    pub sarif: Option<PathBuf>,
}

/// A file: what goes to standard output is the text, or what `--format` says.
fn file(text: &str) -> Result<PathBuf, String> {
    match text {
        "-" => Err("a report needs a file; --format prints to standard output".to_owned()),
        name => Ok(PathBuf::from(name)),
    }
}
