//! `study`

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{PlainFormat, folder, positive};

pub const EXAMPLES: &str = "\
Examples:
  playproof study new mine                            the published play-test, with levels of your own
  playproof study serve mine                          prints the players' address; Ctrl-C ends it
  playproof study serve mine --address 0.0.0.0:8000 --allow-remote      for phones in one network
  playproof study serve mine --simulate 40            a rehearsal with simulated players
  playproof study report mine -o report.html          what they said, while it is served or later
  playproof study report mine --csv plays.csv --parquet plays.parquet

Players get two levels of two sets in random order, without knowing which set is which.
Only moves, times and answers are stored. Simulated players are marked as such wherever
they appear, and take no level away from people.";

/// `study`
#[derive(Args, Debug)]
pub struct StudyArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: StudyCommand,
}

/// What can be done with a study.
#[derive(Subcommand, Debug)]
pub enum StudyCommand {
    /// Write a study to start from, with the sets of the published play-test.
    New(NewStudyArgs),
    /// Let people play, until Ctrl-C.
    Serve(ServeArgs),
    /// Say what players answered.
    Report(StudyReportArgs),
}

/// `study new`
#[derive(Args, Debug)]
pub struct NewStudyArgs {
    /// The study's folder.
    #[arg(value_name = "DIR", value_parser = folder)]
    pub folder: PathBuf,
    /// How many levels to generate for each set: one per player you expect.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = positive, allow_negative_numbers = true)]
    pub levels: u64,
    /// Random seed. The same seed gives the same levels.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        allow_negative_numbers = true
    )]
    pub seed: u64,
    /// Write the study's file and the tutorial only, for levels of your own.
    #[arg(long)]
    pub empty: bool,
}

/// `study serve`
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The study's folder.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The address to listen at; port 0 picks a free one. Other machines reach it only with
    /// --allow-remote.
    #[arg(long, value_name = "IP:PORT", default_value = "127.0.0.1:0")]
    pub address: SocketAddr,
    /// Listen at an address that other machines reach, as plain HTTP.
    #[arg(long)]
    pub allow_remote: bool,
    /// Do not open the browser.
    #[arg(long)]
    pub no_open: bool,
    /// How many simulated players take part.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub simulate: Option<u32>,
    /// The number of threads to measure levels with [default: as many as the machine has cores].
    #[arg(long, value_name = "N", value_parser = super::threads)]
    pub threads: Option<usize>,
}

impl ServeArgs {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        super::threads_or_cores(self.threads)
    }
}

/// `study report`
#[derive(Args, Debug)]
pub struct StudyReportArgs {
    /// The study's folder.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Write the report as a page.
    #[arg(short, long, value_name = "FILE.html")]
    pub output: Option<PathBuf>,
    /// Write every play as a line of CSV.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the same as a Parquet file.
    #[arg(long, value_name = "FILE")]
    pub parquet: Option<PathBuf>,
    /// Output format.
    #[arg(long, default_value = "text")]
    pub format: PlainFormat,
}
