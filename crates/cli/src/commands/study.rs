//! `playproof study`: play-tests with people.

mod new;
mod report;
mod serve;

use std::io;

use crate::args::{StudyArgs, StudyCommand};
use crate::console;
use crate::status::Status;

/// Does what is asked of a study. Errors are those of writing to standard output.
pub fn run(args: &StudyArgs) -> io::Result<Status> {
    match &args.command {
        StudyCommand::New(args) => new::run(args),
        StudyCommand::Serve(args) => serve::run(args),
        StudyCommand::Report(args) => report::run(args),
    }
}

fn refused(message: &str) -> io::Result<Status> {
    console::error(message);
    Ok(Status::BadInput)
}
