//! `playproof reproduce`: published experiments, their figures beside ours.
//!
//! A new experiment is a file in this folder and a line in [`EXPERIMENTS`].

mod bars;
mod contest;
mod experiment;
mod figure;
mod lines;
mod margin;
mod maze_growth;
mod maze_success;
mod maze_twistiness;
mod nuxmv;
mod pages;
mod proposed;
mod race_alternatives;
mod race_readings;
mod replay;
mod scale;
mod spin_models;
mod tables;
mod tree_search;
mod winning_runs;

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::args::{Format, ReproduceArgs};
use crate::clock::Clock;
use crate::console;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::watchdog;

use experiment::{Experiment, Setting};
use pages::Repeated;

/// All experiments, in the order of the list.
const EXPERIMENTS: [Experiment; 9] = [
    maze_success::EXPERIMENT_1,
    maze_growth::EXPERIMENT_2,
    tree_search::EXPERIMENT_3,
    spin_models::EXPERIMENT_4,
    race_alternatives::EXPERIMENT_5,
    maze_twistiness::EXPERIMENT_6,
    nuxmv::PART_2,
    nuxmv::PART_3,
    nuxmv::PART_4,
];

/// Results are no rows here; the session serves Ctrl-C.
const MANNER: Manner = Manner {
    text: |_| String::new(),
    status: Status::of,
};

/// What all experiments together are called.
const ALL: &str = "all";

/// Where the pages of all experiments go, unless the command line says otherwise.
const PAGES: &str = "docs/reproduction";

/// Repeats the experiment, or all of them. Errors are those of writing to
/// standard output.
pub fn run(args: &ReproduceArgs) -> io::Result<Status> {
    let Some(name) = args.experiment.as_deref() else {
        console::print(&list())?;
        return Ok(Status::Fine);
    };
    let chosen: Vec<&Experiment> = EXPERIMENTS
        .iter()
        .filter(|e| name == ALL || name == e.name)
        .collect();
    if chosen.is_empty() {
        let names = EXPERIMENTS.map(|e| e.name).join(", ");
        console::error(&format!(
            "there is no experiment `{name}`; there is {names}, {ALL}"
        ));
        return Ok(Status::BadInput);
    }
    let session = Arc::new(Session::new(Format::Text, MANNER));
    watchdog::listen_for_cancellation(&session);
    let setting = Setting {
        session: &session,
        started: Clock::start(None),
        n_levels: args
            .levels
            .map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
        timeout: args.limits.timeout,
        max_states: args.max_states,
        max_bytes: args.limits.max_bytes(),
    };
    let mut repeated: Vec<Repeated> = Vec::new();
    for experiment in chosen {
        let report = (experiment.run)(&setting);
        // Half a table could be taken for a whole one.
        if session.is_cancelled() {
            return Ok(Status::Cancelled);
        }
        let gap = if repeated.is_empty() { "" } else { "\n" };
        console::print(&format!("{gap}{}", report.text()))?;
        repeated.push((experiment, report));
    }
    let out = match (&args.out, name) {
        (None, ALL) => Some(Path::new(PAGES)),
        (out, _) => out.as_deref(),
    };
    let Some(folder) = out else {
        return Ok(session.status());
    };
    let written = match (name, &repeated[..]) {
        (ALL, all) => pages::write_seeds(&session, folder, &options(args), all)
            .map(|n| format!("\n{n} files written to {}\n", folder.display())),
        (_, one) => {
            pages::write_one(&session, folder, &options(args), &one[0]).map(|_| String::new())
        }
    };
    match written {
        Ok(said) => console::print(&said)?,
        Err(message) => {
            console::error(&message);
            return Ok(Status::BadInput);
        }
    }
    Ok(session.status())
}

/// All experiments with a line about each.
fn list() -> String {
    let width = EXPERIMENTS.iter().map(|e| e.name.len()).max();
    let width = width.unwrap_or_default();
    let lines = EXPERIMENTS.iter().map(|e| (e.name, e.summary));
    let all = (ALL, "every experiment, a page for each seed");
    let lines = lines
        .chain([all])
        .map(|(name, summary)| format!("{name:width$}  {summary}\n"));
    lines.collect()
}

/// The options of the command as far as its pages depend on them.
fn options(args: &ReproduceArgs) -> String {
    let levels = args.levels.map(|n| format!(" --levels {n}"));
    let timeout = args.limits.timeout;
    let timeout = timeout.map(|t| format!(" --timeout {}", t.as_secs_f64()));
    let memory = args.limits.memory.map(|n| format!(" --memory {n}"));
    let states = args.max_states.map(|n| format!(" --max-states {n}"));
    let options = [levels, timeout, memory, states].into_iter().flatten();
    options.collect()
}
