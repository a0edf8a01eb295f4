//! `playproof export`: a level and properties of it for another tool.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use playproof::{
    Ask, Diagnostic, Error, Evidence, Level, Limits, Playproof, Prepared, Progress, Property,
    Rules, Severity,
};
use playproof_export::{
    ExportError, TraceError, asks_what_is_reached, by_actions, dimacs, horn, pddl, promela, smtlib,
    smv, triples,
};
use playproof_report::{message_text, property_error_text};

use crate::args::{ExportArgs, Format, Language};
use crate::clock::Clock;
use crate::console;
use crate::inputs::{Source, only_level};
use crate::moves::Asked;
use crate::outputs;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::told::{diagnostic_text, told};
use crate::watchdog;

/// There are no results to print.
const MANNER: Manner = Manner {
    text: |_| String::new(),
    status: Status::of,
    finding: playproof_report::Finding::of_row,
};

/// Writes the export. Errors are those of writing to standard output.
pub fn run(args: &ExportArgs) -> io::Result<Status> {
    let file = args.output.clone().filter(|path| path != Path::new("-"));
    let obstacle = |path: &PathBuf| outputs::obstacle(path, &[&args.level]);
    if let Some(obstacle) = file.as_ref().and_then(obstacle) {
        console::error(&obstacle);
        return Ok(Status::BadInput);
    }
    let session = Arc::new(Session::new(Format::Text, MANNER));
    watchdog::listen_for_cancellation(&session);
    let Some(named) = properties(args) else {
        return Ok(Status::BadInput);
    };
    let exported = match exported(args, &named, &session) {
        Ok(exported) => exported,
        Err(Refused(complaint)) => {
            console::complain(&complaint);
            return Ok(Status::BadInput);
        }
    };
    let Some(path) = file else {
        let domain = exported.domain.unwrap_or_default();
        console::print_plain(&(domain + &exported.text))?;
        return Ok(session.status());
    };
    let mut files = vec![(path.clone(), exported.text)];
    if let Some(domain) = exported.domain {
        let beside = beside(&path);
        let in_the_way = || is_anothers(&beside, &domain).then(|| in_the_way(&beside));
        if let Some(obstacle) = obstacle(&beside).or_else(in_the_way) {
            console::error(&obstacle);
            return Ok(Status::BadInput);
        }
        files.insert(0, (beside, domain));
    }
    for (path, text) in files {
        if let Err(error) = outputs::write_whole(&session, &path, text.as_bytes()) {
            console::error(&format!("cannot write {}: {error}", path.display()));
            return Ok(Status::BadInput);
        }
        let told = "written; its first lines say how to run it";
        console::print(&format!("{}: {told}\n", path.display()))?;
    }
    Ok(session.status())
}

/// What is written.
struct Exported {
    text: String,
    /// Planners want what can be done in a file of its own.
    domain: Option<String>,
}

impl Exported {
    /// One text.
    fn whole(text: String) -> Exported {
        Exported { text, domain: None }
    }
}

/// Where planners look for the domain of a problem.
fn beside(problem: &Path) -> PathBuf {
    let name = problem.file_name().unwrap_or_default().to_string_lossy();
    problem.with_file_name(format!("domain-{name}"))
}

/// Whether a file is there that does not begin like this text, so that it was not
/// exported. What the user names with -o is replaced; nobody named this one.
fn is_anothers(path: &Path, text: &str) -> bool {
    let Ok(file) = File::open(path) else {
        return false;
    };
    let head = text.split_inclusive('\n').next().unwrap_or_default();
    let mut there = Vec::new();
    let read = file.take(head.len() as u64).read_to_end(&mut there);
    read.is_err() || there != head.as_bytes()
}

fn in_the_way(path: &Path) -> String {
    let name = path.display();
    format!(
        "cannot write {name}: a file that was not exported is there; choose another name for -o"
    )
}

/// The properties by their texts, or none if some cannot be read, which is
/// then said.
fn properties(args: &ExportArgs) -> Option<Vec<(String, Property)>> {
    let read = args.properties.iter().map(|text| {
        let (text, ask) = Ask::assuming(&args.assume, text);
        match ask {
            Ok(Ask::Level(property)) => return Some((text, property)),
            Ok(Ask::Collection(_)) => console::error(&format!(
                "property `{text}` is about several levels, and one is exported"
            )),
            Err(error) => console::complain(&property_error_text(&text, &error, None)),
        }
        None
    });
    // All are read before the first error counts, so that each is told.
    let read: Vec<_> = read.collect();
    read.into_iter().collect()
}

/// The input is at fault; what to say about it.
struct Refused(String);

impl From<Diagnostic> for Refused {
    fn from(diagnostic: Diagnostic) -> Refused {
        Refused(diagnostic_text(&diagnostic))
    }
}

