//! `playproof verify`: a result for every level and property.

use std::io;

use playproof_report::{Words, result_text};

use crate::args::VerifyArgs;
use crate::batch::{self, Job};
use crate::console;
use crate::inputs::Source;
use crate::questions::Questions;
use crate::session::Manner;
use crate::status::Status;

const MANNER: Manner = Manner {
    text: result_text,
    status: Status::of,
    finding: playproof_report::Finding::of_row,
};

/// Verifies all levels. Errors are those of writing results.
pub fn run(args: &VerifyArgs) -> io::Result<Status> {
    let mut files = args.levels.iter().chain(&args.questions.spec);
    if args.watch && files.any(|file| Source::of(file) == Source::Stdin) {
        console::error("--watch needs files: standard input does not change");
        return Ok(Status::BadInput);
    }
    batch::work(Job {
        levels: &args.levels,
        only: args.number,
        questions: &|playproof| Questions::read(&args.questions, playproof),
        aim: None,
        save: None,
        engine: args.engine.as_deref(),
        bound: args.bound.bound,
        iterative: false,
        spec: args.questions.spec.as_deref(),
        search: &args.search,
        format: args.format,
        reports: &args.reports,
        words: Words {
            thing: "level",
            holds: "hold",
            violated: "violated",
        },
        watch: args.watch,
        manner: MANNER,
    })
}
