//! What several engines made of one question, side by side.

use anstyle::Style;
use playproof::{Phase, Proof, Verdict};
use serde::Serialize;

use crate::columns::{Cell, columns};
use crate::conclusion::Why;
use crate::figures::{bytes, duration, grouped};
use crate::row::Row;

/// What one engine made of a question.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Attempt {
    /// The engine.
    pub engine: &'static str,
    /// `holds`, `violated`, `unknown` or `unsupported`.
    pub verdict: &'static str,
    /// Why there is no answer.
    pub reason: Option<String>,
    /// The length of its run, where it has one.
    pub length: Option<u64>,
    /// How long it took, with checking.
    pub seconds: f64,
    /// States that it saw.
    pub states: Option<u64>,
    /// The most bytes that it said to use.
    pub memory: Option<u64>,
    /// The kind of evidence.
    pub evidence: Option<&'static str>,
    /// The bytes of the certificate.
    pub size: Option<u64>,
    /// Whether the checker accepted the evidence: true, false if it rejected
    /// it, null if there was none to check.
    pub checked: Option<bool>,
}

impl Attempt {
    /// One that came to an end. `phase` is what was going on then.
    pub fn new(engine: &'static str, proof: &Proof, phase: Phase) -> Attempt {
        // A row knows how to put an answer.
        let mut row = Row::of_certificate("");
        row.answered(proof, phase);
        let certificate = proof.certificate.as_ref();
        let is_checked = row.checked.is_some();
        let is_rejected = matches!(proof.verdict, Verdict::Rejected(_));
        Attempt {
            engine,
            verdict: row.conclusion.word(),
            reason: row.conclusion.why().map(Why::to_string),
            length: row.run.length,
            seconds: 0.0,
            states: row.search.states,
            memory: None,
            evidence: row.evidence(),
            size: certificate.map(|c| c.to_bytes(false).len() as u64),
            checked: (is_checked || is_rejected).then_some(is_checked),
        }
    }

    /// One that cannot treat the question.
    pub fn unsupported(engine: &'static str, why: String) -> Attempt {
        Attempt {
            engine,
            verdict: "unsupported",
            reason: Some(why),
            length: None,
            seconds: 0.0,
            states: None,
            memory: None,
            evidence: None,
            size: None,
            checked: None,
        }
    }

    /// Whether it has an answer that was checked.
    pub fn is_decided(&self) -> bool {
        self.checked == Some(true)
    }
}

/// Two that have proved opposite answers.
pub fn disagreement(attempts: &[Attempt]) -> Option<(&Attempt, &Attempt)> {
    let mut decided = attempts.iter().filter(|attempt| attempt.is_decided());
    let first = decided.next()?;
    let other = decided.find(|attempt| attempt.verdict != first.verdict)?;
    Some((first, other))
}

/// The table, one line an engine below a line that names the columns.
pub(crate) fn attempts_table(attempts: &[Attempt]) -> String {
    if attempts.is_empty() {
        return String::new();
    }
    let bold = Style::new().bold();
    let text = |name: &str| Cell::text(name).painted(bold);
    let number = |name: &str| Cell::number(name).painted(bold);
    let mut rows = vec![vec![
        text("    engine"),
        text("verdict"),
        number("length"),
        number("time"),
        number("states"),
        number("memory"),
        text("evidence"),
        number("size"),
        text("checker"),
    ]];
    rows.extend(attempts.iter().map(line));
    columns(&rows)
}

fn line(attempt: &Attempt) -> Vec<Cell> {
    let figure = |n: Option<u64>, show: fn(u64) -> String| Cell::number(n.map_or("".into(), show));
    let time = match attempt.states {
        Some(_) => duration(attempt.seconds),
        None => String::new(),
    };
    let checker = match (attempt.checked, &attempt.reason) {
        (Some(true), _) => "accepted",
        (Some(false), _) => "REJECTED",
        (None, Some(why)) => why,
        (None, None) => "",
    };
    vec![
        Cell::text(format!("    {}", attempt.engine)),
        Cell::text(attempt.verdict),
        figure(attempt.length, grouped),
        Cell::number(time),
        figure(attempt.states, grouped),
        figure(attempt.memory, bytes),
        Cell::text(attempt.evidence.unwrap_or_default().replace('-', " ")),
        figure(attempt.size, bytes),
        Cell::text(checker),
    ]
}
