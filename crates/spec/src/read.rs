//! The text of a requirements file to a [`Spec`]. Everything that is wrong is
//! said, not only the first.

use core::time::Duration;

use playproof::{Ask, Diagnostic, Error, Playproof, PropertyError, Severity};
use toml::de::{DeTable, DeValue};

use crate::fields::{Fields, Reading};
use crate::pattern::Pattern;
use crate::spec::{Requirement, Spec};
use crate::written::Written;

/// Keys of the file as a whole.
const FILE_KEYS: [&str; 5] = ["engine", "timeout", "memory", "max-states", "require"];

/// Keys of a requirement.
const REQUIREMENT_KEYS: [&str; 9] = [
    "name",
    "property",
    "severity",
    "levels",
    "assume",
    "engine",
    "timeout",
    "memory",
    "max-states",
];

const EXAMPLE: &str = "write [[require]] and below it name = \"…\" and property = \"…\"";

/// How results are searched for, where a requirement does not say it.
#[derive(Clone, Default)]
struct Defaults {
    engine: Option<String>,
    timeout: Option<Duration>,
    memory: Option<u64>,
    max_states: Option<u64>,
}

impl Spec {
    /// Reads a requirements file of this name. Engines are looked up among
    /// those of `playproof`.
    pub fn read(file: &str, text: &str, playproof: &Playproof) -> Result<Spec, Vec<Diagnostic>> {
        let mut reading = Reading {
            file,
            text,
            problems: Vec::new(),
        };
        let requirements = match DeTable::parse(text) {
            Ok(table) => requirements(&mut reading, table.get_ref(), playproof),
            Err(error) => {
                let offset = error.span().map_or(0, |span| span.start);
                let message = format!("this is not TOML: {}", error.message().replace('\n', ", "));
                reading.complain(offset, message, None);
                Vec::new()
            }
        };
        let place = |p: &Diagnostic| p.place.as_ref().map(|place| (place.line, place.column));
        reading.problems.sort_by_key(place);
        match reading.problems.is_empty() {
            true => Ok(Spec {
                requirements,
                file: file.to_owned(),
                text: text.to_owned(),
            }),
            false => Err(reading.problems),
        }
    }
}

fn requirements(reading: &mut Reading, table: &DeTable, playproof: &Playproof) -> Vec<Requirement> {
    let mut fields = Fields { reading, table };
    fields.allow(&FILE_KEYS);
    let defaults = search(&mut fields, Defaults::default(), playproof);
    let Some(value) = table.get("require") else {
        // A slip in the word is told already.
        if reading.problems.is_empty() {
            let message = "there is no requirement".to_owned();
            reading.complain(0, message, EXAMPLE.to_owned());
        }
        return Vec::new();
    };
    let tables = match value.get_ref() {
        DeValue::Array(items) => items.iter().map(|i| (i.span(), i.get_ref().as_table())),
        _ => {
            let message = "requirements are a list".to_owned();
            reading.complain(value.span().start, message, EXAMPLE.to_owned());
            return Vec::new();
        }
    };
    let mut all: Vec<Requirement> = Vec::new();
    let mut n_tables = 0;
    for (span, table) in tables {
        n_tables += 1;
        let Some(table) = table else {
            let message = "a requirement is a table".to_owned();
            reading.complain(span.start, message, EXAMPLE.to_owned());
            continue;
        };
        let fields = Fields { reading, table };
        let Some((requirement, name)) = requirement(fields, span.start, &defaults, playproof)
        else {
            continue;
        };
        if all.iter().any(|other| other.name == requirement.name) {
            let message = format!("there is another requirement `{}`", requirement.name);
            let help = "names tell results apart".to_owned();
            reading.complain(name.offset(None), message, help);
        }
        all.push(requirement);
    }
    if n_tables == 0 {
        let message = "there is no requirement".to_owned();
        reading.complain(value.span().start, message, EXAMPLE.to_owned());
    }
    all
}

