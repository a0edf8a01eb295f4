//! A result as a line for people, with its run on a second one.

use anstyle::{AnsiColor, Style};
use playproof::{Phase, Stop};

use crate::attempts::attempts_table;
use crate::conclusion::{Conclusion, Why};
use crate::contenders::contenders_line;
use crate::figures::{counted, duration, grouped};
use crate::found_run::Quality;
use crate::printable::printable;
use crate::row::Row;
use crate::run::{numbered_lines, run_line, run_lines};
use crate::wording::{bound, explanation};

const GREEN: Style = AnsiColor::Green.on_default().bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();

/// The lines of a result, each ended.
pub fn result_text(row: &Row) -> String {
    let warning = if row.is_warning() { " (warning)" } else { "" };
    let subject = format!("{}: {}", level_name(row), question(row, warning));
    let verdict = paint(row.conclusion.word(), style(row));
    let time = duration(row.seconds);
    let states = seen_states(row);
    let seen = states.clone().map_or(String::new(), |n| format!("{n}, "));
    match row.conclusion.why() {
        // Of several levels figures are compared; there is nothing to check.
        None if row.topic.n_levels.is_some() => {
            let further = further_lines(row);
            format!(
                "{subject} {verdict}{} ({time})\n{further}",
                explanation(row)
            )
        }
        None => {
            let evidence = evidence_name(row);
            let run = run_of(row);
            format!(
                "{subject} {verdict}{}, checked ({evidence}; {}; {seen}{time})\n{run}{}",
                explanation(row),
                axioms(row),
                further_lines(row),
            )
        }
        Some(why @ Why::Stopped(..)) => {
            let comma = match why {
                Why::Stopped(_, Phase::Checking) => ",",
                _ => "",
            };
            // Nothing was looked at yet: not worth a word.
            let states = states.filter(|_| row.search.states > Some(0));
            let after = states.map_or(String::new(), |n| format!("{comma} after {n}"));
            let learned = learned(row).map_or(String::new(), |l| format!("; {l}"));
            let further = further_lines(row);
            format!("{subject} {verdict}: {why}{after}{learned} ({time})\n{further}")
        }
        Some(why) => {
            let further = further_lines(row);
            format!("{subject} {verdict}: {why} ({seen}{time})\n{further}")
        }
    }
}

/// How many states were seen. A SAT solver sees none, whatever it finds.
fn seen_states(row: &Row) -> Option<String> {
    let by_sat = row
        .search
        .engine
        .as_deref()
        .is_some_and(|e| e.starts_with("sat-"));
    let states = row.search.states.filter(|&n| n > 0 || !by_sat);
    states.map(|n| counted(n, "state"))
}

/// The lines of an attempt to solve, each ended: the second one is the run,
/// whole and alone, so that it can be cut out.
pub fn solve_text(row: &Row) -> String {
    let states = seen_states(row);
    let seen = states.map_or(String::new(), |n| format!("{n}, "));
    let (name, time) = (level_name(row), duration(row.seconds));
    match (&row.conclusion, &row.run.solution) {
        (Conclusion::Holds, Some(run)) => {
            let (by, checked) = how_good(row);
            format!(
                "{name}: {} in {}{by} ({checked}; {seen}{time})\n{}\n{}{}{}",
                paint("solved", GREEN),
                cost_of_run(row, run),
                letters_of(row, run),
                score_line(row),
                stage_lines(row),
                further_lines(row),
            )
        }
        (Conclusion::Violated, _) => format!(
            "{name}: {}{}, checked ({}; {}; {seen}{time})\n{}",
            paint("unsolvable", RED),
            explanation(row),
            evidence_name(row),
            axioms(row),
            further_lines(row),
        ),
        // The best run so far.
        (Conclusion::Unknown(why), Some(run)) => {
            let why = why.as_ref().map_or(String::new(), Why::to_string);
            let bound = match (row.run.quality, row.search.lower_bound) {
                (Quality::SoFar(of), Some(n)) if n > 0 => {
                    format!("; no run has fewer than {n} {of}")
                }
                _ => String::new(),
            };
            format!(
                "{name}: {}: {why}; best so far {} (run checked){bound} ({seen}{time})\n{}\n{}{}",
                paint("unknown", YELLOW),
                cost_of_run(row, run),
                letters_of(row, run),
                score_line(row),
                further_lines(row),
            )
        }
        _ => match row.run.quality {
            Quality::Played(player) => not_won(row, player),
            _ => result_text(row) + &stage_lines(row),
        },
    }
}

