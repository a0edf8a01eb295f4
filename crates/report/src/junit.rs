//! Findings as JUnit XML: a suite a file, a case a level and property.
//!
//! Violated is a failure; unknown and bad input are errors; what was not asked
//! because of such an error is skipped. So is, with its message, what is only
//! a warning: continuous integration shows it without failing.

use std::collections::HashMap;

use crate::finding::{ALL_LEVELS, Ending, Finding};
use crate::printable::printable;

/// The whole document.
pub fn junit_xml(findings: &[Finding]) -> String {
    let mut suites: Vec<(&str, Vec<&Finding>)> = Vec::new();
    let mut suite_of = HashMap::new();
    for finding in findings {
        let suite = *suite_of.entry(&finding.file[..]).or_insert_with(|| {
            suites.push((&finding.file, Vec::new()));
            suites.len() - 1
        });
        suites[suite].1.push(finding);
    }
    let all: Vec<&Finding> = findings.iter().collect();
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    xml += &format!("<testsuites name=\"playproof\" {}>\n", counts(&all));
    for (file, cases) in suites {
        let name = escaped(file);
        xml += &format!("  <testsuite name=\"{name}\" {}>\n", counts(&cases));
        cases.iter().for_each(|finding| xml += &case(finding));
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

fn counts(findings: &[&Finding]) -> String {
    let count = |element: &str| {
        let same = findings.iter().filter(|f| element_of(f) == Some(element));
        same.count()
    };
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.6}\"",
        findings.len(),
        count("failure"),
        count("error"),
        count("skipped"),
        findings.iter().map(|f| f.seconds).sum::<f64>()
    )
}

fn element_of(finding: &Finding) -> Option<&'static str> {
    match finding.ending {
        Ending::Holds => None,
        _ if finding.is_warning() => Some("skipped"),
        Ending::Violated => Some("failure"),
        Ending::Unknown | Ending::BadInput => Some("error"),
        Ending::NotAsked | Ending::Odd => Some("skipped"),
    }
}

fn case(finding: &Finding) -> String {
    let requirement = finding.requirement.as_ref().map(|name| format!("{name}:"));
    let (level, property) = (finding.level.as_deref(), finding.property.as_deref());
    let parts = [level, requirement.as_deref(), property];
    let mut name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        name = "input".to_owned();
    }
    let (name, file) = (escaped(&name), escaped(&finding.file));
    let mut head = format!("    <testcase name=\"{name}\" classname=\"{file}\"");
    if finding.file != ALL_LEVELS {
        head += &format!(" file=\"{file}\"");
    }
    if let Some(line) = finding.line {
        head += &format!(" line=\"{line}\"");
    }
    head += &format!(" time=\"{:.6}\"", finding.seconds);
    let warnings: String = finding
        .warnings
        .iter()
        .map(|w| format!("warning: {}\n", escaped(w)))
        .collect();
    let said = match warnings.is_empty() {
        true => String::new(),
        false => format!("      <system-out>{warnings}</system-out>\n"),
    };
    let Some(element) = element_of(finding) else {
        return match said.is_empty() {
            true => head + "/>\n",
            false => format!("{head}>\n{said}    </testcase>\n"),
        };
    };
    let kind = match finding.ending {
        Ending::Holds | Ending::NotAsked | Ending::Odd => String::new(),
        _ if finding.is_warning() => String::new(),
        Ending::Violated => " type=\"violated\"".to_owned(),
        Ending::Unknown => " type=\"unknown\"".to_owned(),
        Ending::BadInput => " type=\"input\"".to_owned(),
    };
    let mut message = escaped(&finding.message);
    if finding.is_warning() {
        message.insert_str(0, "warning: ");
    }
    let mut body = place(finding).map_or(String::new(), |p| escaped(&p) + "\n");
    for run in &finding.runs {
        body += &format!("{}\n", escaped(run));
    }
    format!(
        "{head}>\n      <{element}{kind} message=\"{message}\">{body}</{element}>\n{said}    </testcase>\n"
    )
}

/// `file:line:column`, which editors and logs make a link of.
fn place(finding: &Finding) -> Option<String> {
    let line = finding
        .line
        .filter(|_| finding.ending != Ending::NotAsked)?;
    let column = finding.column.map_or(String::new(), |c| format!(":{c}"));
    Some(format!("{}:{line}{column}", finding.file))
}

/// Text for an attribute or an element. What XML cannot hold at all is
/// replaced: there is no escape for it.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in printable(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            _ => out.push(c),
        }
    }
    out
}