/// A requirement and where its name stands; none if it lacks what it needs.
fn requirement(
    mut fields: Fields,
    start: usize,
    defaults: &Defaults,
    playproof: &Playproof,
) -> Option<(Requirement, Written)> {
    fields.allow(&REQUIREMENT_KEYS);
    let name = name(&mut fields, start);
    let asked = asked(&mut fields, start);
    let severity = severity(&mut fields);
    let levels = patterns(&mut fields);
    let search = search(&mut fields, defaults.clone(), playproof);
    let ((ask, written), name) = (asked?, name?);
    let requirement = Requirement {
        name: name.text().to_owned(),
        ask,
        written,
        severity,
        levels,
        engine: search.engine,
        timeout: search.timeout,
        memory: search.memory,
        max_states: search.max_states,
    };
    Some((requirement, name))
}

fn missing(fields: &mut Fields, start: usize, key: &str) {
    if !fields.table.contains_key(key) {
        let message = format!("this requirement has no `{key}`");
        fields.reading.complain(start, message, EXAMPLE.to_owned());
    }
}

fn name(fields: &mut Fields, start: usize) -> Option<Written> {
    missing(fields, start, "name");
    let name = fields.string("name")?;
    let text = name.text();
    if text.trim().is_empty() || text.contains(char::is_control) {
        let message = "a name is a line of text".to_owned();
        fields.reading.complain(name.offset(None), message, None);
        return None;
    }
    Some(name)
}

/// What is asked, with its assumptions.
fn asked(fields: &mut Fields, start: usize) -> Option<(Ask, Written)> {
    missing(fields, start, "property");
    let assumptions = fields.strings("assume");
    let property = fields.string("property")?;
    let texts: Vec<String> = assumptions.iter().map(|a| a.text().to_owned()).collect();
    let (_, ask) = Ask::assuming(&texts, property.text());
    let written = property.after(assumptions, "assume ", "; ");
    match ask {
        Ok(ask) => Some((ask, written)),
        Err(error) => {
            let (offset, help) = (written.offset(error.column), help_in_file(&error));
            fields.reading.complain(offset, error.message, help);
            None
        }
    }
}

/// The help of an error, unless it speaks of another column: that counts in
/// the property, not in the file.
pub(crate) fn help_in_file(error: &PropertyError) -> Option<String> {
    let help = error.help.clone();
    help.filter(|help| !help.contains(" column "))
}

fn severity(fields: &mut Fields) -> Severity {
    let Some(written) = fields.string("severity") else {
        return Severity::Error;
    };
    match written.text() {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        other => {
            let message = format!("there is no severity `{other}`");
            let help = "expected \"error\" or \"warning\"".to_owned();
            fields.reading.complain(written.offset(None), message, help);
            Severity::Error
        }
    }
}

fn patterns(fields: &mut Fields) -> Vec<Pattern> {
    let written = fields.strings("levels");
    if let (true, Some(value)) = (written.is_empty(), fields.table.get("levels"))
        && value.get_ref().as_array().is_some_and(|a| a.is_empty())
    {
        let message = "this requirement is about no level".to_owned();
        let help = "without `levels` it is about all".to_owned();
        fields.reading.complain(value.span().start, message, help);
    }
    let mut patterns = Vec::new();
    for text in written {
        let offset = text.offset(None);
        match Pattern::read(text.text(), offset) {
            Ok(pattern) => patterns.push(pattern),
            Err((message, help)) => fields.reading.complain(offset, message, help),
        }
    }
    patterns
}

/// How to search: what is said here, and otherwise what was said before.
fn search(fields: &mut Fields, before: Defaults, playproof: &Playproof) -> Defaults {
    let engine = match fields.string("engine") {
        None => before.engine,
        Some(written) => match playproof.engine_or(written.text(), &["auto"]) {
            Ok(engine) => engine.map(|engine| engine.name().to_owned()),
            Err(error) => {
                let (message, help) = match error {
                    Error::Unknown { what, name, help } => {
                        (format!("there is no {what} `{name}`"), Some(help))
                    }
                    other => (other.to_string(), None),
                };
                fields.reading.complain(written.offset(None), message, help);
                None
            }
        },
    };
    Defaults {
        engine,
        timeout: fields.seconds("timeout").or(before.timeout),
        memory: fields.positive("memory").or(before.memory),
        max_states: fields.positive("max-states").or(before.max_states),
    }
}
