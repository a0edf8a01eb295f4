//! One level, one property, one checked answer: what `animate` and `explain`
//! have in common.

use std::ops::ControlFlow;
use std::sync::Arc;

use playproof::{
    Certificate, Collection, Diagnostic, Error, Level, Limits, Playproof, Prepared, Progress,
    Proof, Run, Settings, Unlimited, Verdict,
};
use playproof_analysis::{Optimizing, Replaying};
use playproof_report::{Row, impossible_text, property_error_text};

use super::check::Checker;
use crate::args::Format;
use crate::args::RunArgs;
use crate::best::{Aim, Found};
use crate::clock::Clock;
use crate::console;
use crate::engine_choice::{AUTO, warn_of_idle_bound};
use crate::inputs::{Source, no_such_level, problem};
use crate::moves::{Asked as Moves, Written};
use crate::progress;
use crate::questions::other_name;
use crate::session::{Manner, Session};
use crate::shown_runs::tallies;
use crate::told::told;
use crate::watchdog;

/// Which winning run is wanted.
pub enum Wanted {
    /// Whichever answers the question.
    Any,
    /// The stored one; without it one that is short, if that takes no time.
    StoredOrShort,
    /// One with the fewest of these.
    Fewest(Aim),
    /// The one that these moves are.
    Given(Moves),
}

/// A question to one level.
pub struct Asking<'a> {
    pub args: &'a RunArgs,
    /// Which run is wanted where the question is whether the level can be won.
    pub wanted: Wanted,
    pub session: Arc<Session>,
    pub clock: Clock,
    /// Whether the program ends with it.
    is_last: bool,
}

/// A decided question: the checker accepted the certificate.
pub struct Answered<'a> {
    pub prepared: &'a Prepared<'a>,
    pub level: &'a Level,
    pub n_levels: usize,
    pub row: Row,
    pub certificate: Certificate,
    /// The runs that it holds.
    pub runs: Vec<Run>,
}

/// Why there is nothing to show.
pub enum Unanswered {
    /// The input is at fault; what to say about it.
    Refused(String),
    /// The session's row says it.
    Entered,
    /// It is decided without a run.
    NoRun(String),
}

impl From<Diagnostic> for Unanswered {
    fn from(diagnostic: Diagnostic) -> Self {
        Unanswered::Refused(crate::told::diagnostic_text(&diagnostic))
    }
}

impl Answered<'_> {
    /// A shortest run that the certificate holds.
    pub fn run(&self) -> Option<&Run> {
        self.runs.iter().min_by_key(|run| run.actions.len())
    }

    /// The runs that go otherwise than this one.
    pub fn others(&self, run: &Run) -> Vec<Run> {
        let others = self.runs.iter();
        let others = others.filter(|other| other.states != run.states);
        others.cloned().collect()
    }

    /// The level's name in complaints.
    pub fn name(&self) -> String {
        match self.n_levels {
            1 => self.level.file().to_owned(),
            _ => format!("{} #{}", self.level.file(), self.level.index() + 1),
        }
    }
}

