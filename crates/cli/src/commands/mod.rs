//! One file a command.

mod analyze;
mod animate;
mod answer;
mod check;
mod completions;
mod explain;
mod explain_formula;
mod export;
mod faults;
mod game_command;
mod generate;
mod import_trace;
mod lint;
mod list;
mod lost;
mod man;
mod new;
mod play;
mod replay;
mod reproduce;
mod solve;
mod statement;
#[cfg(feature = "studio")]
mod studio;
#[cfg(feature = "study")]
mod study;
mod verify;

use std::io;
use std::process::ExitCode;

use crate::args::{Asked, Command};
use crate::console;
use crate::status::{NOBODY_READS, Status};

/// Does what was asked for.
pub fn run(asked: Asked) -> ExitCode {
    let done = match asked {
        Asked::OfGame(args) => game_command::run(&args),
        Asked::Plain(command) => plain(*command),
    };
    match done {
        Ok(status) => status.into(),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(NOBODY_READS),
        Err(error) => {
            console::error(&format!("cannot write results: {error}"));
            Status::BadInput.into()
        }
    }
}

fn plain(command: Command) -> io::Result<Status> {
    match command {
        Command::Verify(args) => verify::run(&args),
        Command::New(args) => new::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Animate(args) => animate::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Statement(args) => statement::run(&args),
        Command::ImportTrace(args) => import_trace::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::ExplainFormula(args) => explain_formula::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Games(args) => list::games(&args),
        Command::Engines(args) => list::engines(&args),
        Command::Properties(args) => list::properties(&args),
        Command::Formats(args) => list::formats(&args),
        Command::Completions(args) => completions::run(&args),
        #[cfg(feature = "studio")]
        Command::Studio(args) => studio::run(&args),
        #[cfg(feature = "study")]
        Command::Study(args) => study::run(&args),
        Command::Man(args) => man::run(&args),
    }
}
