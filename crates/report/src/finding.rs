//! Results and input errors alike, as continuous integration counts them.

use playproof::{Diagnostic, Severity};

use crate::conclusion::Conclusion;
use crate::row::Row;
use crate::run::whole_run;
use crate::text::sentence;
use crate::topic::Topic;

/// What stands for the file where a question is about several.
pub(crate) const ALL_LEVELS: &str = "all levels";

/// How a question about a level ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The property holds.
    Holds,
    /// The property is violated.
    Violated,
    /// Not decided.
    Unknown,
    /// The input is wrong, so that nothing was decided.
    BadInput,
    /// Not asked, because of something else that is wrong.
    NotAsked,
    /// Something is odd about an input, and nothing was asked.
    Odd,
}

/// One question about a level, or one thing wrong with an input.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The file.
    pub file: String,
    /// Line and column, as far as they are known.
    pub line: Option<u32>,
    /// The column, from 1.
    pub column: Option<u32>,
    /// The level's number, from 1, if the file holds several, and its title.
    pub level: Option<String>,
    /// The property, unless the file as a whole is meant.
    pub property: Option<String>,
    /// The name of the requirement that the property comes from.
    pub requirement: Option<String>,
    /// Whether it is an error or only a warning if it did not end well.
    pub severity: Severity,
    /// How it ended.
    pub ending: Ending,
    /// What is to be said about it.
    pub message: String,
    /// The runs behind the answer, each as a line such as `run: rr`.
    pub runs: Vec<String>,
    /// What is odd about the level or the question.
    pub warnings: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

impl Finding {
    /// A result.
    pub fn of_row(row: &Row) -> Finding {
        Finding {
            file: match row.topic.n_levels {
                Some(_) => ALL_LEVELS.to_owned(),
                None => row.topic.level.clone().unwrap_or_default(),
            },
            line: row.topic.line,
            column: None,
            level: level_name(&row.topic),
            property: row
                .topic
                .property
                .as_ref()
                .map(|_| row.topic.property_text()),
            requirement: row.topic.requirement.clone(),
            severity: row.topic.severity.unwrap_or(Severity::Error),
            ending: match row.conclusion {
                Conclusion::Holds => Ending::Holds,
                Conclusion::Violated => Ending::Violated,
                Conclusion::Unknown(_) => Ending::Unknown,
            },
            message: sentence(row),
            runs: runs_of(row),
            warnings: row.warnings.clone(),
            seconds: row.seconds,
        }
    }

    /// Something wrong in a file.
    pub fn of_diagnostic(diagnostic: &Diagnostic) -> Finding {
        let help = diagnostic.help.as_ref();
        let help = help.map_or(String::new(), |help| format!("; {help}"));
        Finding {
            file: diagnostic.file.clone(),
            line: diagnostic.place.as_ref().map(|p| p.line),
            column: diagnostic.place.as_ref().map(|p| p.column),
            level: None,
            property: None,
            requirement: None,
            severity: diagnostic.severity,
            ending: match diagnostic.severity {
                Severity::Error => Ending::BadInput,
                Severity::Warning => Ending::Odd,
            },
            message: format!("{}{help}", diagnostic.message),
            runs: Vec::new(),
            warnings: Vec::new(),
            seconds: 0.0,
        }
    }

    /// Something wrong with a question that has no answer.
    pub fn of_question(row: &Row, ending: Ending, message: String) -> Finding {
        Finding {
            ending,
            message,
            ..Finding::of_row(row)
        }
    }

    /// Whether it did not end well, and is only a warning all the same.
    pub(crate) fn is_warning(&self) -> bool {
        match self.ending {
            Ending::Violated | Ending::Unknown => self.severity == Severity::Warning,
            Ending::Odd => true,
            Ending::Holds | Ending::BadInput | Ending::NotAsked => false,
        }
    }

    /// The same, about this question.
    pub fn about(self, row: &Row) -> Finding {
        let question = Finding::of_row(row);
        Finding {
            level: question.level,
            property: question.property,
            requirement: question.requirement,
            ..self
        }
    }
}

fn runs_of(row: &Row) -> Vec<String> {
    if !row.run.all.is_empty() {
        let runs = (1..).zip(&row.run.all);
        let lines = runs.filter_map(|(i, run)| Some(format!("run {i}: {}", whole_run(run, None)?)));
        return lines.collect();
    }
    let run = row.run.solution.as_deref();
    let run = run.and_then(|run| whole_run(run, row.run.repeats_from));
    run.map(|run| format!("run: {run}")).into_iter().collect()
}

fn level_name(topic: &Topic) -> Option<String> {
    let title = topic.title.as_ref();
    let title = title.map_or(String::new(), |t| format!(" \"{t}\""));
    Some(format!("#{}{title}", topic.number()?))
}
