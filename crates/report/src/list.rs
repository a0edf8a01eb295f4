//! What there is: names and what they mean.

use playproof::{Ability, Engine, Entry};
use serde_json::json;

use crate::columns::{Cell, columns};

/// A line each, the summaries below one another.
pub fn list_text(entries: &[Entry]) -> String {
    let width = entries.iter().map(|e| e.name.len()).max().unwrap_or(0);
    let line = |e: &Entry| format!("{:width$}  {}\n", e.name, e.summary);
    entries.iter().map(line).collect()
}

/// A JSON object each, on lines of their own.
pub fn list_json(entries: &[Entry]) -> String {
    let line = |e: &Entry| format!("{}\n", json!({"name": e.name, "summary": e.summary}));
    entries.iter().map(line).collect()
}

/// A line each, below a line that names the columns: for each kind of question
/// the evidence of *yes*, a stroke, and that of *no*; `-` where that is never
/// the answer.
pub fn engines_text<'a>(engines: impl Iterator<Item = &'a dyn Engine>) -> String {
    let head = ["engine", "decides: evidence of yes / of no", "how"];
    let mut rows = vec![head.map(Cell::text).into()];
    rows.extend(engines.map(|engine| {
        let decides: Vec<String> = engine.abilities().iter().map(both_answers).collect();
        vec![
            Cell::text(engine.name()),
            Cell::text(decides.join("; ")),
            Cell::text(engine.summary()),
        ]
    }));
    columns(&rows)
}

fn both_answers(ability: &Ability) -> String {
    let words = |kinds: &[&str]| match kinds {
        [] => "-".to_owned(),
        kinds => kinds.join(", "),
    };
    let (yes, no) = (words(ability.yes), words(ability.no));
    format!("{}: {yes} / {no}", ability.question.name())
}

/// A JSON object each, on lines of their own.
pub fn engines_json<'a>(engines: impl Iterator<Item = &'a dyn Engine>) -> String {
    let ability = |a: &Ability| json!({"question": a.question.name(), "yes": a.yes, "no": a.no});
    let line = |engine: &dyn Engine| {
        let decides: Vec<_> = engine.abilities().iter().map(ability).collect();
        let object = json!({
            "name": engine.name(),
            "summary": engine.summary(),
            "decides": decides,
        });
        format!("{object}\n")
    };
    engines.map(line).collect()
}
