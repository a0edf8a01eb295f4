//! `playproof explain-formula`: what a property asks, in plain English.

use std::io;

use playproof::{Error, Playproof};
use playproof_report::{explained_text, message_text, property_error_text};

use crate::console;
use crate::explain_args::ExplainFormulaArgs;
use crate::status::Status;

/// Explains all of them, with an empty line between two. Errors are those of
/// writing.
pub fn run(args: &ExplainFormulaArgs) -> io::Result<Status> {
    let mut pages = Vec::new();
    let mut status = Status::Fine;
    for text in &args.properties {
        match explained(text) {
            Ok(page) => pages.push(page),
            Err(complaint) => {
                console::complain(&complaint);
                status = Status::BadInput;
            }
        }
    }
    console::print(&pages.join("\n"))?;
    Ok(status)
}

fn explained(text: &str) -> Result<String, String> {
    let property = Playproof::property(text).map_err(|error| match error {
        Error::Property { error, .. } => property_error_text(text, &error, None),
        other => message_text(playproof::Severity::Error, &other.to_string()),
    })?;
    let question = property.question();
    let question = question.map_err(|error| property_error_text(text, &error, None))?;
    Ok(explained_text(&property, &question))
}
