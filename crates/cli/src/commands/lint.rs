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
    if args.levels.is_empty() {
        let options = args.level_options.options();
        let Some(found) = playproof.lint_alone(options) else {
            let message = "there is nothing to look over".to_owned();
            console::complain_of(&problem(
                "lint",
                message,
                Some("give a level file or a folder"),
            ));
            return Ok(Status::BadInput);
        };
        let mut files = options.names().filter_map(|name| options.file(name));
        let name = files.next().map_or("", |file| &file.name);
        return tell(args, name, &found);
    }
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
    tell(args, &name, &found)
}

/// Prints what was found in a file.
fn tell(args: &LintArgs, name: &str, found: &[Diagnostic]) -> io::Result<Status> {
    for diagnostic in found {
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
