//! Levels in, results out: what `verify` and `solve` have in common.

use std::io;
use std::iter::Peekable;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::slice;
use std::sync::Arc;

use playproof::{
    Diagnostic, Error, Level, Limits, Playproof, Prepared, Progress, Proof, Property, Severity,
    Stop, Verdict,
};
use playproof_report::{Ending, Finding, Row, message_text, property_error_text};

use crate::args::{Format, SearchArgs};
use crate::certificates::CertificateFolder;
use crate::clock::Clock;
use crate::complaints::{Complaints, Warnings};
use crate::console;
use crate::inputs::{Source, problem, sources};
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::watch;
use crate::watchdog;

/// What is to be done.
pub struct Job<'a> {
    /// Files, folders, or - for standard input.
    pub levels: &'a [PathBuf],
    /// The number of the only level of each file that is asked about, from 1.
    pub only: Option<u64>,
    /// What to decide.
    pub properties: &'a [Asked],
    /// None where the level says it.
    pub engine: Option<&'a str>,
    /// How to search.
    pub search: &'a SearchArgs,
    /// How results are written.
    pub format: Format,
    /// Whether to begin anew when a file changes, until the user ends it.
    pub watch: bool,
    /// The lines for people, and what a result means.
    pub manner: Manner,
}

/// Answers every question about every level. Errors are those of writing
/// results.
pub fn work(job: Job) -> io::Result<Status> {
    let playproof = Playproof::with_threads(job.search.threads());
    let no_game = job
        .search
        .game
        .as_deref()
        .and_then(|name| playproof.game(name).err());
    let no_engine = job.engine.and_then(|name| playproof.engine(name).err());
    if no_game.is_some() || no_engine.is_some() {
        let both = no_game.into_iter().chain(no_engine);
        both.for_each(|error| console::error(&error.to_string()));
        return Ok(Status::BadInput);
    }
    let session = Arc::new(Session::new(job.format, job.manner));
    watchdog::listen_for_cancellation(&session);
    if job.search.limits.timeout.is_some() {
        watchdog::watch_time(&session);
    }
    loop {
        let before = job.watch.then(|| watch::stamps(job.levels));
        round(&playproof, &job, &session)?;
        match before {
            Some(before) if watch::wait_for_change(job.levels, &before, &session) => {
                session.begin_round();
            }
            _ => return Ok(session.status()),
        }
    }
}

/// Answers every question once.
fn round(playproof: &Playproof, job: &Job, session: &Session) -> io::Result<()> {
    let mut batch = Batch {
        playproof,
        job,
        session,
        certificates: job.search.cert.as_deref().map(CertificateFolder::new),
        complaints: Complaints::default(),
    };
    let mut files = Vec::new();
    for argument in job.levels {
        let (sources, problems) = sources(argument);
        files.extend(sources);
        problems.iter().for_each(|p| batch.complain_of(p));
    }
    for (i, source) in files.iter().enumerate() {
        batch.file(source, i + 1 == files.len() && !job.watch)?;
    }
    batch.complaints.sum_up();
    session.sum_up()
}

/// A property with the text that it was read from, which its errors count
/// columns in.
pub struct Asked {
    /// As the user wrote it.
    pub text: String,
    /// What it says.
    pub property: Property,
}

/// Reads the properties, or says what is wrong with each that cannot be read.
pub fn properties(texts: &[String]) -> Option<Vec<Asked>> {
    let read = texts.iter().map(|text| match Playproof::property(text) {
        Ok(property) => Some(Asked {
            text: text.clone(),
            property,
        }),
        Err(Error::Property { text, error }) => {
            console::complain(&property_error_text(&text, &error, None));
            None
        }
        Err(other) => {
            console::error(&other.to_string());
            None
        }
    });
    // All are read before the first error counts, so that each is told.
    let read: Vec<Option<Asked>> = read.collect();
    read.into_iter().collect()
}

struct Batch<'a> {
    playproof: &'a Playproof,
    job: &'a Job<'a>,
    session: &'a Session,
    certificates: Option<CertificateFolder>,
    complaints: Complaints,
}

/// The level at work and what surrounds it.
struct Place<'a> {
    source: &'a Source,
    level: &'a Level,
    n_levels: usize,
    /// Whether no other level comes after it.
    is_last: bool,
    /// What the reader found odd about it.
    warnings: Vec<String>,
}

impl Place<'_> {
    /// Its name in complaints.
    fn name(&self) -> String {
        match self.n_levels {
            1 => self.level.file().to_owned(),
            _ => format!("{} #{}", self.level.file(), self.level.index() + 1),
        }
    }
}

