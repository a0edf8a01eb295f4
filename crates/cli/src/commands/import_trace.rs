//! `playproof import-trace`: a run that another tool found, followed in the
//! level and checked.

use std::io;
use std::sync::Arc;

use playproof::{Ask, Diagnostic, Error, Level, Limits, Playproof, Progress, Severity, Verdict};
use playproof_analysis::Replaying;
use playproof_export::{TraceError, TraceFormat, import_trace};
use playproof_report::{Row, message_text, property_error_text, result_text};

use crate::args::{ImportTraceArgs, Tool};
use crate::certificates::{CertificateFolder, Form};
use crate::clock::Clock;
use crate::console;
use crate::inputs::{Source, only_level};
use crate::session::{Manner, Session};
use crate::shown_runs::Shown;
use crate::status::Status;
use crate::told::{diagnostic_text, told};
use crate::watchdog;

const MANNER: Manner = Manner {
    text: result_text,
    status: Status::of,
    finding: playproof_report::Finding::of_row,
};

/// The longest trace that is read: every state on the way is kept.
const MAX_TRACE: usize = 64 << 20;

/// Follows the run. Errors are those of writing results.
pub fn run(args: &ImportTraceArgs) -> io::Result<Status> {
    let session = Arc::new(Session::new(args.format.into(), MANNER));
    watchdog::listen_for_cancellation(&session);
    if args.limits.timeout.is_some() {
        watchdog::watch_time(&session);
    }
    match imported(args, &session) {
        Ok(()) => session.finish()?,
        Err(Refused(complaint)) => {
            session.drop_row();
            console::complain(&complaint);
            return Ok(Status::BadInput);
        }
    }
    Ok(session.status())
}

/// The input is at fault; what to say about it.
struct Refused(String);

impl From<Diagnostic> for Refused {
    fn from(diagnostic: Diagnostic) -> Refused {
        Refused(diagnostic_text(&diagnostic))
    }
}

fn refused(what: &str, why: &str) -> Refused {
    let message = format!("{what}: {why}");
    Refused(message_text(Severity::Error, &message))
}

fn imported(args: &ImportTraceArgs, session: &Session) -> Result<(), Refused> {
    let (text, ask) = Ask::assuming(&args.assume, &args.property);
    let property = match ask {
        Ok(Ask::Level(property)) => property,
        Ok(Ask::Collection(_)) => {
            let why = "it is about several levels, and a run is of one";
            return Err(refused(&format!("property `{text}`"), why));
        }
        Err(error) => return Err(Refused(property_error_text(&text, &error, None))),
    };
    let trace = Source::of(&args.trace);
    let told = trace.bytes(MAX_TRACE, "a trace of this length is not read")?;
    let told = String::from_utf8_lossy(&told);
    let source = Source::of(&args.level);
    let collection = source.levels(&args.level_options, args.game.as_deref())?;
    let level = only_level(&source, &collection, args.number)?;
    collection.warnings.iter().for_each(console::complain_of);
    let playproof = Playproof::with_threads(1);
    let prepared = playproof.prepare(level, args.game.as_deref());
    let prepared = prepared.map_err(|error| of_error(level, &error))?;
    let clock = Clock::start(args.limits.timeout);
    let row = Row::asked(level, collection.levels.len(), &property);
    session.begin(row, clock, true);
    let format = match args.from {
        Some(Tool::Spin) => TraceFormat::Spin,
        Some(Tool::Smt) => TraceFormat::Smt,
        Some(Tool::Pddl) => TraceFormat::Plan,
        None => TraceFormat::of(&told),
    };
    let Some(rules) = prepared.rules() else {
        let why = "its game is played by a program of its own, which no tool was given";
        return Err(refused(level.file(), why));
    };
    let evidence = import_trace(rules, &property, &told, format).map_err(|error| match error {
        TraceError::Property(error) => Refused(property_error_text(
            &property.to_string(),
            &error,
            Some(level.file()),
        )),
        other => refused(&trace.name(), &other.to_string()),
    })?;
    let mut limits = Limits {
        max_states: None,
        max_bytes: None,
        poll: |progress: &Progress| {
            session.note(progress, &clock);
            session.go_on(&clock)
        },
    };
    let proof = prepared.shown_by(&property, evidence, &mut limits);
    let proof = proof.map_err(|error| of_error(level, &error))?;
    // The run is somebody's claim: that it shows nothing is no bug of ours.
    if let Verdict::Rejected(why) = &proof.verdict {
        let why = format!("the run is possible, but does not show what was asked: {why}");
        return Err(refused(&trace.name(), &why));
    }
    let phase = session.phase();
    session.enter(|row| {
        row.answered(&proof, phase);
        Shown::new(&prepared, &proof).enter(row);
    });
    if let (Some(folder), Some(certificate)) = (args.cert.as_deref(), &proof.certificate) {
        let mut folder = CertificateFolder::new(folder, Form::default());
        folder.write_and_enter(session, &source, level.index(), certificate);
    }
    Ok(())
}

fn of_error(level: &Level, error: &Error) -> Refused {
    match error {
        Error::Level(diagnostic) => Refused(diagnostic_text(diagnostic)),
        Error::Property { text, error } => {
            Refused(property_error_text(text, error, Some(level.file())))
        }
        other => refused(level.file(), &told(other)),
    }
}
