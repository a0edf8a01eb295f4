//! What is shown of repeated experiments: text for a terminal, a page of one experiment,
//! or a page of each seed, and beside pages the tables as CSV and the figures as SVG.

use crate::ALL;
use crate::experiment::Experiment;
use crate::tables::Report;

/// An experiment that was repeated.
pub struct Repeated {
    pub(crate) experiment: &'static Experiment,
    pub(crate) report: Report,
}

/// A file to be written: its name and its text.
pub type File = (String, String);

impl Repeated {
    /// All of it but the figures, for a terminal.
    pub fn text(&self) -> String {
        self.report.text()
    }

    /// A page of the experiment and what belongs to it. `options` are those of the
    /// command that gave it.
    pub fn files(&self, options: &str) -> Vec<File> {
        let name = self.experiment.name;
        let page = self.report.markdown(name, options, 1);
        let mut files = vec![(format!("{name}.md"), page)];
        files.extend(self.beside());
        files
    }

    /// Tables and figures.
    fn beside(&self) -> impl Iterator<Item = File> {
        let name = self.experiment.name;
        let tables = self.report.tables.iter();
        let tables = tables.map(move |table| (format!("{name}-{}.csv", table.name), table.csv()));
        let figures = self.report.figures.iter();
        let figures = figures.map(move |figure| (figure.file_name(name), figure.svg()));
        tables.chain(figures)
    }
}

/// A page of each seed and what belongs to it, of all experiments in their order.
/// `options` are those of the command that gave them.
pub fn files_of_all(all: &[Repeated], options: &str) -> Vec<File> {
    let mut files: Vec<File> = all.iter().flat_map(Repeated::beside).collect();
    for experiments in all.chunk_by(|a, b| a.experiment.seed() == b.experiment.seed()) {
        let seed = experiments[0].experiment.seed();
        files.push((format!("{seed}.md"), page(seed, options, experiments)));
    }
    files
}

fn page(seed: &str, options: &str, experiments: &[Repeated]) -> String {
    let number = seed.trim_start_matches("seed-");
    let mut text = format!(
        "# Seed {number}: published experiments, repeated\n\n\
         Written by `playproof reproduce {ALL}{options}`, and by nobody's hand. Levels, verdicts, counts and lengths come out the \
         same everywhere; seconds, and what has a time limit, do not.\n"
    );
    for repeated in experiments {
        text += "\n";
        text += &repeated
            .report
            .markdown(repeated.experiment.name, options, 2);
    }
    text
}
