//! The `playproof` command: level files in, checked verdicts out.
#![forbid(unsafe_code)]

mod args;
mod batch;
mod best;
mod certificates;
mod clock;
mod commands;
mod complaints;
mod console;
mod engine_choice;
mod grades;
mod inputs;
mod moves;
mod outputs;
mod play;
mod progress;
mod questions;
mod reports;
mod session;
mod shown_runs;
mod side_by_side;
mod status;
mod told;
mod watch;
mod watchdog;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run(args::parse())
}
