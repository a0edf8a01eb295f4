//! Levels in, results out: what `verify` and `solve` have in common.

mod asking;
mod results;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use playproof::{Collection, Diagnostic, Level, Playproof, Settings, Severity, StoredSolution};
use playproof_report::{Finding, Words, message_text};

use crate::args::{Format, ReportArgs, SearchArgs};
use crate::best::Aim;
use crate::certificates::CertificateFolder;
use crate::clock::Clock;
use crate::complaints::{Complaints, Warnings, take_warnings};
use crate::console;
use crate::engine_choice::{ALL, AUTO, warn_of_idle_bound};
use crate::grades::Grades;
use crate::inputs::{Source, no_such_level, sources};
use crate::outputs::write_whole;
use crate::questions::{Asked, Questions};
use crate::reports::Reports;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::watch;
use crate::watchdog;

/// What is to be done.
pub struct Job<'a> {
    /// Files, folders, or - for standard input. If there are none, the
    /// questions name them.
    pub levels: &'a [PathBuf],
    /// The number of the only level of each file that is asked about, from 1.
    pub only: Option<u64>,
    /// Reads what to decide, or says what is wrong with it.
    pub questions: &'a dyn Fn(&Playproof) -> Option<Questions>,
    /// What kind of run is wanted, if the questions are only about that.
    pub aim: Option<Aim>,
    /// Where the levels go with the runs that were found.
    pub save: Option<&'a Path>,
    /// The requirements file, if there is one.
    pub spec: Option<&'a Path>,
    /// `auto` leaves it to the level; none, to the question; `all` asks all.
    pub engine: Option<&'a str>,
    /// The longest runs that engines look at which go by length, if that is
    /// said.
    pub bound: Option<u32>,
    /// Whether levels are solved part by part instead.
    pub iterative: bool,
    /// How to search.
    pub search: &'a SearchArgs,
    /// How results are written.
    pub format: Format,
    /// What is written beside them.
    pub reports: &'a ReportArgs,
    /// What results are called in a summary.
    pub words: Words,
    /// Whether to begin anew when a file changes, until the user ends it.
    pub watch: bool,
    /// The lines for people, and what a result means.
    pub manner: Manner,
}

/// Answers every question about every level. Errors are those of writing
/// results.
pub fn work(job: Job) -> io::Result<Status> {
    let playproof = Playproof::with(Settings {
        threads: job.search.effort.threads(),
        bound: job.bound.unwrap_or(Settings::BOUND),
    });
    let no_game = job
        .search
        .effort
        .game
        .as_deref()
        .and_then(|name| playproof.game(name).err());
    let words: &[_] = if job.iterative { &[AUTO] } else { &[AUTO, ALL] };
    let no_engine = job
        .engine
        .and_then(|name| playproof.engine_or(name, words).err());
    let mut questions = (job.questions)(&playproof);
    if questions.is_none() {
        return Ok(Status::BadInput);
    }
    if no_game.is_some() || no_engine.is_some() {
        let both = no_game.into_iter().chain(no_engine);
        both.for_each(|error| console::error(&error.to_string()));
        return Ok(Status::BadInput);
    }
    if job.bound.is_some() {
        job.engine.inspect(|name| warn_of_idle_bound(name));
    }
    let reports = Reports::new(
        &job.reports.files,
        job.reports.quiet,
        job.format == Format::Text,
    );
    let session = Session::new(job.format, job.manner)
        .with_table(job.spec.is_some())
        .with_reports(reports, job.words);
    let session = Arc::new(session);
    watchdog::listen_for_cancellation(&session);
    let has_timeout = |q: &Questions| q.asked.iter().any(|asked| asked.timeout().is_some());
    let has_patience = job.aim.and_then(Aim::patience).is_some();
    let is_limited = job.search.effort.limits.timeout.is_some() || has_patience;
    if is_limited || questions.as_ref().is_some_and(has_timeout) {
        watchdog::watch_time(&session);
    }
    if let Some(max_bytes) = job.search.effort.limits.max_bytes() {
        watchdog::watch_memory(&session, max_bytes);
    }
    loop {
        let watched = || {
            let files = files(&job, questions.as_ref()).0.into_iter();
            files.chain(job.spec.map(Source::of)).collect()
        };
        let before = job.watch.then(|| watch::stamps(watched()));
        match &questions {
            Some(questions) => round(&playproof, &job, questions, &session)?,
            None => session.reached(Status::BadInput),
        }
        match before {
            Some(before) if watch::wait_for_change(watched, &before, &session) => {
                session.begin_round();
                questions = (job.questions)(&playproof);
            }
            _ => return Ok(session.status()),
        }
    }
}

