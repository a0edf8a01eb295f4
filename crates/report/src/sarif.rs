//! Findings as SARIF 2.1.0, which code hosts show beside the lines of a file.
//!
//! A rule is a property or a requirement; a result is a violation, an unknown, or a mistake
//! in an input. What holds is no result.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::finding::{ALL_LEVELS, Ending, Finding};
use crate::printable::printable;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The whole document, ended.
pub fn sarif(findings: &[Finding]) -> String {
    let told: Vec<(&Finding, &str)> = findings
        .iter()
        .filter_map(|finding| Some((finding, level(finding)?)))
        .collect();
    let mut numbers = BTreeMap::new();
    let mut rules = Vec::new();
    for (finding, _) in &told {
        numbers.entry(rule_id(finding)).or_insert_with_key(|id| {
            rules.push(rule(id, finding));
            rules.len() - 1
        });
    }
    let results = told.iter().map(|(finding, level)| {
        let id = rule_id(finding);
        let number = numbers[&id];
        result(finding, level, &id, number)
    });
    let results: Vec<Value> = results.collect();
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "playproof",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{document:#}\n")
}

/// How bad it is, if it is to be told at all.
fn level(finding: &Finding) -> Option<&'static str> {
    match finding.ending {
        Ending::Holds | Ending::NotAsked => None,
        _ if finding.is_warning() => Some("warning"),
        Ending::Violated | Ending::BadInput => Some("error"),
        Ending::Unknown | Ending::Odd => Some("warning"),
    }
}

fn rule_id(finding: &Finding) -> String {
    let id = finding.requirement.as_ref().or(finding.property.as_ref());
    printable(id.map_or("input", String::as_str))
}

fn rule(id: &str, finding: &Finding) -> Value {
    let text = match (&finding.requirement, &finding.property) {
        (Some(name), Some(property)) => format!("{name}: {property}"),
        (None, Some(property)) => format!("the level has the property {property}"),
        _ => "the file can be read".to_owned(),
    };
    json!({ "id": id, "shortDescription": { "text": printable(&text) } })
}

fn result(finding: &Finding, level: &str, id: &str, number: usize) -> Value {
    let mut message = match &finding.level {
        Some(level) => format!("{level}: {}", finding.message),
        None => finding.message.clone(),
    };
    for run in &finding.runs {
        message.push_str(&format!("\n{run}"));
    }
    // Lines of a message stay lines; everything else that is not printable is shown.
    let lines: Vec<_> = message.lines().map(printable).collect();
    let mut result = json!({
        "ruleId": id,
        "ruleIndex": number,
        "level": level,
        "message": { "text": lines.join("\n") },
    });
    if !["<stdin>", ALL_LEVELS].contains(&&finding.file[..]) {
        let mut place = json!({ "artifactLocation": { "uri": uri(&finding.file) } });
        if let Some(line) = finding.line {
            let mut region = json!({ "startLine": line });
            if let Some(column) = finding.column {
                region["startColumn"] = column.into();
            }
            place["region"] = region;
        }
        result["locations"] = json!([{ "physicalLocation": place }]);
    }
    result
}

/// A path as a reference in an address: what means something there is escaped.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte as char);
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    match uri.starts_with('/') {
        true => format!("file://{uri}"),
        false => uri,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playproof::Severity;

    fn finding(ending: Ending) -> Finding {
        Finding {
            file: "my levels/a#1.txt".to_owned(),
            line: Some(3),
            column: None,
            level: Some("#2".to_owned()),
            property: Some("solvable".to_owned()),
            requirement: None,
            severity: Severity::Error,
            ending,
            message: "no run wins".to_owned(),
            runs: vec!["run: rr".to_owned()],
            warnings: Vec::new(),
            seconds: 0.1,
        }
    }

    #[test]
    fn a_violation_is_a_result_at_its_place() {
        let text = sarif(&[finding(Ending::Holds), finding(Ending::Violated)]);
        let document: Value = serde_json::from_str(&text).unwrap();
        let run = &document["runs"][0];
        assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "solvable");
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.len(), 1);
        assert_eq!(results[0]["level"], "error");
        assert_eq!(results[0]["message"]["text"], "#2: no run wins\nrun: rr");
        let place = &results[0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "my%20levels/a%231.txt");
        assert_eq!(place["region"]["startLine"], 3);
    }
}