/// Why there is no proof.
enum Undecided {
    Stopped(Stop),
    Refused(Error),
}

impl From<Error> for Undecided {
    fn from(error: Error) -> Self {
        Undecided::Refused(error)
    }
}

impl<'a> Batch<'a> {
    fn complain_of(&self, diagnostic: &Diagnostic) {
        console::complain_of(diagnostic);
        self.session.found(Finding::of_diagnostic(diagnostic));
        self.session.reached(Status::BadInput);
    }

    /// Verifies every level of a file.
    fn file(&mut self, source: &Source, is_last: bool) -> io::Result<()> {
        if self.session.is_cancelled() {
            return Ok(());
        }
        let mut clock = Clock::start(self.job.search.limits.timeout);
        let collection = match source.levels() {
            Ok(collection) => collection,
            Err(diagnostic) => {
                self.complain_of(&diagnostic);
                return Ok(());
            }
        };
        let mut warnings = Warnings::new(source.name(), !self.session.tells_warnings());
        collection.warnings.iter().for_each(|w| warnings.tell(w));
        let n_levels = collection.levels.len();
        let mut untold = collection.warnings.iter().peekable();
        if let Some(n) = self.job.only
            && n > n_levels as u64
        {
            self.complain_of(&no_such_level(source, n, n_levels));
        }
        for level in &collection.levels {
            let next = collection.levels.get(level.index() + 1);
            let odd = take_warnings(&mut untold, next);
            if self.job.only.is_some_and(|n| n != level.index() as u64 + 1) {
                continue;
            }
            let place = Place {
                source,
                level,
                n_levels,
                is_last: is_last && (next.is_none() || self.job.only.is_some()),
                warnings: odd,
            };
            // The time of reading a file is on the clock of its first result.
            self.level(&place, clock, &mut warnings)?;
            if self.session.is_cancelled() {
                break;
            }
            clock = Clock::start(self.job.search.limits.timeout);
        }
        warnings.sum_up();
        Ok(())
    }

    /// Decides every property of a level.
    fn level(&mut self, at: &Place, mut clock: Clock, warnings: &mut Warnings) -> io::Result<()> {
        let mut prepared = None;
        let mut is_warned = false;
        for (i, asked) in self.job.properties.iter().enumerate() {
            let mut row = Row::asked(at.level, at.n_levels, &asked.property);
            row.warnings.clone_from(&at.warnings);
            row.engine = self.job.engine.map(str::to_owned);
            let is_last = at.is_last && i + 1 == self.job.properties.len();
            self.session.begin(row, clock, is_last);
            match self.decide(at, &asked.property, &mut prepared, &clock) {
                Ok(proof) => {
                    if !is_warned {
                        proof.warnings.iter().for_each(|w| warnings.tell(w));
                        is_warned = true;
                    }
                    self.hand_out(at, &proof)?;
                }
                Err(Undecided::Stopped(stop)) => {
                    let phase = self.session.phase();
                    self.session.enter(|row| row.stopped(stop, phase));
                    self.session.finish()?;
                }
                Err(Undecided::Refused(error)) => {
                    self.session.drop_row();
                    self.refuse(at, asked, &error);
                    // What is no level is none for the other properties too.
                    if prepared.is_none() {
                        self.leave_out(at, &self.job.properties[i + 1..]);
                        return Ok(());
                    }
                }
            }
            if self.session.is_cancelled() {
                return Ok(());
            }
            clock = Clock::start(self.job.search.limits.timeout);
        }
        Ok(())
    }

