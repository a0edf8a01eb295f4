//! Findings as annotations of GitHub's workflows: commands on standard output
//! that the runner turns into marks beside the file's lines.

use crate::figures::{counted, grouped};
use crate::finding::{ALL_LEVELS, Ending, Finding};
use crate::printable::printable;

/// The commands for a finding, each ended: an error unless it is fine, was
/// not asked or is only a warning, and its warnings.
pub fn github_annotations(finding: &Finding) -> String {
    let title = match finding.ending {
        Ending::Holds | Ending::NotAsked => None,
        Ending::Violated => Some("violated"),
        Ending::Unknown => Some("unknown"),
        Ending::BadInput => Some("bad input"),
        Ending::Odd => Some("warning"),
    };
    let kind = if finding.is_warning() {
        "warning"
    } else {
        "error"
    };
    let mut commands = String::new();
    if let Some(title) = title {
        let mut message = about(finding, &finding.message);
        for run in &finding.runs {
            message.push_str(&format!("\n{run}"));
        }
        commands += &command(kind, finding, title, &message);
    }
    for warning in &finding.warnings {
        commands += &command("warning", finding, "warning", &about(finding, warning));
    }
    commands
}

/// Says which level of a file is meant.
fn about(finding: &Finding, message: &str) -> String {
    match &finding.level {
        Some(level) => printable(&format!("{level}: {message}")),
        None => printable(message),
    }
}

fn command(kind: &str, finding: &Finding, title: &str, message: &str) -> String {
    let mut parameters = Vec::new();
    // What is no file cannot be marked.
    if !["<stdin>", ALL_LEVELS].contains(&&finding.file[..]) {
        parameters.push(format!("file={}", parameter(&finding.file)));
    }
    let numbers = [("line", finding.line), ("col", finding.column)];
    for (name, number) in numbers {
        parameters.extend(number.map(|n| format!("{name}={n}")));
    }
    parameters.push(format!("title={}", parameter(title)));
    let parameters = parameters.join(",");
    format!("::{kind} {parameters}::{}\n", data(message))
}

/// The line after the last annotation, ended.
pub fn github_summary(findings: &[Finding]) -> String {
    let count = |ending: Ending| findings.iter().filter(|f| f.ending == ending).count() as u64;
    let n_results = [Ending::Holds, Ending::Violated, Ending::Unknown].map(count);
    let mut line = format!(
        "playproof: {}: {} hold, {} violated, {} unknown",
        counted(n_results.iter().sum(), "result"),
        grouped(n_results[0]),
        grouped(n_results[1]),
        grouped(n_results[2]),
    );
    let is_result = |f: &&Finding| f.is_warning() && f.ending != Ending::Odd;
    let n_warnings = findings.iter().filter(is_result).count();
    if n_warnings > 0 {
        let warnings = counted(n_warnings as u64, "warning");
        line.push_str(&format!(" ({warnings} only)"));
    }
    let n_errors = count(Ending::BadInput);
    if n_errors > 0 {
        line.push_str(&format!("; {}", counted(n_errors, "input error")));
    }
    line + "\n"
}

/// Text after the command. A line end in it would begin another command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn parameter(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