/// How good a run is known to be, and what of that was checked.
fn how_good(row: &Row) -> (String, &'static str) {
    if let Some(solved) = &row.search.iterations {
        let n = counted(solved.stages.len() as u64, "iteration");
        return (format!(" in {n}"), "run checked");
    }
    let by = match row.run.quality {
        Quality::Shortest => " by a shortest run".to_owned(),
        Quality::Proved(of) => format!(": no run has fewer {of}"),
        Quality::ProvedAndShort(of) => {
            format!(": no run has fewer {of}, and a shortest of those that have as few")
        }
        Quality::Played(player) => format!(" by the player {player}, who proves nothing else"),
        Quality::SoFar(_) | Quality::Any | Quality::NotSaid => String::new(),
    };
    match row.run.quality.optimal() {
        Some(_) => (by, "run and proof checked"),
        None => (by, "run checked"),
    }
}

/// A player that gave up, or was stopped.
fn not_won(row: &Row, player: &str) -> String {
    let why = match row.conclusion.why() {
        Some(Why::Stopped(Stop::Incomplete, _)) | None => "it sees no way".to_owned(),
        Some(why) => why.to_string(),
    };
    let (name, time) = (level_name(row), duration(row.seconds));
    let states = counted(row.search.states.unwrap_or(0), "state");
    format!(
        "{name}: {}: the player {player} did not win, which proves nothing: {why} ({states}, {time})\n",
        paint("unknown", YELLOW),
    )
}

/// `33 pushes and 97 moves`, what is asked for first.
fn cost_of_run(row: &Row, run: &[String]) -> String {
    let moves = counted(run.len() as u64, "move");
    let pushes = row.run.cost.get("pushes").map(|&n| match n {
        1 => "1 push".to_owned(),
        n => format!("{} pushes", grouped(n)),
    });
    match (pushes, row.run.quality) {
        (
            Some(pushes),
            Quality::Proved("pushes")
            | Quality::ProvedAndShort("pushes")
            | Quality::SoFar("pushes"),
        ) => format!("{pushes} and {moves}"),
        (Some(pushes), _) => format!("{moves} and {pushes}"),
        (None, _) => moves,
    }
}

fn letters_of(row: &Row, run: &[String]) -> String {
    row.run.letters.clone().unwrap_or_else(|| run_line(run))
}

/// What each iteration did, and how often one was taken back.
fn stage_lines(row: &Row) -> String {
    let Some(solved) = &row.search.iterations else {
        return String::new();
    };
    let [one, more] = solved.parts;
    let mut lines = String::new();
    for (number, stage) in (1..).zip(&solved.stages) {
        let parts = if stage.before == 1 { one } else { more };
        lines.push_str(&format!(
            "    iteration {number}: {} {parts} to {}, {}{} ({}, {})\n",
            stage.before,
            stage.left,
            counted(stage.moves, "move"),
            match stage.pushes {
                None => String::new(),
                Some(1) => ", 1 push".to_owned(),
                Some(n) => format!(", {} pushes", grouped(n)),
            },
            counted(stage.states, "state"),
            duration(stage.seconds),
        ));
    }
    if solved.dead_ends > 0 {
        let dead_ends = counted(solved.dead_ends, "dead end");
        lines.push_str(&format!("    {dead_ends} on the way\n"));
    }
    lines
}

/// The lines of a certificate that was checked, each ended.
pub fn check_text(row: &Row) -> String {
    let file = printable(row.certificate.as_deref().unwrap_or_default());
    match row.conclusion.why() {
        None => {
            let accepted = paint("accepted", GREEN);
            let about = match row.topic.level {
                Some(_) => format!(" for {}", level_name(row)),
                None => String::new(),
            };
            let run = run_of(row);
            format!(
                "{file}: {accepted}{about}: {} {}{} ({}; {}; {})\n{run}{}",
                row.topic.property_text(),
                row.conclusion.word(),
                explanation(row),
                kind_of_level(row),
                evidence_name(row),
                duration(row.seconds),
                parts_of(row),
            )
        }
        // What a rejection quotes comes from the file: it must not be able to
        // paint over the word before it.
        Some(why @ Why::Rejected(_)) => {
            let why = printable(&why.to_string());
            let why = why.strip_prefix("evidence rejected: ").unwrap_or(&why);
            format!("{file}: {}: {why}\n", paint("rejected", RED))
        }
        Some(why) => {
            let not_checked = paint("not checked", YELLOW);
            let why = match why {
                Why::Stopped(stop, _) => stop.to_string(),
                other => other.to_string(),
            };
            format!("{file}: {not_checked}: {why} ({})\n", duration(row.seconds))
        }
    }
}

/// All runs if they are few; else the shortest, and how many more there are.
fn run_of(row: &Row) -> String {
    if !row.run.all.is_empty() {
        return numbered_lines(&row.run.all, &row.run.scores);
    }
    let Some(run) = row.run.solution.as_deref() else {
        return String::new();
    };
    let mut lines = run_lines(run, row.run.repeats_from) + &score_line(row);
    if let Some(n) = row.run.n_runs.filter(|&n| n > 1) {
        let more = grouped(n - 1);
        lines.push_str(&format!(
            "    and {more} more, none of them shorter: `playproof explain` lists them\n"
        ));
    }
    lines
}

