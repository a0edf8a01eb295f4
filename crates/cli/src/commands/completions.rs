//! `playproof completions`: what a shell needs to complete the command line.

use std::io;

use playproof::Playproof;

use crate::args::{CompletionsArgs, command};
use crate::console;
use crate::status::Status;

/// Prints the script.
pub fn run(args: &CompletionsArgs) -> io::Result<Status> {
    let mut script = Vec::new();
    let mut whole = command(&Playproof::default());
    clap_complete::generate(args.shell, &mut whole, "playproof", &mut script);
    console::print_plain(&String::from_utf8_lossy(&script))?;
    Ok(Status::Fine)
}