fn exported(
    args: &ExportArgs,
    named: &[(String, Property)],
    session: &Session,
) -> Result<Exported, Refused> {
    let source = Source::of(&args.level);
    let collection = source.levels(&args.level_options, args.game.as_deref())?;
    let level = only_level(&source, &collection, args.number)?;
    collection.warnings.iter().for_each(console::complain_of);
    let playproof = Playproof::default();
    let prepared = playproof.prepare(level, args.game.as_deref());
    let prepared = prepared.map_err(|error| match error {
        Error::Level(diagnostic) => diagnostic.into(),
        other => refused(level, &told(&other)),
    })?;
    let Some(rules) = prepared.rules() else {
        let game = prepared.game().name();
        let why = format!("`{game}` is played by a program of its own; only rules can be exported");
        return Err(refused(level, &why));
    };
    let written = match args.to {
        Language::Triples => {
            let (name, property) = one_property(args, named)?;
            match asks_what_is_reached(rules, name, property) {
                Ok(()) => {
                    let evidence = run_for(args, &prepared, property, session)?;
                    triples(rules, name, property, &evidence).map(Exported::whole)
                }
                Err(error) => Err(error),
            }
        }
        _ => written(args, rules, named)?,
    };
    written.map_err(|error| match error {
        ExportError::Property { name, error } => {
            Refused(property_error_text(&name, &error, Some(level.file())))
        }
        other => refused(level, &other.to_string()),
    })
}

/// The text in the language that was chosen; what the command line lacks for
/// it is said first.
fn written(
    args: &ExportArgs,
    rules: &Rules,
    named: &[(String, Property)],
) -> Result<Result<Exported, ExportError>, Refused> {
    let whole = Exported::whole;
    if args.moves.is_some() {
        return mistake("--moves is for triples; the other languages look for a run");
    }
    let ((name, property), bound) = match (args.to, named, args.bound) {
        (Language::Promela, named, None) => return Ok(promela(rules, named).map(whole)),
        (Language::Promela | Language::Chc | Language::Smv | Language::Pddl, _, Some(_)) => {
            return mistake(
                "--bound is for smtlib and dimacs; the others ask about runs of any length",
            );
        }
        (Language::Smtlib | Language::Dimacs, _, None) => {
            return mistake("this language asks for a run of at most so many steps: say --bound N");
        }
        (_, [one], bound) => (one, bound.unwrap_or(0)),
        _ => return mistake("this language asks one property at a time; promela takes several"),
    };
    Ok(match args.to {
        Language::Smtlib => smtlib(rules, name, property, u64::from(bound)).map(whole),
        Language::Dimacs => dimacs(rules, name, property, bound).map(whole),
        Language::Chc => horn(rules, name, property).map(whole),
        Language::Smv => smv(rules, name, property).map(whole),
        Language::Pddl => pddl(rules, name, property).map(|task| Exported {
            text: task.problem,
            domain: Some(task.domain),
        }),
        Language::Promela | Language::Triples => unreachable!("it was written above"),
    })
}

fn mistake<T>(message: &str) -> Result<T, Refused> {
    Err(Refused(message_text(Severity::Error, message)))
}

/// The one property that triples are about.
fn one_property<'a>(
    args: &ExportArgs,
    named: &'a [(String, Property)],
) -> Result<&'a (String, Property), Refused> {
    match named {
        _ if args.bound.is_some() => {
            mistake("--bound is for smtlib and dimacs; a plan is as long as it is")
        }
        [one] => Ok(one),
        _ => mistake("a plan reaches what one property asks about; give one"),
    }
}

/// The run that triples are about: the one that is given, or one that is found.
fn run_for(
    args: &ExportArgs,
    prepared: &Prepared,
    property: &Property,
    session: &Session,
) -> Result<Evidence, Refused> {
    let level = prepared.level();
    if let Some(given) = &args.moves {
        let rules = prepared.rules().expect("only rules are exported");
        let actions = actions(rules, level, given).map_err(|why| refused(level, &why))?;
        let run = by_actions(rules, property, &actions);
        return run.map_err(|error| match error {
            TraceError::Property(error) => {
                let name = property.to_string();
                Refused(property_error_text(&name, &error, Some(level.file())))
            }
            other => refused(level, &other.to_string()),
        });
    }
    let clock = Clock::start(None);
    let mut limits = Limits {
        max_states: None,
        max_bytes: None,
        poll: |_: &Progress| session.go_on(&clock),
    };
    let proof = prepared.verify(property, None, &mut limits);
    let proof = proof.map_err(|error| match error {
        Error::Property { text, error } => {
            Refused(property_error_text(&text, &error, Some(level.file())))
        }
        other => refused(level, &told(&other)),
    })?;
    let evidence = proof.certificate.map(|certificate| certificate.evidence);
    evidence.ok_or_else(|| refused(level, "no run was found, and none was given with --moves"))
}

/// Moves as names of the game's actions, or as letters.
fn actions(rules: &Rules, level: &Level, given: &str) -> Result<Vec<String>, String> {
    let words = given.split(|c: char| c == ',' || c.is_whitespace());
    let words: Vec<String> = words.filter(|w| !w.is_empty()).map(str::to_owned).collect();
    let is_action = |word: &String| rules.actions.iter().any(|action| action.name == *word);
    match words.iter().all(is_action) {
        true => Ok(words),
        false => Ok(Asked::read(given)?.of(level)?.actions.clone()),
    }
}

fn refused(level: &Level, why: &str) -> Refused {
    let message = format!("{}: {why}", level.file());
    Refused(message_text(Severity::Error, &message))
}
