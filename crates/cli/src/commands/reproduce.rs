//! `playproof reproduce`: published experiments, their figures beside ours. They are in
//! `playproof-experiments`; here are the clock, the terminal and the files.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use playproof::{Progress, Stop};
use playproof_experiments::{
    ALL, EXPERIMENTS, Experiment, File, Host, Repeated, Setting, Stopwatch, files_of_all,
};

use crate::args::{Format, ReproduceArgs};
use crate::clock::Clock;
use crate::console;
use crate::outputs;
use crate::progress;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::watchdog;

/// Results are no rows here; the session serves Ctrl-C.
const MANNER: Manner = Manner {
    text: |_| String::new(),
    status: Status::of,
    finding: playproof_report::Finding::of_row,
};

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
        let names = EXPERIMENTS.each_ref().map(|e| e.name).join(", ");
        console::error(&format!(
            "there is no experiment `{name}`; there is {names}, {ALL}"
        ));
        return Ok(Status::BadInput);
    }
    let session = Arc::new(Session::new(Format::Text, MANNER));
    watchdog::listen_for_cancellation(&session);
    let setting = Setting {
        host: &Terminal {
            session: &session,
            started: Clock::start(None),
        },
        n_levels: args
            .levels
            .map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
        timeout: args.limits.timeout,
        max_states: args.max_states,
        max_bytes: args.limits.max_bytes(),
    };
    let mut repeated: Vec<Repeated> = Vec::new();
    for experiment in chosen {
        let report = experiment.repeat(&setting);
        // Half a table could be taken for a whole one.
        if session.is_cancelled() {
            return Ok(Status::Cancelled);
        }
        let gap = if repeated.is_empty() { "" } else { "\n" };
        console::print(&format!("{gap}{}", report.text()))?;
        repeated.push(report);
    }
    let out = match (&args.out, name) {
        (None, ALL) => Some(Path::new(PAGES)),
        (out, _) => out.as_deref(),
    };
    let Some(folder) = out else {
        return Ok(session.status());
    };
    let files = match name {
        ALL => files_of_all(&repeated, &options(args)),
        _ => repeated[0].files(&options(args)),
    };
    if let Err(message) = write(&session, folder, &files) {
        console::error(&message);
        return Ok(Status::BadInput);
    }
    if name == ALL {
        let n = files.len();
        console::print(&format!("\n{n} files written to {}\n", folder.display()))?;
    }
    Ok(session.status())
}

/// The program as the host of experiments.
struct Terminal<'a> {
    session: &'a Session,
    /// Since when the experiments have been going on.
    started: Clock,
}

impl Host for Terminal<'_> {
    fn start(&self, timeout: Option<Duration>) -> Box<dyn Stopwatch + '_> {
        Box::new(Search {
            session: self.session,
            clock: Clock::start(timeout),
        })
    }

    fn is_cancelled(&self) -> bool {
        self.session.is_cancelled()
    }

    fn show(&self, text: &dyn Fn() -> String) {
        progress::show_text(&self.started, |n_columns| {
            text().chars().take(n_columns).collect()
        });
    }
}

/// A search of an experiment.
struct Search<'a> {
    session: &'a Session,
    clock: Clock,
}

impl Stopwatch for Search<'_> {
    fn seconds(&self) -> f64 {
        self.clock.seconds()
    }

    fn go_on(&self, progress: &Progress) -> ControlFlow<Stop> {
        self.session.note(progress, &self.clock);
        self.session.go_on(&self.clock)
    }
}

fn write(session: &Session, folder: &Path, files: &[File]) -> Result<(), String> {
    let cannot =
        |path: &Path, error: io::Error| format!("cannot write {}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
    for (file, text) in files {
        let path = folder.join(file);
        let written = outputs::write_whole(session, &path, text.as_bytes());
        written.map_err(|error| cannot(&path, error))?;
    }
    Ok(())
}

/// All experiments with a line about each.
fn list() -> String {
    let width = EXPERIMENTS.iter().map(|e| e.name.len()).max();
    let width = width.unwrap_or_default();
    let lines = EXPERIMENTS.iter().map(|e| (e.name, e.summary));
    let all = (ALL, "every experiment, a page for each published work");
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