    /// Finds a proof. What the level means is worked out for the first
    /// property that gets so far, and kept for the others.
    fn decide<'l>(
        &self,
        at: &Place<'l>,
        property: &Property,
        prepared: &mut Option<Prepared<'l>>,
        clock: &Clock,
    ) -> Result<Proof, Undecided>
    where
        'a: 'l,
    {
        self.go_on(clock)?;
        let prepared = match prepared {
            Some(prepared) => prepared,
            None => {
                let game = self.job.search.game.as_deref();
                prepared.insert(self.playproof.prepare(at.level, game)?)
            }
        };
        let game = prepared.game().name();
        self.session.enter(|row| row.game = Some(game.to_owned()));
        self.go_on(clock)?;
        let mut limits = Limits {
            max_states: self.job.search.max_states,
            max_bytes: self.job.search.limits.max_bytes(),
            poll: |progress: &Progress| {
                self.session.note(progress, clock);
                self.session.go_on(clock)
            },
        };
        Ok(prepared.verify(property, self.job.engine, &mut limits)?)
    }

    /// Between two phases: whether the next one is begun.
    fn go_on(&self, clock: &Clock) -> Result<(), Undecided> {
        match self.session.go_on(clock) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stop) => Err(Undecided::Stopped(stop)),
        }
    }

    /// Enters the answer, writes its certificate and prints the result.
    fn hand_out(&mut self, at: &Place, proof: &Proof) -> io::Result<()> {
        let phase = self.session.phase();
        let is_open = self.session.enter(|row| row.answered(proof, phase));
        if let (Some(folder), Some(certificate)) = (&mut self.certificates, &proof.certificate)
            && is_open
        {
            match folder.write(self.session, at.source, at.level.index(), certificate) {
                Ok(path) => {
                    let path = path.display().to_string();
                    self.session.enter(|row| row.certificate = Some(path));
                }
                Err(message) => {
                    console::error(&message);
                    let diagnostic = problem(&at.source.name(), message, None);
                    self.session.found(Finding::of_diagnostic(&diagnostic));
                    self.session.reached(Status::BadInput);
                }
            }
        }
        if let Verdict::Rejected(_) = proof.verdict {
            console::error(&format!(
                "the checker rejected what engine `{}` found: a bug in playproof, not in the level",
                proof.engine
            ));
        }
        self.session.finish()
    }

    /// Says why a level or a property of it cannot be verified.
    fn refuse(&mut self, at: &Place, asked: &Asked, error: &Error) {
        self.session.reached(Status::BadInput);
        let of_level = |message: String| {
            let (level, property) = (at.level, &asked.property);
            Finding::of_level(level, at.n_levels, property, Ending::BadInput, message)
        };
        match error {
            Error::Level(diagnostic) => {
                let mut diagnostic = diagnostic.clone();
                let whole = at.level.grid().map(|grid| grid.place(0, 0));
                // Half a level lacks what its other half has.
                if at.n_levels > 1 && diagnostic.place == whole {
                    let help = diagnostic.help.get_or_insert_default();
                    help.push_str(" (a blank line separates levels)");
                }
                console::complain_of(&diagnostic);
                let finding = Finding::of_diagnostic(&diagnostic);
                let finding = finding.about(at.level, at.n_levels, &asked.property);
                self.session.found(finding);
            }
            // The text in the error is the property as printed; the columns
            // are those of the text that the user wrote.
            Error::Property { error, .. } => {
                let topic = format!("property `{}`: {}", asked.text, error.message);
                self.session.found(of_level(topic.clone()));
                self.complaints.tell_once(topic, || {
                    property_error_text(&asked.text, error, Some(&at.name()))
                });
            }
            other => {
                let whole = format!("{}: {other}", at.name());
                self.session.found(of_level(other.to_string()));
                let text = || message_text(Severity::Error, &whole);
                self.complaints.tell_once(other.to_string(), text);
            }
        }
    }

    /// The level is none, so these are not asked of it.
    fn leave_out(&self, at: &Place, properties: &[Asked]) {
        for asked in properties {
            let why = "not asked: the level has an error".to_owned();
            let (level, property) = (at.level, &asked.property);
            let ending = Ending::NotAsked;
            self.session
                .found(Finding::of_level(level, at.n_levels, property, ending, why));
        }
    }
}

/// The complaint about a number that is too high.
pub fn no_such_level(source: &Source, number: u64, n_levels: usize) -> Diagnostic {
    let holds = match n_levels {
        1 => "the file holds one level".to_owned(),
        n => format!("the file holds levels 1 to {n}"),
    };
    let message = format!("there is no level {number} in this file");
    problem(&source.name(), message, Some(&holds))
}

/// What the reader found odd about a level, taken from what it found odd
/// about the file. Both come in the order of the levels, and a warning stands
/// before the first line of the next level.
fn take_warnings(
    warnings: &mut Peekable<slice::Iter<Diagnostic>>,
    next: Option<&Level>,
) -> Vec<String> {
    let mut taken = Vec::new();
    let end = next.and_then(|level| Some(level.grid()?.place(0, 0).line));
    let is_here = |w: &&Diagnostic| match (&w.place, end) {
        (Some(place), Some(end)) => place.line < end,
        _ => true,
    };
    while let Some(warning) = warnings.next_if(is_here) {
        taken.push(warning.to_string());
    }
    taken
}
