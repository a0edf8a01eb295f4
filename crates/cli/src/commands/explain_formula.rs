//! `playproof explain-formula`: what a property asks, in plain English.

use std::io;

use playproof::{Ask, PropertyError};
use playproof_report::{explained_collection_text, explained_text, property_error_text};

use crate::args::ExplainFormulaArgs;
use crate::console;
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
    let wrong = |error: PropertyError| property_error_text(text, &error, None);
    match text.parse::<Ask>().map_err(wrong)? {
        Ask::Level(property) => {
            let question = property.question().map_err(wrong)?;
            Ok(explained_text(&property, &question))
        }
        Ask::Collection(property) => Ok(explained_collection_text(property)),
    }
}
