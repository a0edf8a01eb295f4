//! `playproof solve`: a winning run, a shortest one unless told otherwise.

use std::io;

use playproof::Property;
use playproof_report::{Words, solve_text};

use crate::args::{ReportArgs, SolveArgs};
use crate::batch::{self, Job};
use crate::best::Aim;
use crate::console;
use crate::outputs::obstacle;
use crate::questions::Questions;
use crate::session::Manner;
use crate::status::Status;

const MANNER: Manner = Manner {
    text: solve_text,
    status: Status::of,
    finding: playproof_report::Finding::of_row,
};

/// Solves the level, or all of the file. Errors are those of writing results.
pub fn run(args: &SolveArgs) -> io::Result<Status> {
    if let Some(path) = &args.save
        && let Some(why) = obstacle(path, &[])
    {
        console::error(&why);
        return Ok(Status::BadInput);
    }
    if args.engine.as_deref() == Some("all") {
        console::error("an iteration takes one engine; `all` is for `playproof verify`");
        return Ok(Status::BadInput);
    }
    let aim = match args.optimal {
        Some(cost) => Aim::Fewest(cost.into()),
        None if args.fast => Aim::Any,
        None => args.player.map_or(Aim::Shortest, Aim::Played),
    };
    batch::work(Job {
        levels: std::slice::from_ref(&args.level),
        only: args.number,
        questions: &|_| Some(Questions::of(Property::Solvable)),
        aim: (!args.iterative).then_some(aim),
        save: args.save.as_deref(),
        engine: args.engine.as_deref(),
        bound: None,
        iterative: args.iterative,
        spec: None,
        search: &args.search,
        format: args.format.into(),
        reports: &ReportArgs::default(),
        words: Words {
            thing: "level",
            holds: "solved",
            violated: "cannot be won",
        },
        watch: false,
        manner: MANNER,
    })
}
