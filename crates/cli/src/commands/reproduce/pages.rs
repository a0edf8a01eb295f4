//! What is written of reports: a page of one experiment, or a page of each seed,
//! beside them the tables as CSV and the figures as SVG.

use std::fs;
use std::io;
use std::path::Path;

use super::ALL;
use super::experiment::Experiment;
use super::tables::Report;
use crate::outputs;
use crate::session::Session;

/// An experiment that was repeated.
pub type Repeated<'a> = (&'a Experiment, Report);

/// Writes a page of an experiment and what belongs to it; says how many files.
/// `options` are those of the command that gave it.
pub fn write_one(
    session: &Session,
    folder: &Path,
    options: &str,
    one: &Repeated,
) -> Result<usize, String> {
    let (experiment, report) = one;
    let name = experiment.name;
    let mut files = vec![(format!("{name}.md"), report.markdown(name, options, 1))];
    files.extend(beside(one));
    write(session, folder, files)
}

/// Writes a page of each seed and what belongs to it; says how many files.
/// `options` are those of the command that gave them.
pub fn write_seeds(
    session: &Session,
    folder: &Path,
    options: &str,
    all: &[Repeated],
) -> Result<usize, String> {
    let mut files: Vec<(String, String)> = all.iter().flat_map(beside).collect();
    for experiments in all.chunk_by(|a, b| a.0.seed() == b.0.seed()) {
        let seed = experiments[0].0.seed();
        files.push((format!("{seed}.md"), page(seed, options, experiments)));
    }
    write(session, folder, files)
}

fn page(seed: &str, options: &str, experiments: &[Repeated]) -> String {
    let number = seed.trim_start_matches("seed-");
    let mut text = format!(
        "# Seed {number}: published experiments, repeated\n\n\
         Written by `playproof reproduce {ALL}{options}`, and by nobody's hand. Levels, verdicts, counts and lengths come out the \
         same everywhere; seconds, and what has a time limit, do not.\n"
    );
    for (experiment, report) in experiments {
        text += "\n";
        text += &report.markdown(experiment.name, options, 2);
    }
    text
}

/// Tables and figures.
fn beside((experiment, report): &Repeated) -> Vec<(String, String)> {
    let name = experiment.name;
    let tables = report.tables.iter();
    let tables = tables.map(|table| (format!("{name}-{}.csv", table.name), table.csv()));
    let figures = report.figures.iter();
    let figures = figures.map(|figure| (figure.file_name(name), figure.svg()));
    tables.chain(figures).collect()
}

fn write(session: &Session, folder: &Path, files: Vec<(String, String)>) -> Result<usize, String> {
    let cannot =
        |path: &Path, error: io::Error| format!("cannot write {}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
    for (file, text) in &files {
        let path = folder.join(file);
        let written = outputs::write_whole(session, &path, text.as_bytes());
        written.map_err(|error| cannot(&path, error))?;
    }
    Ok(files.len())
}
