//! `playproof lint`: what is odd about level files.

use std::io;
use std::ops::ControlFlow;

use playproof::{Diagnostic, Error, MAX_BYTES, Playproof, Severity};
use playproof_report::diagnostic_json;

use crate::args::{LintArgs, PlainFormat};
use crate::console;
use crate::inputs::{Source, problem, sources};
use crate::status::Status;
use crate::told::{diagnostic_text, told};

/// Looks over the files. Errors are those of writing to standard output.
pub fn run(args: &LintArgs) -> io::Result<Status> {
    let playproof = Playproof::default();
    let mut status = Status::Fine;
    for argument in &args.levels {
        let (sources, problems) = sources(argument);
        for diagnostic in &problems {
            console::complain_of(diagnostic);
            status = status.max(Status::BadInput);
        }
        for source in &sources {
            status = status.max(lint(args, &playproof, source)?);
        }
    }
    Ok(status)
}

fn lint(args: &LintArgs, playproof: &Playproof, source: &Source) -> io::Result<Status> {
    let name = source.name();
    let found = found(args, playproof, source);
    let found = found.unwrap_or_else(|diagnostic| vec![diagnostic]);
    for diagnostic in &found {
        match args.format {
            PlainFormat::Text => console::print(&diagnostic_text(diagnostic))?,
            PlainFormat::Json => console::print_plain(&diagnostic_json(diagnostic))?,
        }
    }
    if found.is_empty() && args.format == PlainFormat::Text {
        console::print(&format!("{name}: nothing odd\n"))?;
    }
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    Ok(match (found.is_empty(), found.iter().any(is_error)) {
        (true, _) => Status::Fine,
        (_, true) => Status::BadInput,
        (_, false) => Status::Violated,
    })
}

fn found(
    args: &LintArgs,
    playproof: &Playproof,
    source: &Source,
) -> Result<Vec<Diagnostic>, Diagnostic> {
    let bytes = source.bytes(MAX_BYTES, "a file of levels may not be larger; split it")?;
    let (name, game) = (source.name(), args.game.as_deref());
    let mut go_on = || ControlFlow::Continue(());
    let options = args.level_options.options();
    let found = playproof.lint_told(&name, &bytes, game, options, args.max_states, &mut go_on);
    found.map_err(|error| match error {
        Error::Level(diagnostic) => diagnostic,
        other => problem(&name, told(&other), None),
    })
}
