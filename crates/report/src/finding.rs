//! Results and input errors alike, as continuous integration counts them.

use playproof::{Diagnostic, Severity};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::conclusion::Conclusion;
use crate::row::Row;
use crate::row_json::SCHEMA;
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
            message: match &row.why {
                Some(why) => format!("{}; {why}", sentence(row)),
                None => sentence(row),
            },
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

    /// A certificate that was checked: it is fine if it was accepted, whatever it proves.
    pub fn of_certificate(row: &Row) -> Finding {
        let about = Finding::of_row(row);
        Finding {
            file: row.certificate.clone().unwrap_or_default(),
            line: None,
            ending: match about.ending {
                Ending::Holds | Ending::Violated => Ending::Holds,
                other => other,
            },
            ..about
        }
    }

    /// Something wrong with an input, as it was said on the terminal.
    pub fn of_complaint(file: &str, complaint: &str) -> Finding {
        let mut lines = complaint.lines();
        let line = lines.next().unwrap_or_default();
        let message = line.strip_prefix("error: ").unwrap_or(line);
        let place = lines.next().and_then(|line| {
            let place = line.trim().strip_prefix("--> ")?.strip_prefix(file)?;
            let (line, column) = place.strip_prefix(':')?.split_once(':')?;
            Some((line.parse().ok()?, column.parse().ok()?))
        });
        Finding {
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            ..Finding::of_diagnostic(&Diagnostic {
                severity: Severity::Error,
                file: file.to_owned(),
                place: None,
                message: message.to_owned(),
                help: None,
                wanted: None,
            })
        }
    }

    /// The JSON object of something that was not asked or could not be, on one line, without
    /// a line end: that of a result whose verdict is `error`.
    pub fn json(&self) -> String {
        serde_json::to_string(&Mistake(self)).expect("it has string keys and finite numbers only")
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

/// A finding as the object of a result, with the same keys.
struct Mistake<'a>(&'a Finding);

impl Serialize for Mistake<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Finding {
            file,
            property,
            requirement,
            message,
            line,
            column,
            ..
        } = self.0;
        let first = [
            ("schema", json!(SCHEMA)),
            ("level", json!(file)),
            ("line", json!(line)),
            ("column", json!(column)),
            ("property", json!(property)),
            ("requirement", json!(requirement)),
            ("verdict", json!("error")),
            ("reason", json!(message)),
        ];
        let row = serde_json::to_value(Row::default()).map_err(serde::ser::Error::custom)?;
        let rest = row.as_object().into_iter().flatten();
        let rest = rest.filter(|(key, _)| first.iter().all(|(known, _)| known != key));
        let mut object = serializer.serialize_map(None)?;
        for (key, value) in &first {
            object.serialize_entry(key, value)?;
        }
        for (key, value) in rest {
            object.serialize_entry(key, value)?;
        }
        object.end()
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