/// The files that are asked about, and what is wrong with their names.
fn files(job: &Job, questions: Option<&Questions>) -> (Vec<Source>, Vec<Diagnostic>) {
    if job.levels.is_empty() {
        return questions.map(Questions::files).unwrap_or_default();
    }
    let (mut files, mut problems) = (Vec::new(), Vec::new());
    for argument in job.levels {
        let (found, wrong) = sources(argument);
        files.extend(found);
        problems.extend(wrong);
    }
    (files, problems)
}

/// Answers every question once.
fn round(
    playproof: &Playproof,
    job: &Job,
    questions: &Questions,
    session: &Session,
) -> io::Result<()> {
    let (files, problems) = files(job, Some(questions));
    let mut batch = Batch {
        playproof,
        job,
        questions,
        session,
        certificates: job.search.certificates(),
        complaints: Complaints::default(),
        grades: Grades::default(),
        solved: Vec::new(),
    };
    problems.iter().for_each(|p| batch.complain_of(p));
    for warning in questions.idle_patterns(&files) {
        console::complain_of(&warning);
        session.found(Finding::of_diagnostic(&warning));
    }
    if files.is_empty() && problems.is_empty() {
        console::error(
            "there is no level to verify: name some here, or in the requirements file as `levels`",
        );
        session.reached(Status::BadInput);
    }
    let asked = |source: &Source| questions.about(source);
    let files: Vec<_> = files.into_iter().map(|file| (asked(&file), file)).collect();
    let (files, idle): (Vec<_>, Vec<_>) = files.into_iter().partition(|(a, _)| !a.is_empty());
    tell_idle(&idle.iter().map(|(_, file)| file).collect::<Vec<_>>());
    // Green with nothing verified would be a lie.
    if files.is_empty() && !idle.is_empty() {
        console::error("nothing was verified: no requirement is about any of these levels");
        session.reached(Status::BadInput);
    }
    let is_graded = |(asked, _): &(Vec<&Asked>, Source)| asked.iter().any(|a| a.is_of_all());
    let is_all = !job.watch && !files.iter().any(is_graded);
    for (i, (asked, source)) in files.iter().enumerate() {
        batch.file(source, asked, i + 1 == files.len() && is_all)?;
    }
    if !session.is_cancelled() {
        batch.grades.hand_out(session)?;
    }
    batch.complaints.sum_up();
    session.sum_up()
}

/// Says which files nothing is asked of: the user may think that all is well
/// with them.
fn tell_idle(files: &[&Source]) {
    let more = match files.len() {
        0 => return,
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    let message = format!("no requirement is about {}{more}", files[0].name());
    console::complain(&message_text(Severity::Warning, &message));
}

struct Batch<'a> {
    playproof: &'a Playproof,
    job: &'a Job<'a>,
    questions: &'a Questions,
    session: &'a Session,
    certificates: Option<CertificateFolder>,
    complaints: Complaints,
    grades: Grades<'a>,
    /// Runs to be saved: the level's number in its file and the letters.
    solved: Vec<(usize, String)>,
}

/// The level at work and what surrounds it.
struct AtWork<'a> {
    source: &'a Source,
    level: &'a Level,
    n_levels: usize,
    /// Whether no other level comes after it.
    is_last: bool,
    /// What the reader found odd about it.
    warnings: Vec<String>,
}

