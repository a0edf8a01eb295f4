//! A result as a JSON object: its fields in the order that the contract of the
//! command line has. `docs/report.schema.json` describes them for others.

use playproof::Severity;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::conclusion::Why;
use crate::row::Row;

/// The version of the JSON object.
pub const SCHEMA: u32 = 1;

impl Row {
    /// The JSON object, on one line, without a line end.
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("a row has string keys and finite numbers only")
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row {
            topic,
            conclusion,
            checked,
            run,
            search,
            ..
        } = self;
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("schema", &SCHEMA)?;
        object.serialize_entry("level", &topic.level)?;
        object.serialize_entry("index", &topic.index)?;
        object.serialize_entry("title", &topic.title)?;
        object.serialize_entry("game", &topic.game)?;
        object.serialize_entry(
            "property",
            &topic.property.as_ref().map(|_| topic.property_text()),
        )?;
        object.serialize_entry("requirement", &topic.requirement)?;
        object.serialize_entry("severity", &topic.severity.map(severity_name))?;
        object.serialize_entry("verdict", conclusion.word())?;
        object.serialize_entry("reason", &conclusion.why().map(Why::to_string))?;
        if let Some(why) = &self.why {
            object.serialize_entry("why", why)?;
        }
        object.serialize_entry("engine", &search.engine)?;
        if !search.contenders.is_empty() {
            object.serialize_entry("race", &search.contenders)?;
        }
        if !search.engines.is_empty() {
            object.serialize_entry("engines", &search.engines)?;
        }
        object.serialize_entry("seconds", &self.seconds)?;
        object.serialize_entry("states", &search.states)?;
        object.serialize_entry("length", &run.length)?;
        object.serialize_entry("cost", &run.cost)?;
        if let Some(score) = run.score() {
            object.serialize_entry("score", &score)?;
        }
        object.serialize_entry("lower_bound", &search.lower_bound)?;
        let solution = run.solution.as_ref().map(|actions| actions.join(" "));
        object.serialize_entry("solution", &solution)?;
        object.serialize_entry("repeats_from", &run.repeats_from)?;
        object.serialize_entry("runs", &run.n_runs)?;
        if let Some(iterations) = &search.iterations {
            object.serialize_entry("iterations", iterations)?;
        }
        object.serialize_entry("pair", &self.pair)?;
        object.serialize_entry("evidence", &self.evidence())?;
        object.serialize_entry("checked", &checked.as_ref().map(|_| true))?;
        object.serialize_entry("axioms", self.axioms())?;
        let statement = checked.as_ref().map(|checked| &checked.statement);
        object.serialize_entry("statement", &statement)?;
        object.serialize_entry("certificate", &self.certificate)?;
        if let Some(optimal) = run.quality.optimal() {
            object.serialize_entry("optimal", optimal)?;
        }
        if let Some(file) = &self.optimal_certificate {
            object.serialize_entry("optimal_certificate", file)?;
        }
        if let Some(letters) = &run.letters {
            object.serialize_entry("letters", letters)?;
        }
        object.serialize_entry("warnings", &self.warnings)?;
        object.end()
    }
}

fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}
