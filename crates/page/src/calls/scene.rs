//! What to draw: a level as it begins, or a run.

use std::num::NonZeroUsize;

use playproof::{Prepared, Run};
use playproof_analysis::Replaying;
use playproof_report::picture::{Caption, Scene, film};
use serde_json::Value;

use crate::host::Host;
use crate::opened::Opened;
use crate::problem::Problem;
use crate::request::Request;

/// A level, and perhaps moves, as a page plays them.
pub fn scene(host: &Host, request: &Request) -> Result<Value, Problem> {
    let opened = Opened::new(host, request)?;
    let prepared = opened.prepared(host, request)?;
    let moves = request.moves.as_deref().unwrap_or_default();
    let run = match prepared.follow(moves)? {
        Ok(run) => run,
        Err(impossible) => {
            let message = format!(
                "move {} ({}) cannot be made: {}",
                impossible.number, impossible.action, impossible.why
            );
            return Err(Problem::new(message));
        }
    };
    Ok(of_run(&prepared, &run, request.every, ""))
}

/// A run as a page plays it.
pub fn of_run(prepared: &Prepared, run: &Run, every: Option<NonZeroUsize>, verdict: &str) -> Value {
    let caption = Caption {
        title: prepared.level().title().unwrap_or_default().to_owned(),
        verdict: verdict.to_owned(),
    };
    let every = every.unwrap_or(NonZeroUsize::MIN);
    film(&Scene::new(prepared.view(), run, every, &caption), None)
}
