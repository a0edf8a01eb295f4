//! The table after the results of a requirements file: a line a requirement,
//! with how often it was met.

use anstyle::{AnsiColor, Style};
use playproof::Severity;

use crate::columns::{Cell, columns, cut};
use crate::figures::grouped;
use crate::finding::{Ending, Finding};
use crate::printable::printable;

/// The widest name and property shown whole.
const WIDEST: usize = 48;

const HEAD: Style = Style::new().bold();
const GREEN: Style = AnsiColor::Green.on_default().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// How the results of one requirement ended.
struct Line<'a> {
    name: &'a str,
    property: &'a str,
    severity: Severity,
    n_holds: u64,
    n_violated: u64,
    n_unknown: u64,
    n_refused: u64,
}

impl Line<'_> {
    fn enter(&mut self, ending: Ending) {
        match ending {
            Ending::Holds => self.n_holds += 1,
            Ending::Violated => self.n_violated += 1,
            Ending::Unknown => self.n_unknown += 1,
            Ending::BadInput | Ending::NotAsked => self.n_refused += 1,
            Ending::Odd => {}
        }
    }

    fn is_met(&self) -> bool {
        self.n_violated + self.n_unknown + self.n_refused == 0
    }
}

/// The table, after an empty line; nothing if no finding is about a
/// requirement. What was asked beside them has a line without a name.
pub fn requirements_table(findings: &[Finding]) -> String {
    let mut lines: Vec<Line> = Vec::new();
    for finding in findings {
        let Some(property) = finding.property.as_deref() else {
            continue;
        };
        let name = finding.requirement.as_deref().unwrap_or_default();
        let known = lines
            .iter()
            .position(|l| (l.name, l.property) == (name, property));
        let at = known.unwrap_or(lines.len());
        if known.is_none() {
            lines.push(Line {
                name,
                property,
                severity: finding.severity,
                n_holds: 0,
                n_violated: 0,
                n_unknown: 0,
                n_refused: 0,
            });
        }
        lines[at].enter(finding.ending);
    }
    if lines.iter().all(|line| line.name.is_empty()) {
        return String::new();
    }
    let is_any_refused = lines.iter().any(|line| line.n_refused > 0);
    let mut rows = vec![head(is_any_refused)];
    rows.extend(lines.iter().map(|line| row(line, is_any_refused)));
    format!("\n{}", columns(&rows))
}

fn head(is_any_refused: bool) -> Vec<Cell> {
    let texts = ["requirement", "property"].map(|name| Cell::text(name).painted(HEAD));
    let mut numbers = vec!["holds", "violated", "unknown"];
    if is_any_refused {
        numbers.push("not asked");
    }
    let numbers = numbers.into_iter().map(|n| Cell::number(n).painted(HEAD));
    let severity = [Cell::text("")];
    texts.into_iter().chain(numbers).chain(severity).collect()
}

fn row(line: &Line, is_any_refused: bool) -> Vec<Cell> {
    let bad = match line.severity {
        Severity::Error => RED,
        Severity::Warning => YELLOW,
    };
    let number = |n: u64, style: Style| {
        let style = if n == 0 { DIM } else { style };
        Cell::number(grouped(n)).painted(style)
    };
    let holds = if line.is_met() { GREEN } else { Style::new() };
    let mut cells = vec![
        Cell::text(cut(&printable(line.name), WIDEST)),
        Cell::text(cut(&printable(line.property), WIDEST)),
        number(line.n_holds, holds),
        number(line.n_violated, bad),
        number(line.n_unknown, YELLOW),
    ];
    if is_any_refused {
        cells.push(number(line.n_refused, RED));
    }
    cells.push(Cell::text(match line.severity {
        Severity::Error => "",
        Severity::Warning => "warning",
    }));
    cells
}
