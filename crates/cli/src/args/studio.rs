//! `studio`

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

pub const EXAMPLES: &str = "\
Examples:
  playproof studio                                    draw levels on a page; opens the browser
  playproof studio levels/                            with the level files of a folder
  playproof studio --no-open --port 8080              prints the address, and opens nothing
  playproof studio --export site                      the page as files for any web server

The page asks this program for long searches. Nothing leaves this machine. Keep the
printed address to yourself: anybody who has it can read and change the folder's level
files. Ctrl-C ends the studio.";

/// `studio`
#[derive(Args, Debug)]
pub struct StudioArgs {
    /// The folder with level files.
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    /// The port to listen at; 0 picks a free one.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// The address to listen at. Other machines reach it only with --allow-remote.
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    pub address: IpAddr,
    /// Do not open the browser.
    #[arg(long)]
    pub no_open: bool,
    /// Listen at an address that other machines reach, as plain HTTP.
    #[arg(long)]
    pub allow_remote: bool,
    /// Write the page as files for any web server into a folder, and end.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "address", "allow_remote"])]
    pub export: Option<PathBuf>,
    /// The number of threads to search with [default: as many as the machine has cores].
    #[arg(long, value_name = "N", value_parser = super::threads)]
    pub threads: Option<usize>,
}

impl StudioArgs {
    /// The number of threads to search with.
    pub fn threads(&self) -> usize {
        super::threads_or_cores(self.threads)
    }
}
