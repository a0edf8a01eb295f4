//! `playproof reproduce`: published experiments, their figures beside ours.
//!
//! A new experiment is a file in this folder and a line in [`EXPERIMENTS`].

mod bars;
mod experiment;
mod figure;
mod lines;
mod nuxmv;
mod replay;
mod scale;
mod spin_models;
mod tables;

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::args::{Format, ReproduceArgs};
use crate::console;
use crate::outputs;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::watchdog;

use experiment::{Experiment, Setting};
use tables::Report;

/// All experiments, in the order of the list.
const EXPERIMENTS: [Experiment; 4] = [
    spin_models::EXPERIMENT_4,
    nuxmv::PART_2,
    nuxmv::PART_3,
    nuxmv::PART_4,
];

/// Results are no rows here; the session serves Ctrl-C.
const MANNER: Manner = Manner {
    text: |_| String::new(),
    status: Status::of,
};

/// Repeats the experiment. Errors are those of writing to standard output.
pub fn run(args: &ReproduceArgs) -> io::Result<Status> {
    let Some(name) = args.experiment.as_deref() else {
        let widest = EXPERIMENTS.iter().map(|e| e.name.len()).max();
        let width = widest.unwrap_or_default();
        let lines = EXPERIMENTS
            .iter()
            .map(|e| format!("{:width$}  {}\n", e.name, e.summary));
        console::print(&lines.collect::<String>())?;
        return Ok(Status::Fine);
    };
    let Some(experiment) = EXPERIMENTS.iter().find(|e| e.name == name) else {
        let names = EXPERIMENTS.map(|e| e.name).join(", ");
        console::error(&format!(
            "there is no experiment `{name}`; there is {names}"
        ));
        return Ok(Status::BadInput);
    };
    let session = Arc::new(Session::new(Format::Text, MANNER));
    watchdog::listen_for_cancellation(&session);
    let setting = Setting {
        session: &session,
        n_levels: args
            .levels
            .map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
        timeout: args.limits.timeout,
        max_states: args.max_states,
        max_bytes: args.limits.max_bytes(),
    };
    let report = (experiment.run)(&setting);
    // Half a table could be taken for a whole one.
    if session.is_cancelled() {
        return Ok(Status::Cancelled);
    }
    console::print(&report.text())?;
    if let Some(folder) = &args.out
        && let Err(message) = write(&session, folder, experiment.name, &report)
    {
        console::error(&message);
        return Ok(Status::BadInput);
    }
    Ok(session.status())
}

/// Writes all that a report is written as.
fn write(session: &Session, folder: &Path, name: &str, report: &Report) -> Result<(), String> {
    let cannot =
        |path: &Path, error: io::Error| format!("cannot write {}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
    let mut files = vec![(format!("{name}.md"), report.markdown(name))];
    for table in &report.tables {
        files.push((format!("{name}-{}.csv", table.name), table.csv()));
    }
    for figure in &report.figures {
        files.push((figure.file_name(name), figure.svg()));
    }
    for (file, text) in files {
        let path = folder.join(file);
        let written = outputs::write_whole(session, &path, text.as_bytes());
        written.map_err(|error| cannot(&path, error))?;
    }
    Ok(())
}
