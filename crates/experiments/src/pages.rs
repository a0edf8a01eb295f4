//! What is shown of repeated experiments: text for a terminal, a page of one experiment,
//! or a page of each work, and beside pages the tables as CSV and the figures as SVG.

use crate::ALL;
use crate::experiment::Experiment;
use crate::tables::Report;
use crate::work::Work;

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
        let heading = self.experiment.heading();
        format!("{heading}\n\n{}", self.report.text())
    }

    /// A page of the experiment and what belongs to it. `options` are those of the
    /// command that gave it.
    pub fn files(&self, options: &str) -> Vec<File> {
        let Experiment { name, work, .. } = self.experiment;
        let page = format!(
            "# {}\n\n{}\n\n{}",
            self.experiment.heading(),
            published(work),
            self.section(options, 1)
        );
        let mut files = vec![(format!("{name}.md"), page)];
        files.extend(self.beside());
        files
    }

    /// What a page has beneath the experiment's heading, which has this depth.
    fn section(&self, options: &str, depth: usize) -> String {
        let name = self.experiment.name;
        let body = self.report.markdown(name, depth);
        format!("`playproof reproduce {name}{options}`\n\n{body}")
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

/// A page of each work and what belongs to it, of all experiments in their order.
/// `options` are those of the command that gave them.
pub fn files_of_all(all: &[Repeated], options: &str) -> Vec<File> {
    let mut files: Vec<File> = all.iter().flat_map(Repeated::beside).collect();
    for some in all.chunk_by(|a, b| a.experiment.work.name == b.experiment.work.name) {
        let work = some[0].experiment.work;
        files.push((format!("{}.md", work.name), page(work, options, some)));
    }
    files
}

fn page(work: &Work, options: &str, experiments: &[Repeated]) -> String {
    let mut text = format!(
        "# {}: published experiments, repeated\n\n{}\n\n\
         Written by `playproof reproduce {ALL}{options}`, and by nobody's hand. Levels, verdicts, counts and lengths come out the \
         same everywhere; seconds, and what has a time limit, do not.\n",
        work.short,
        published(work)
    );
    for repeated in experiments {
        let heading = repeated.experiment.heading();
        text += &format!("\n## {heading}\n\n{}", repeated.section(options, 2));
    }
    text
}

fn published(work: &Work) -> String {
    format!("Published: {}.", work.citation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EXPERIMENTS;

    /// Every experiment, with nothing found.
    fn all() -> Vec<Repeated> {
        let repeated = |experiment| Repeated {
            experiment,
            report: Report {
                words: vec!["Words.".to_owned()],
                tables: Vec::new(),
                remarks: Vec::new(),
                figures: Vec::new(),
            },
        };
        EXPERIMENTS.iter().map(repeated).collect()
    }

    #[test]
    fn a_page_of_one_experiment_says_where_it_was_published() {
        let files = all()[11].files(" --levels 2");
        let page = "# Chaba and Cohen, part 4: box by box\n\n\
                    Published: Ziv Chaba and Hila Cohen, \
                    *Formal Verification and Synthesis Final Project*, undated.\n\n\
                    `playproof reproduce seed-003-part-4 --levels 2`\n\nWords.\n";
        assert_eq!(files, [("seed-003-part-4.md".to_owned(), page.to_owned())]);
    }

    #[test]
    fn every_work_has_one_page_with_all_of_its_experiments() {
        let all = all();
        let files = files_of_all(&all, "");
        let names: Vec<&str> = files.iter().map(|(name, _)| &name[..]).collect();
        assert_eq!(names, ["seed-000.md", "seed-001.md", "seed-003.md"]);
        for repeated in &all {
            let Experiment { name, work, .. } = repeated.experiment;
            assert!(name.starts_with(work.name), "{name}");
            let page = files.iter().find(|(file, _)| file.starts_with(work.name));
            let (_, page) = page.expect("a page");
            let heading = format!("\n## {}\n", repeated.experiment.heading());
            assert_eq!(page.matches(&heading).count(), 1, "{page}");
            assert_eq!(page.matches(work.citation).count(), 1, "{page}");
        }
    }
}
