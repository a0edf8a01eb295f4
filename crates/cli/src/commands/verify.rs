//! `playproof verify`: a result for every level and property.

use std::io;

use playproof_report::result_text;

use crate::args::VerifyArgs;
use crate::batch::{self, Job};
use crate::console;
use crate::inputs::Source;
use crate::session::Manner;
use crate::status::Status;

const MANNER: Manner = Manner {
    text: result_text,
    status: Status::of,
};

/// Verifies all levels. Errors are those of writing results.
pub fn run(args: &VerifyArgs) -> io::Result<Status> {
    let Some(properties) = batch::properties(&args.properties) else {
        return Ok(Status::BadInput);
    };
    if args.watch && args.levels.iter().any(|l| Source::of(l) == Source::Stdin) {
        console::error("--watch needs files: standard input does not change");
        return Ok(Status::BadInput);
    }
    batch::work(Job {
        levels: &args.levels,
        only: None,
        properties: &properties,
        engine: Some(&args.engine[..]).filter(|&name| name != "auto"),
        search: &args.search,
        format: args.format,
        watch: args.watch,
        manner: MANNER,
    })
}