impl<'a> Asking<'a> {
    /// Starts the clock, and listens for Ctrl-C.
    pub fn new(args: &'a RunArgs, manner: Manner, format: Format) -> Asking<'a> {
        Asking::watched(&Arc::new(Session::new(format, manner)), args)
    }

    /// The same in a session that is there.
    pub fn watched(session: &Arc<Session>, args: &'a RunArgs) -> Asking<'a> {
        watchdog::listen_for_cancellation(session);
        if args.effort.limits.timeout.is_some() {
            watchdog::watch_time(session);
        }
        if let Some(max_bytes) = args.effort.limits.max_bytes() {
            watchdog::watch_memory(session, max_bytes);
        }
        Asking::among(session, args, true)
    }

    /// Starts the clock of one question among several of a session.
    pub fn among(session: &Arc<Session>, args: &'a RunArgs, is_last: bool) -> Asking<'a> {
        Asking {
            args,
            wanted: Wanted::Any,
            session: Arc::clone(session),
            clock: Clock::start(args.effort.limits.timeout),
            is_last,
        }
    }

    /// Finds the answer, or checks the one in a certificate, and goes on with
    /// it.
    pub fn answered<T>(
        &self,
        go_on: impl FnOnce(&Answered) -> Result<T, Unanswered>,
    ) -> Result<T, Unanswered> {
        self.answered_if(|_| Ok(()), go_on)
    }

    /// The same, if nothing speaks against looking for an answer.
    pub fn answered_if<T>(
        &self,
        is_worth_it: impl FnOnce(&Prepared) -> Result<(), Unanswered>,
        go_on: impl FnOnce(&Answered) -> Result<T, Unanswered>,
    ) -> Result<T, Unanswered> {
        let source = Source::of(&self.args.level);
        let mut collection = self.args.effort.levels(&source)?;
        let n_levels = collection.levels.len();
        if let Some(n) = self.args.number {
            if n > n_levels as u64 {
                return Err(no_such_level(&source, n, n_levels).into());
            }
            collection.levels.retain(|l| l.index() as u64 + 1 == n);
        }
        let playproof = Playproof::with(Settings {
            threads: self.args.effort.threads(),
            bound: self.args.bound.bound.unwrap_or(Settings::BOUND),
        });
        match &self.args.cert {
            Some(file) => {
                let (level, certificate) = self.checked(&Source::of(file), collection)?;
                let game = Some(&certificate.game[..]);
                let prepared = playproof.prepare(&level, game);
                let prepared = prepared.map_err(|error| self.refused(&level, &error))?;
                go_on(&self.entered(&prepared, &level, n_levels, certificate)?)
            }
            None => {
                let [level] = &collection.levels[..] else {
                    let many = format!("this file holds {n_levels} levels");
                    let help = format!("choose one with --level, from 1 to {n_levels}");
                    return Err(problem(&source.name(), many, Some(&help)).into());
                };
                collection.warnings.iter().for_each(console::complain_of);
                let prepared = playproof.prepare(level, self.args.effort.game.as_deref());
                let prepared = prepared.map_err(|error| self.refused(level, &error))?;
                is_worth_it(&prepared)?;
                let certificate = self.proved(&playproof, &prepared, level, n_levels)?;
                go_on(&self.entered(&prepared, level, n_levels, certificate)?)
            }
        }
    }

    /// The certificate in a file, once the checker accepted it, and the level
    /// of the collection that it is about.
    fn checked(
        &self,
        source: &Source,
        collection: Collection,
    ) -> Result<(Level, Certificate), Unanswered> {
        let row = Row::of_certificate(&source.name());
        self.session.begin(row, self.clock, self.is_last);
        let checker = Checker {
            session: &self.session,
            clock: self.clock,
            max_bytes: self.args.effort.limits.max_bytes().unwrap_or(u64::MAX),
            levels: Some(collection),
            game: self.args.effort.game.as_deref(),
        };
        let accepted = checker.check(source)?.ok_or(Unanswered::Entered)?;
        let levels = checker.levels.map_or(Vec::new(), |file| file.levels);
        let level = levels.into_iter().find(|l| l.same_level(&accepted.level));
        let level = level.ok_or(Unanswered::Entered)?;
        Ok((level, accepted.certificate))
    }

    /// The certificate of an answer that is found now.
    fn proved(
        &self,
        playproof: &Playproof,
        prepared: &Prepared,
        level: &Level,
        n_levels: usize,
    ) -> Result<Certificate, Unanswered> {
        let property = Playproof::property(&self.args.property);
        let property = property.map_err(|error| self.refused(level, &error))?;
        let name = &self.args.engine[..];
        let engine = playproof.engine_or(name, &[AUTO]);
        let engine = engine.map_err(|error| self.refused(level, &error))?;
        let engine = engine.map(|engine| engine.name());
        if self.args.bound.bound.is_some() {
            warn_of_idle_bound(name);
        }
        let mut row = Row::asked(level, n_levels, &property);
        let asked_as = other_name(&self.args.property, &property.to_string());
        row.topic.asked_as = asked_as.map(str::to_owned);
        self.session.begin(row, self.clock, self.is_last);
        if let ControlFlow::Break(stop) = self.session.go_on(&self.clock) {
            let phase = self.session.phase();
            self.session.enter(|row| row.stopped(stop, phase));
            return Err(Unanswered::Entered);
        }
        let found = match &self.wanted {
            Wanted::Fewest(aim) => self.cheapest(*aim, prepared),
            Wanted::Given(moves) => return self.given(moves, prepared, level),
            Wanted::StoredOrShort if stored_run_wins(prepared, level) => {
                return self.given(&Moves::Stored, prepared, level);
            }
            Wanted::StoredOrShort => {
                let proof = prepared.verify(&property, engine, &mut self.limits());
                proof.and_then(|proof| match proof.holds() {
                    true => prepared.shortened(proof, &mut self.limits()),
                    false => Ok(proof),
                })
            }
            Wanted::Any => prepared.verify(&property, engine, &mut self.limits()),
        };
        let proof = match found {
            Ok(proof) => proof,
            Err(error) => {
                self.session.drop_row();
                return Err(self.refused(level, &error));
            }
        };
        proof.warnings.iter().for_each(console::complain_of);
        if !matches!(self.wanted, Wanted::Fewest(_)) {
            let phase = self.session.phase();
            self.session.enter(|row| row.answered(&proof, phase));
        }
        match (proof.verdict, proof.certificate) {
            (Verdict::Decided(_), Some(certificate)) => Ok(certificate),
            _ => Err(Unanswered::Entered),
        }
    }

    /// A run with the fewest moves or pushes.
    fn cheapest(&self, aim: Aim, prepared: &Prepared) -> Result<Proof, Error> {
        let best = aim.run(prepared, &mut self.limits(), &mut |_| ())?;
        let found = Found::new(prepared, best, aim);
        let phase = self.session.phase();
        self.session.enter(|row| *row = found.row(row, phase));
        Ok(found.best.found)
    }

    /// The certificate of moves that win.
    fn given(
        &self,
        moves: &Moves,
        prepared: &Prepared,
        level: &Level,
    ) -> Result<Certificate, Unanswered> {
        let refused = |why: String| {
            self.session.drop_row();
            Unanswered::from(problem(level.file(), why, None))
        };
        let failed = |error: Error| self.refused(level, &error);
        let moves = moves.of(level).map_err(refused)?;
        let run = prepared.follow(&moves.actions).map_err(failed)?;
        let run = run.map_err(|impossible| refused(impossible_text(&impossible)))?;
        let proof = prepared.won_by(&run, &mut self.limits()).map_err(failed)?;
        let Some(proof) = proof else {
            return Err(refused(
                "these moves do not win: `explain --moves` says what they lead to".to_owned(),
            ));
        };
        let phase = self.session.phase();
        // Whether it is a shortest one is known where such a one is found soon.
        let shortest = prepared.shortened(proof.clone(), &mut self.limits());
        let shortest = shortest.map_err(failed)?;
        let proof = Proof {
            lower_bound: shortest.lower_bound,
            ..proof
        };
        self.session.enter(|row| row.answered(&proof, phase));
        match (proof.verdict, proof.certificate) {
            (Verdict::Decided(_), Some(certificate)) => Ok(certificate),
            _ => Err(Unanswered::Entered),
        }
    }

    /// What may be spent.
    pub fn limits(&self) -> Limits<impl FnMut(&Progress) -> ControlFlow<playproof::Stop>> {
        Limits {
            max_states: self.args.effort.max_states,
            max_bytes: self.args.effort.limits.max_bytes(),
            poll: |progress: &Progress| {
                self.session.note(progress, &self.clock);
                self.session.go_on(&self.clock)
            },
        }
    }

    /// The same for many small searches, of which the line says only what they are for.
    pub fn limits_of(
        &self,
        purpose: &str,
    ) -> Limits<impl FnMut(&Progress) -> ControlFlow<playproof::Stop>> {
        Limits {
            max_states: self.args.effort.max_states,
            max_bytes: self.args.effort.limits.max_bytes(),
            poll: move |_: &Progress| {
                let seconds = self.clock.seconds();
                progress::show_text(&self.clock, |_| format!("{purpose} · {seconds:.1} s"));
                self.session.go_on(&self.clock)
            },
        }
    }

    /// Takes the row out of the session: from here on nobody else prints it.
    fn entered<'l>(
        &self,
        prepared: &'l Prepared<'l>,
        level: &'l Level,
        n_levels: usize,
        certificate: Certificate,
    ) -> Result<Answered<'l>, Unanswered> {
        let runs = prepared.runs_of(&certificate);
        let tallies = tallies(prepared, &runs);
        let mut row = None;
        self.session.enter(|entered| {
            entered.topic.about(level, n_levels);
            entered.scored(&tallies);
            row = Some(entered.clone());
        });
        // If the row is gone, the watchdog has spoken, and the program ends.
        let row = row.ok_or(Unanswered::Entered)?;
        self.session.drop_row();
        Ok(Answered {
            prepared,
            level,
            n_levels,
            row,
            certificate,
            runs,
        })
    }

    /// Why a level or a property of it cannot be treated.
    fn refused(&self, level: &Level, error: &Error) -> Unanswered {
        match error {
            Error::Level(diagnostic) => diagnostic.clone().into(),
            Error::Property { error, .. } => {
                let asked_of = Some(level.file());
                let text = property_error_text(&self.args.property, error, asked_of);
                Unanswered::Refused(text)
            }
            other => {
                let severity = playproof::Severity::Error;
                let text = playproof_report::message_text(severity, &told(other));
                Unanswered::Refused(text)
            }
        }
    }
}

/// Whether the file stores a run with the level, and it wins.
fn stored_run_wins(prepared: &Prepared, level: &Level) -> bool {
    let wins = |moves: &Written| {
        let run = prepared.follow(&moves.actions).ok()?.ok()?;
        prepared.won_by(&run, &mut Unlimited).ok()?
    };
    let stored = !level.solutions().is_empty();
    stored
        && Moves::Stored
            .of(level)
            .is_ok_and(|moves| wins(&moves).is_some())
}
