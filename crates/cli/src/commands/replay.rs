//! `playproof replay`: whether moves are possible, and whether they win.

use std::io;
use std::sync::Arc;

use playproof::{Limits, Playproof, Prepared, Progress, Severity};
use playproof_analysis::{Optimizing, Replaying, Scoring};
use playproof_report::{Row, impossible_text, message_text, solve_text};

use crate::args::{PlainFormat, ReplayArgs};
use crate::certificates::CertificateFolder;
use crate::clock::Clock;
use crate::console;
use crate::inputs::{Source, no_such_level, problem};
use crate::moves::{Asked, Written};
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::told::told;
use crate::watchdog;

const MANNER: Manner = Manner {
    text: solve_text,
    status: Status::of,
};

/// What became of the moves for one level.
enum Replayed {
    /// They win, or the checker was stopped; the row tells.
    Told,
    DoNotWin,
    Refused,
}

/// Replays the moves. Errors are those of writing results.
pub fn run(args: &ReplayArgs) -> io::Result<Status> {
    let asked = Asked::read(args.moves.as_deref().unwrap_or("stored"));
    let asked = match asked {
        Ok(asked) => asked,
        Err(message) => {
            console::error(&message);
            return Ok(Status::BadInput);
        }
    };
    let source = Source::of(&args.level);
    let collection = match source.levels() {
        Ok(collection) => collection,
        Err(diagnostic) => {
            console::complain_of(&diagnostic);
            return Ok(Status::BadInput);
        }
    };
    let n_levels = collection.levels.len();
    if let Some(n) = args.number.filter(|&n| n > n_levels as u64) {
        console::complain_of(&no_such_level(&source, n, n_levels));
        return Ok(Status::BadInput);
    }
    let session = Arc::new(Session::new(args.format.into(), MANNER));
    watchdog::listen_for_cancellation(&session);
    if args.search.effort.limits.timeout.is_some() {
        watchdog::watch_time(&session);
    }
    let playproof = Playproof::with_threads(1);
    let mut folder = args.search.certificates();
    let mut n_replayed = 0;
    for level in &collection.levels {
        let number = level.index() as u64 + 1;
        if args.number.is_some_and(|n| n != number) {
            continue;
        }
        // Of a whole collection those are replayed that have a run.
        let is_stored = matches!(asked, Asked::Stored);
        if is_stored && args.number.is_none() && level.solutions().is_empty() {
            continue;
        }
        n_replayed += 1;
        let name = match n_levels {
            1 => level.file().to_owned(),
            _ => format!("{} #{number}", level.file()),
        };
        let all_moves = match asked.all_of(level) {
            Ok(all_moves) => all_moves,
            Err(why) => {
                console::complain_of(&problem(&name, why, None));
                session.reached(Status::BadInput);
                continue;
            }
        };
        let prepared = match playproof.prepare(level, args.search.effort.game.as_deref()) {
            Ok(prepared) => prepared,
            Err(error) => {
                match error {
                    playproof::Error::Level(diagnostic) => console::complain_of(&diagnostic),
                    other => console::error(&format!("{name}: {}", told(&other))),
                }
                session.reached(Status::BadInput);
                continue;
            }
        };
        for (i, moves) in all_moves.iter().enumerate() {
            let name = match all_moves.len() {
                1 => name.clone(),
                _ => format!("{name}, run {}", i + 1),
            };
            let clock = Clock::start(args.search.effort.limits.timeout);
            let row = Row::asked(level, n_levels, &playproof::Property::Solvable);
            session.begin(row, clock, true);
            let mut replay = Replay {
                name: &name,
                prepared: &prepared,
                session: &session,
                clock,
                folder: folder.as_mut(),
                source: &source,
                index: level.index(),
                format: args.format,
            };
            match replay.of(moves)? {
                Replayed::Told => session.finish()?,
                Replayed::DoNotWin => session.reached(Status::Violated),
                Replayed::Refused => {
                    session.drop_row();
                    session.reached(Status::BadInput);
                }
            }
        }
    }
    if n_replayed == 0 {
        let help = "give moves with --moves, or store them in the file with `solve --save`";
        let message = "no run is stored in this file".to_owned();
        console::complain_of(&problem(&source.name(), message, Some(help)));
        return Ok(Status::BadInput);
    }
    Ok(session.status())
}

struct Replay<'a> {
    name: &'a str,
    prepared: &'a Prepared<'a>,
    session: &'a Session,
    clock: Clock,
    folder: Option<&'a mut CertificateFolder>,
    source: &'a Source,
    index: usize,
    format: PlainFormat,
}

impl Replay<'_> {
    fn of(&mut self, moves: &Written) -> io::Result<Replayed> {
        let run = match self.prepared.follow(&moves.actions) {
            Ok(Ok(run)) => run,
            Ok(Err(impossible)) => {
                console::error(&format!("{}: {}", self.name, impossible_text(&impossible)));
                return Ok(Replayed::Refused);
            }
            Err(error) => {
                console::error(&format!("{}: {error}", self.name));
                return Ok(Replayed::Refused);
            }
        };
        let insight = self.prepared.insight();
        let pieces = insight.as_ref().and_then(|insight| insight.pieces());
        if let Some(odd) = pieces.and_then(|pieces| moves.warning(&run, pieces)) {
            let text = message_text(Severity::Warning, &format!("{}: {odd}", self.name));
            console::complain(&text);
        }
        let mut limits = Limits {
            max_states: None,
            max_bytes: None,
            poll: |progress: &Progress| {
                self.session.note(progress, &self.clock);
                self.session.go_on(&self.clock)
            },
        };
        let proof = match self.prepared.won_by(&run, &mut limits) {
            Ok(Some(proof)) => proof,
            Ok(None) => {
                let n = run.actions.len();
                let s = if n == 1 { "" } else { "s" };
                let is_lost = self.prepared.is_lost_by(&run).unwrap_or(false);
                let how = if is_lost { "lost" } else { "not won" };
                let why = format!("{how} by these {n} move{s}");
                let tally = self.prepared.tally(&run);
                if self.format == PlainFormat::Json {
                    self.session.enter(|row| {
                        row.not_won(why, run.actions);
                        row.scored(tally.as_slice());
                    });
                    self.session.finish()?;
                    return Ok(Replayed::DoNotWin);
                }
                console::print(&format!("{}: {why}\n", self.name))?;
                if let Some(tally) = tally {
                    console::print(&format!("    score: {}\n", tally.score))?;
                }
                self.session.drop_row();
                return Ok(Replayed::DoNotWin);
            }
            Err(error) => {
                console::error(&format!("{}: {error}", self.name));
                return Ok(Replayed::Refused);
            }
        };
        let phase = self.session.phase();
        let letters = self.prepared.letters(&run);
        let pushes = self.prepared.pushes_of(&proof);
        let tally = self.prepared.tally(&run);
        let best = playproof_analysis::Best::given(proof);
        self.session.enter(|row| {
            row.best(&best, None, letters, pushes, phase);
            row.scored(tally.as_slice());
        });
        if let (Some(folder), Some(certificate)) = (&mut self.folder, &best.found.certificate) {
            match folder.write(self.session, self.source, self.index, certificate) {
                Ok(path) => {
                    let path = path.display().to_string();
                    self.session.enter(|row| row.certificate = Some(path));
                }
                Err(message) => {
                    console::error(&message);
                    self.session.reached(Status::BadInput);
                }
            }
        }
        Ok(Replayed::Told)
    }
}
