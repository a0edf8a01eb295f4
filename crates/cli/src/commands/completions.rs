//! `playproof completions`: what a shell needs to complete the command line.

use std::io;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::console;
use crate::status::Status;

/// Prints the script.
pub fn run(args: &CompletionsArgs) -> io::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "playproof", &mut script);
    console::print_plain(&String::from_utf8_lossy(&script))?;
    Ok(Status::Fine)
}