impl AtWork<'_> {
    /// Its name in complaints.
    fn name(&self) -> String {
        match self.n_levels {
            1 => self.level.file().to_owned(),
            _ => format!("{} #{}", self.level.file(), self.level.index() + 1),
        }
    }
}

impl<'a> Batch<'a> {
    fn complain_of(&self, diagnostic: &Diagnostic) {
        console::complain_of(diagnostic);
        self.session.found(Finding::of_diagnostic(diagnostic));
        self.session.reached(Status::BadInput);
    }

    /// A clock for the result of a question. What the command line says wins
    /// over what the requirement says.
    fn clock(&self, asked: &Asked) -> Clock {
        let timeout = self.job.search.effort.limits.timeout;
        let patience = self.job.aim.and_then(Aim::patience);
        Clock::start(timeout.or(asked.timeout()).or(patience))
    }

    fn engine(&self, asked: &'a Asked) -> Option<&'a str> {
        let engine = self.job.engine.or(asked.engine());
        engine.filter(|&name| name != AUTO && name != ALL)
    }

    /// Verifies every level of a file.
    fn file(&mut self, source: &Source, asked: &[&'a Asked], is_last: bool) -> io::Result<()> {
        if self.session.is_cancelled() {
            return Ok(());
        }
        let mut clock = self.clock(asked[0]);
        let mut collection = match self.job.search.effort.levels(source) {
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
            let at = AtWork {
                source,
                level,
                n_levels,
                is_last: is_last && (next.is_none() || self.job.only.is_some()),
                warnings: odd,
            };
            // The time of reading a file is on the clock of its first result.
            self.level(&at, asked, clock, &mut warnings)?;
            if self.session.is_cancelled() {
                break;
            }
            clock = self.clock(asked[0]);
        }
        warnings.sum_up();
        if let Some(path) = self.job.save {
            self.save(path, &mut collection);
        }
        Ok(())
    }

    /// Writes the file's levels with the runs that were found; without any,
    /// nothing.
    fn save(&mut self, path: &Path, collection: &mut Collection) {
        if self.solved.is_empty() {
            let message = format!("{} was not written: no run was found", path.display());
            console::complain(&message_text(Severity::Warning, &message));
            return;
        }
        for (index, letters) in self.solved.drain(..) {
            if let Some(solution) = StoredSolution::new(&letters) {
                collection.levels[index].set_solution(solution);
            }
        }
        if let Err(error) = write_whole(self.session, path, collection.text().as_bytes()) {
            console::error(&format!("cannot write {}: {error}", path.display()));
            self.session.reached(Status::BadInput);
        }
    }

    /// Answers every question about a level.
    fn level(
        &mut self,
        at: &AtWork,
        all: &[&'a Asked],
        mut clock: Clock,
        warnings: &mut Warnings,
    ) -> io::Result<()> {
        // What the level means is worked out on the clock of its first result.
        self.begin(at, all[0], clock, all.len() == 1);
        let game = self.job.search.effort.game.as_deref();
        let prepared = match self.playproof.prepare(at.level, game) {
            Ok(prepared) => prepared,
            Err(error) => {
                self.session.drop_row();
                self.no_level(at, all, &error);
                return Ok(());
            }
        };
        for (i, asked) in all.iter().enumerate() {
            if i > 0 {
                clock = self.clock(asked);
                self.begin(at, asked, clock, i + 1 == all.len());
            }
            if let Err(why) = self.answer(at, asked, &prepared, &clock, warnings) {
                self.undecided(at, asked, why)?;
            }
            if self.session.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// Begins the result of a question, unless it is one about several levels.
    fn begin(&self, at: &AtWork, asked: &'a Asked, clock: Clock, is_last: bool) {
        if asked.is_of_all() {
            return;
        }
        let mut row = asked.row(at.level, at.n_levels);
        row.warnings.clone_from(&at.warnings);
        row.search.engine = self.engine(asked).map(str::to_owned);
        self.session.begin(row, clock, at.is_last && is_last);
    }
}
