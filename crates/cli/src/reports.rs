//! Reports beside what is printed: files, and marks where GitHub's workflows run.

use std::path::{Path, PathBuf};

use playproof_report::{Ending, Finding, github_annotations, junit_xml, sarif};

use crate::args::ReportFiles;
use crate::console;
use crate::outputs::{obstacle, stranger, write_at_once};

/// Collects results for the reports that were asked for.
#[derive(Debug, Default)]
pub struct Reports {
    /// Whether what holds is not printed.
    pub is_quiet: bool,
    junit: Option<PathBuf>,
    json: Option<PathBuf>,
    sarif: Option<PathBuf>,
    /// Whether marks for a workflow are printed among the results.
    marks: bool,
    findings: Vec<Finding>,
    lines: String,
}

impl Reports {
    /// What the user asked for. Says at once which files cannot be written; that costs no
    /// result. `is_text` says whether results are printed for people.
    pub fn new(args: &ReportFiles, is_quiet: bool, is_text: bool) -> Reports {
        let is_in_workflow = std::env::var_os("GITHUB_ACTIONS").is_some_and(|set| set == "true");
        let reports = Reports {
            is_quiet,
            junit: args.junit.clone(),
            json: args.json.clone(),
            sarif: args.sarif.clone(),
            marks: is_text && is_in_workflow,
            ..Reports::default()
        };
        let why = |(path, beginning): (&PathBuf, _)| {
            obstacle(path, &[]).or_else(|| stranger(path, beginning))
        };
        let obstacles: Vec<String> = reports.files().filter_map(why).collect();
        obstacles.iter().for_each(|why| console::warn(why));
        reports
    }

    /// The files, each with what such a report begins with.
    fn files(&self) -> impl Iterator<Item = (&PathBuf, &'static str)> {
        let files = [
            (&self.junit, "<?xml"),
            (&self.json, "{"),
            (&self.sarif, "{"),
        ];
        let files = files.into_iter();
        files.filter_map(|(path, beginning)| Some((path.as_ref()?, beginning)))
    }

    /// Takes up a result with its JSON objects. What is to be printed with it.
    pub fn take(&mut self, finding: Finding, json: impl FnOnce() -> String) -> String {
        self.line(json);
        self.file(finding)
    }

    /// Takes up something wrong with an input. What is to be printed with it.
    pub fn found(&mut self, finding: Finding) -> String {
        if let Ending::BadInput | Ending::NotAsked = finding.ending {
            self.line(|| finding.json());
        }
        self.file(finding)
    }

    fn line(&mut self, json: impl FnOnce() -> String) {
        if self.json.is_some() {
            self.lines.push_str(json().trim_end());
            self.lines.push('\n');
        }
    }

    fn file(&mut self, finding: Finding) -> String {
        let marks = match self.marks {
            true => github_annotations(&finding),
            false => String::new(),
        };
        if self.junit.is_some() || self.sarif.is_some() {
            self.findings.push(finding);
        }
        marks
    }

    /// Forgets what was taken up: all results come anew.
    pub fn clear(&mut self) {
        self.findings.clear();
        self.lines.clear();
    }

    /// Writes the files. False if one could not be written, which is said.
    pub fn write(&self) -> bool {
        let junit = || junit_xml(&self.findings);
        let sarif = || sarif(&self.findings);
        let json = || self.lines.clone();
        let written = [
            write(self.junit.as_deref(), "<?xml", &junit),
            write(self.json.as_deref(), "{", &json),
            write(self.sarif.as_deref(), "{", &sarif),
        ];
        if self.json.is_some() && self.json == self.sarif {
            console::error("one file was named for two reports, and holds the last");
            return false;
        }
        !written.contains(&false)
    }
}

fn write(path: Option<&Path>, beginning: &str, text: &dyn Fn() -> String) -> bool {
    let Some(path) = path else {
        return true;
    };
    if let Some(why) = stranger(path, beginning) {
        console::error(&why);
        return false;
    }
    let written = write_at_once(path, text().as_bytes());
    if let Err(error) = &written {
        let why = || format!("cannot write {}: {error}", path.display());
        console::error(&obstacle(path, &[]).unwrap_or_else(why));
    }
    written.is_ok()
}
