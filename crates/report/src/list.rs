//! What there is: names and what they mean.

use playproof::Entry;
use serde_json::json;

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
