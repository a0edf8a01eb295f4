//! `playproof solve`: a shortest winning run, or some run box by box.

use std::io;

use playproof::Property;
use playproof_report::solve_text;

use crate::args::SolveArgs;
use crate::batch::{self, Job};
use crate::questions::Questions;
use crate::session::Manner;
use crate::status::Status;

const MANNER: Manner = Manner {
    text: solve_text,
    status: Status::of,
};

/// Breadth-first search over the game's own steps: the first run it finds is a
/// shortest one. That of a native model may be short in other steps only.
const ENGINE: &str = "explicit";

/// Solves the level, or all of the file. Errors are those of writing results.
pub fn run(args: &SolveArgs) -> io::Result<Status> {
    batch::work(Job {
        levels: std::slice::from_ref(&args.level),
        only: args.number,
        questions: &|_| Some(Questions::of(Property::Solvable)),
        engine: (!args.iterative).then_some(ENGINE),
        iterative: args.iterative,
        spec: None,
        search: &args.search,
        format: args.format.into(),
        watch: false,
        manner: MANNER,
    })
}