fn score_line(row: &Row) -> String {
    let has_run = row.run.solution.as_ref().is_some_and(|run| !run.is_empty());
    let line = row.run.score().filter(|_| has_run);
    line.map_or(String::new(), |score| format!("    score: {score}\n"))
}

/// The file, and the level's number and title if the file holds several.
fn level_name(row: &Row) -> String {
    if let Some(n) = row.topic.n_levels {
        return counted(n as u64, "level");
    }
    let mut name = printable(row.topic.level.as_deref().unwrap_or_default());
    if let Some(number) = row.topic.number() {
        name.push_str(&format!(" #{number}"));
        if let Some(title) = &row.topic.title {
            name.push_str(&format!(" \"{}\"", printable(title)));
        }
    }
    name
}

/// The property, after the requirement that it comes from and a mark on that.
fn question(row: &Row, mark: &str) -> String {
    let property = row.topic.property_text();
    match &row.topic.requirement {
        Some(name) => format!("{}{mark}: {property}", printable(name)),
        None => property,
    }
}

/// The answer without styles, places and figures.
pub fn sentence(row: &Row) -> String {
    let head = format!("{} {}", question(row, ""), row.conclusion.word());
    match row.conclusion.why() {
        None => head + &explanation(row),
        Some(why) => {
            let learned = learned(row).map_or(String::new(), |l| format!("; {l}"));
            format!("{head}: {why}{learned}")
        }
    }
}

/// The certificate written, what is odd about the question, and which engines
/// were at work where several were.
fn further_lines(row: &Row) -> String {
    let certificate = row.certificate.iter();
    let certificate = certificate.map(|path| format!("    certificate: {}\n", printable(path)));
    let optimal = row.optimal_certificate.iter();
    let optimal = optimal.map(|path| {
        format!(
            "    certificate that no run has less: {}\n",
            printable(path)
        )
    });
    let notes = row.notes.iter();
    let notes = notes.map(|note| format!("    warning: {}\n", printable(note)));
    let hint = row.hint.iter();
    let hint = hint.flat_map(|hint| hint.lines());
    let hint = hint.map(|line| format!("    {}\n", printable(line)));
    let mut lines: String = hint
        .chain(certificate)
        .chain(optimal)
        .chain(notes)
        .collect();
    lines.push_str(&contenders_line(row));
    lines.push_str(&attempts_table(&row.search.engines));
    lines
}

/// The level in a certificate: its game and size, and its title unless it was
/// named already.
fn kind_of_level(row: &Row) -> String {
    let mut kind = row.topic.game.clone().unwrap_or_default();
    if let Some((width, height)) = row.topic.size {
        kind.push_str(&format!(", {width} x {height}"));
    }
    if let (None, Some(title)) = (&row.topic.level, &row.topic.title) {
        kind.push_str(&format!(", \"{}\"", printable(title)));
    }
    kind
}

/// What a check found, part by part.
fn parts_of(row: &Row) -> String {
    let whose = match row.topic.level {
        Some(_) => "this level's",
        None => "that of the level in the certificate",
    };
    let core = row.topic.core.as_deref().unwrap_or_default();
    let by_whom = match row.axioms() {
        [] => "by the kernel",
        _ => "by the kernel, which admits the axioms below without checking them",
    };
    let checked = row.checked.as_ref();
    let hash = checked.map_or("", |checked| &checked.statement);
    format!(
        "    evidence: accepted {by_whom}\n    statement: is {whose}, byte for byte ({})\n    \
         property in core form: {}\n    {}\n",
        hash.get(..16).unwrap_or(hash),
        printable(core),
        axioms(row),
    )
}

/// What was admitted and not checked.
fn axioms(row: &Row) -> String {
    match row.axioms() {
        [] => "axioms: none".to_owned(),
        names => format!("axioms: {}", names.join(", ")),
    }
}

fn evidence_name(row: &Row) -> String {
    row.evidence().unwrap_or("no evidence").replace('-', " ")
}

fn learned(row: &Row) -> Option<String> {
    // That no run is shorter than nothing is not worth a word.
    let lower_bound = row.search.lower_bound.filter(|&n| n > 0)?;
    let property = row.topic.level_property()?;
    Some(bound(property, lower_bound))
}

fn style(row: &Row) -> Style {
    match &row.conclusion {
        Conclusion::Holds => GREEN,
        Conclusion::Violated if row.is_warning() => YELLOW,
        Conclusion::Violated | Conclusion::Unknown(Some(Why::Rejected(_))) => RED,
        Conclusion::Unknown(_) => YELLOW,
    }
}

fn paint(text: impl std::fmt::Display, style: Style) -> String {
    format!("{style}{text}{style:#}")
}
