//! `playproof statement`: what is proved about a level, as the kernel reads it.

use std::io;

use playproof::{
    Ask, CertificateFile, Diagnostic, Error, MAX_CERTIFICATE, Playproof, Severity, unpacked,
};
use playproof_report::{message_text, property_error_text};

use crate::args::StatementArgs;
use crate::console;
use crate::inputs::{Source, only_level, problem};
use crate::status::Status;
use crate::told::{diagnostic_text, told};

/// Prints the statement. Errors are those of writing to standard output.
pub fn run(args: &StatementArgs) -> io::Result<Status> {
    match text(args) {
        Ok(text) => {
            console::print_plain(&text)?;
            Ok(Status::Fine)
        }
        Err(complaint) => {
            console::complain(&complaint);
            Ok(Status::BadInput)
        }
    }
}

/// The statement's text, or what to say about the input.
fn text(args: &StatementArgs) -> Result<String, String> {
    let property = match args.property.parse() {
        Ok(Ask::Level(property)) => property,
        Ok(Ask::Collection(_)) => {
            return Err(message_text(
                Severity::Error,
                "the property is about several levels",
            ));
        }
        Err(error) => return Err(property_error_text(&args.property, &error, None)),
    };
    let source = Source::of(&args.level);
    if args.level_text && source.is_named_certificate() {
        return certified_level(&source).map_err(|d| diagnostic_text(&d));
    }
    let collection = source
        .levels(&args.level_options, args.game.as_deref())
        .map_err(|d| diagnostic_text(&d))?;
    let level = only_level(&source, &collection, args.number).map_err(|d| diagnostic_text(&d))?;
    collection.warnings.iter().for_each(console::complain_of);
    let playproof = Playproof::default();
    let prepared = playproof.prepare(level, args.game.as_deref());
    if args.level_text {
        // What is no level of a game has a text as well.
        let text = prepared.map(|prepared| prepared.game().text(level));
        return Ok(text.unwrap_or_else(|_| level.text()));
    }
    let statement = prepared.and_then(|prepared| prepared.statement(&property));
    let statement = statement.map_err(|error| match error {
        Error::Level(diagnostic) => diagnostic_text(&diagnostic),
        Error::Property { text, error } => property_error_text(&text, &error, Some(level.file())),
        other => message_text(
            Severity::Error,
            &format!("{}: {}", level.file(), told(&other)),
        ),
    })?;
    Ok(statement.text())
}

/// The text of the level that a certificate is about, which nobody has checked yet.
fn certified_level(source: &Source) -> Result<String, Diagnostic> {
    let bytes = source.bytes(MAX_CERTIFICATE as usize, "no certificate is larger")?;
    let wrong = |why: String| problem(&source.name(), why, None);
    let bytes = unpacked(&bytes, MAX_CERTIFICATE).map_err(|error| wrong(error.to_string()))?;
    let file = CertificateFile::parse(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(file.level.to_owned())
}
