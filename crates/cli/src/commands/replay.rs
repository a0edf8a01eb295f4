//! `playproof replay`: whether moves are possible, and whether they win.

use std::io;
use std::sync::Arc;

use playproof::{Level, Limits, Playproof, Prepared, Progress, Proof, Run, Severity, counted};
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
    finding: playproof_report::Finding::of_row,
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
    let collection = match args.search.effort.levels(&source) {
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
    let mut replay = Replay {
        args,
        asked: &asked,
        source: &source,
        n_levels,
        playproof: &Playproof::with_threads(1),
        session: &session,
        folder: args.search.certificates(),
    };
    // Of a whole collection those are replayed that have a run.
    let is_stored = matches!(asked, Asked::Stored);
    let is_meant = |level: &&Level| match args.number {
        Some(n) => n == level.index() as u64 + 1,
        None => !is_stored || !level.solutions().is_empty(),
    };
    let levels: Vec<&Level> = collection.levels.iter().filter(is_meant).collect();
    if levels.is_empty() {
        let help = "give moves with --moves, or store them in the file with `solve --save`";
        let message = "no run is stored in this file".to_owned();
        console::complain_of(&problem(&source.name(), message, Some(help)));
        return Ok(Status::BadInput);
    }
    for level in levels {
        replay.level(level)?;
    }
    Ok(session.status())
}

struct Replay<'a> {
    args: &'a ReplayArgs,
    asked: &'a Asked,
    source: &'a Source,
    n_levels: usize,
    playproof: &'a Playproof,
    session: &'a Session,
    folder: Option<CertificateFolder>,
}

impl Replay<'_> {
    /// Replays all that is asked of a level.
    fn level(&mut self, level: &Level) -> io::Result<()> {
        let name = match self.n_levels {
            1 => level.file().to_owned(),
            _ => format!("{} #{}", level.file(), level.index() + 1),
        };
        let all_moves = match self.asked.all_of(level) {
            Ok(all_moves) => all_moves,
            Err(why) => {
                console::complain_of(&problem(&name, why, None));
                self.session.reached(Status::BadInput);
                return Ok(());
            }
        };
        let effort = &self.args.search.effort;
        let prepared = match self.playproof.prepare(level, effort.game.as_deref()) {
            Ok(prepared) => prepared,
            Err(error) => {
                match error {
                    playproof::Error::Level(diagnostic) => console::complain_of(&diagnostic),
                    other => console::error(&format!("{name}: {}", told(&other))),
                }
                self.session.reached(Status::BadInput);
                return Ok(());
            }
        };
        for (i, moves) in all_moves.iter().enumerate() {
            let name = match all_moves.len() {
                1 => name.clone(),
                _ => format!("{name}, run {}", i + 1),
            };
            let clock = Clock::start(effort.limits.timeout);
            let row = Row::asked(level, self.n_levels, &playproof::Property::Solvable);
            self.session.begin(row, clock, true);
            match self.moves(level, &prepared, moves, &name, clock)? {
                Replayed::Told => self.session.finish()?,
                Replayed::DoNotWin => self.session.reached(Status::Violated),
                Replayed::Refused => {
                    self.session.drop_row();
                    self.session.reached(Status::BadInput);
                }
            }
        }
        Ok(())
    }

    /// Replays moves, and has the checker look at them if they win.
    fn moves(
        &mut self,
        level: &Level,
        prepared: &Prepared,
        moves: &Written,
        name: &str,
        clock: Clock,
    ) -> io::Result<Replayed> {
        let run = match prepared.follow(&moves.actions) {
            Ok(Ok(run)) => run,
            Ok(Err(impossible)) => {
                console::error(&format!("{name}: {}", impossible_text(&impossible)));
                return Ok(Replayed::Refused);
            }
            Err(error) => {
                console::error(&format!("{name}: {error}"));
                return Ok(Replayed::Refused);
            }
        };
        let insight = prepared.insight();
        let pieces = insight.as_ref().and_then(|insight| insight.pieces());
        if let Some(odd) = pieces.and_then(|pieces| moves.warning(&run, pieces)) {
            let text = message_text(Severity::Warning, &format!("{name}: {odd}"));
            console::complain(&text);
        }
        let mut limits = Limits {
            max_states: None,
            max_bytes: None,
            poll: |progress: &Progress| {
                self.session.note(progress, &clock);
                self.session.go_on(&clock)
            },
        };
        match prepared.won_by(&run, &mut limits) {
            Ok(Some(_)) if prepared.caveats().refusal.is_some() => {
                self.won_unproved(&run, name)?;
                Ok(Replayed::Told)
            }
            Ok(Some(proof)) => {
                self.won(level, prepared, &run, proof);
                Ok(Replayed::Told)
            }
            Ok(None) => {
                self.not_won(prepared, run, name)?;
                Ok(Replayed::DoNotWin)
            }
            Err(error) => {
                console::error(&format!("{name}: {error}"));
                Ok(Replayed::Refused)
            }
        }
    }

    /// Says that a run wins in a game of which nothing is proved.
    fn won_unproved(&self, run: &Run, name: &str) -> io::Result<()> {
        let n = run.actions.len() as u64;
        let text = format!("{name}: won by these {}, not proved\n", counted(n, "move"));
        self.session.drop_row();
        console::print(&text)
    }

    /// Says that a run does not win.
    fn not_won(&self, prepared: &Prepared, run: Run, name: &str) -> io::Result<()> {
        let n = run.actions.len();
        let s = if n == 1 { "" } else { "s" };
        let is_lost = prepared.is_lost_by(&run).unwrap_or(false);
        let how = if is_lost { "lost" } else { "not won" };
        let why = format!("{how} by these {n} move{s}");
        let tally = prepared.tally(&run);
        if self.args.format == PlainFormat::Json {
            self.session.enter(|row| {
                row.not_won(why, run.actions);
                row.scored(tally.as_slice());
            });
            return self.session.finish();
        }
        console::print(&format!("{name}: {why}\n"))?;
        if let Some(tally) = tally {
            console::print(&format!("    score: {}\n", tally.score))?;
        }
        self.session.drop_row();
        Ok(())
    }

    /// Enters a run that wins, and writes its certificate.
    fn won(&mut self, level: &Level, prepared: &Prepared, run: &Run, proof: Proof) {
        let phase = self.session.phase();
        let letters = prepared.letters(run);
        let pushes = prepared.pushes_of(&proof);
        let tally = prepared.tally(run);
        let best = playproof_analysis::Best::given(proof);
        self.session.enter(|row| {
            row.best(&best, None, letters, pushes, phase);
            row.scored(tally.as_slice());
        });
        if let (Some(folder), Some(certificate)) = (&mut self.folder, &best.found.certificate) {
            folder.write_and_enter(self.session, self.source, level.index(), certificate);
        }
    }
}
