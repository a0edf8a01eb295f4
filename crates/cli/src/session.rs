//! The result at work. Each is printed exactly once, as whole lines: by the
//! worker when it is done, or by the watchdog if the worker does not answer.
//!
//! The worker enters what it learns as it learns it, so that there is always
//! something true to print. One lock guards the row, its printing and the
//! temporary file of a certificate, and is held for short times only.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use playproof::{Phase, Progress, Stop};
use playproof_report::{
    Ending, Finding, Row, Summary, Words, github_annotations, github_summary, junit_xml,
    requirements_table,
};
use tempfile::NamedTempFile;

use crate::args::Format;
use crate::clock::Clock;
use crate::console;
use crate::progress;
use crate::reports::Reports;
use crate::status::Status;

/// What a command makes of a result.
#[derive(Clone, Copy)]
pub struct Manner {
    /// The lines for people.
    pub text: fn(&Row) -> String,
    /// What it means for the program.
    pub status: fn(&Row) -> Status,
    /// What it is in a report.
    pub finding: fn(&Row) -> Finding,
}

/// The result at work, shared by the worker and the watchdog.
pub struct Session {
    format: Format,
    manner: Manner,
    /// Whether text ends with a table of requirements.
    has_table: bool,
    /// What results are called where text ends with a summary of them.
    words: Option<Words>,
    cancelled: AtomicBool,
    /// How far the work has come, as of the last poll.
    states: AtomicU64,
    checking: AtomicBool,
    /// How many results were begun.
    begun: AtomicU64,
    /// The result at work was printed because it held too much memory; its work has to
    /// stop.
    too_large: AtomicBool,
    desk: Mutex<Desk>,
}

struct Desk {
    current: Option<Current>,
    /// Of all results so far.
    status: Status,
    /// A file that must not outlive the program.
    temporary: Option<PathBuf>,
    /// The program is ending: nothing new is begun.
    closed: bool,
    /// For the formats that say something about all results in the end.
    findings: Vec<Finding>,
    /// What is written beside the results.
    reports: Reports,
    summary: Summary,
    /// Since when results are summed up.
    begun: Clock,
    /// Whether that was said.
    summed_up: bool,
    /// For commands without rows: what is printed if the program ends early.
    last_words: Option<LastWords>,
}

/// Says what was learned so far.
type LastWords = Box<dyn FnOnce() -> io::Result<()> + Send>;

struct Current {
    row: Row,
    clock: Clock,
    /// Whether the program ends with it.
    is_last: bool,
}

impl Session {
    /// A session without a result yet.
    pub fn new(format: Format, manner: Manner) -> Session {
        Session {
            format,
            manner,
            has_table: false,
            words: None,
            cancelled: AtomicBool::new(false),
            states: AtomicU64::new(0),
            checking: AtomicBool::new(false),
            begun: AtomicU64::new(0),
            too_large: AtomicBool::new(false),
            desk: Mutex::new(Desk {
                current: None,
                status: Status::Fine,
                temporary: None,
                closed: false,
                findings: Vec::new(),
                reports: Reports::default(),
                summary: Summary::default(),
                begun: Clock::start(None),
                summed_up: false,
                last_words: None,
            }),
        }
    }

    /// The same, with a table of requirements after all results.
    pub fn with_table(self, has_table: bool) -> Session {
        Session { has_table, ..self }
    }

    /// The same, with a summary in these words.
    pub fn with_words(self, words: Words) -> Session {
        Session {
            words: Some(words),
            ..self
        }
    }

    /// The same, with these reports beside the results and a summary in these words.
    pub fn with_reports(self, reports: Reports, words: Words) -> Session {
        self.desk().reports = reports;
        self.with_words(words)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        // A row is whole at every moment, even if a panic came in between.
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether warnings are part of the results.
    pub fn tells_warnings(&self) -> bool {
        self.format == Format::Json
    }

    /// Begins a result.
    pub fn begin(&self, row: Row, clock: Clock, is_last: bool) {
        progress::headline(None);
        self.states.store(0, Relaxed);
        self.checking.store(false, Relaxed);
        let mut desk = self.desk();
        self.begun.fetch_add(1, Relaxed);
        self.too_large.store(false, Relaxed);
        desk.current = Some(Current {
            row,
            clock,
            is_last,
        });
    }

    /// Gives the current result as long as this clock has, from now; its time
    /// is still counted from its beginning.
    pub fn renew(&self, clock: Clock) {
        if let Some(current) = &mut self.desk().current {
            current.clock = current.clock.until_that_of(&clock);
        }
    }

    /// Enters something into the current result. False if that was printed in
    /// the meantime, so that there is nothing left to do for it.
    pub fn enter(&self, change: impl FnOnce(&mut Row)) -> bool {
        let mut desk = self.desk();
        let row = desk.current.as_mut().map(|current| &mut current.row);
        row.map(change).is_some()
    }

    /// Gives up the current result: there is nothing to print.
    pub fn drop_row(&self) {
        progress::clear();
        self.desk().current = None;
    }

    /// Prints the current result, unless the watchdog did.
    pub fn finish(&self) -> io::Result<()> {
        progress::clear();
        let mut desk = self.desk();
        match desk.current.take() {
            Some(current) => self.print(&mut desk, current),
            None => Ok(()),
        }
    }

    fn print(&self, desk: &mut Desk, current: Current) -> io::Result<()> {
        let Current { mut row, clock, .. } = current;
        row.seconds = clock.seconds();
        let status = (self.manner.status)(&row);
        desk.status = desk.status.max(status);
        desk.summary.count(&row);
        let marks = desk
            .reports
            .take((self.manner.finding)(&row), || row.json());
        match self.format {
            Format::Text => {
                if status != Status::Fine || !desk.reports.is_quiet {
                    console::print(&(self.manner.text)(&row))?;
                }
                console::print_plain(&marks)?;
                self.file(desk, Finding::of_row(&row))
            }
            Format::Json => console::print_plain(&(row.json() + "\n")),
            Format::Junit | Format::Github => self.file(desk, Finding::of_row(&row)),
        }
    }

    /// Counts a result that the worker prints itself, with its JSON objects.
    pub fn count(&self, row: &Row, json: &str) -> io::Result<()> {
        let mut desk = self.desk();
        desk.summary.count(row);
        let marks = desk
            .reports
            .take((self.manner.finding)(row), || json.to_owned());
        console::print_plain(&marks)
    }

    /// Takes up for reports what is no row.
    pub fn report(&self, finding: Finding, json: impl FnOnce() -> String) -> io::Result<()> {
        console::print_plain(&self.desk().reports.take(finding, json))
    }

    /// An input error, for the formats that have a place for it. Whoever finds
    /// it says it on standard error too.
    pub fn found(&self, finding: Finding) {
        let mut desk = self.desk();
        if finding.ending == Ending::BadInput {
            desk.summary.count_bad();
        }
        // If nobody reads any more, the sum at the end meets that too.
        let _ = console::print_plain(&desk.reports.found(finding.clone()));
        let is_result = matches!(finding.ending, Ending::BadInput | Ending::NotAsked);
        if self.format == Format::Json && is_result {
            let _ = console::print_plain(&(finding.json() + "\n"));
        }
        let _ = self.file(&mut desk, finding);
    }

    fn file(&self, desk: &mut Desk, finding: Finding) -> io::Result<()> {
        let annotation = match self.format {
            Format::Json => return Ok(()),
            Format::Text if !self.has_table => return Ok(()),
            Format::Text | Format::Junit => None,
            Format::Github => Some(github_annotations(&finding)),
        };
        desk.findings.push(finding);
        annotation.map_or(Ok(()), |line| console::print_plain(&line))
    }

    /// Begins all results anew.
    pub fn begin_round(&self) {
        let mut desk = self.desk();
        desk.findings.clear();
        desk.reports.clear();
        desk.summary = Summary::default();
        desk.begun = Clock::start(None);
        desk.summed_up = false;
        desk.status = Status::Fine;
    }

    /// Says what there is to say about all results, once.
    pub fn sum_up(&self) -> io::Result<()> {
        self.sum_up_at(&mut self.desk())
    }

    fn sum_up_at(&self, desk: &mut Desk) -> io::Result<()> {
        if std::mem::replace(&mut desk.summed_up, true) {
            return Ok(());
        }
        if !desk.reports.write() {
            desk.status = desk.status.max(Status::BadInput);
        }
        match self.format {
            Format::Json => Ok(()),
            Format::Text => {
                console::print(&requirements_table(&desk.findings))?;
                let seconds = desk.begun.seconds();
                let words = self.words.as_ref();
                let line = words.and_then(|words| desk.summary.line(words, seconds));
                line.map_or(Ok(()), |line| console::print(&line))
            }
            Format::Junit => console::print_plain(&junit_xml(&desk.findings)),
            Format::Github => console::print_plain(&github_summary(&desk.findings)),
        }
    }

    /// Something happened that counts for the exit status.
    pub fn reached(&self, status: Status) {
        let mut desk = self.desk();
        desk.status = desk.status.max(status);
    }

    /// The exit status so far.
    pub fn status(&self) -> Status {
        match self.is_cancelled() {
            true => Status::Cancelled,
            false => self.desk().status,
        }
    }

    /// What was going on at the last poll.
    pub fn phase(&self) -> Phase {
        match self.checking.load(Relaxed) {
            true => Phase::Checking,
            false => Phase::Searching,
        }
    }

    /// Takes note of how far the work has come, and shows it.
    pub fn note(&self, progress: &Progress, clock: &Clock) {
        progress::show(progress, clock);
        let is_checking = progress.phase == Phase::Checking;
        self.checking.store(is_checking, Relaxed);
        if !is_checking {
            self.states.store(progress.states, Relaxed);
        }
    }

    /// Whether there is time left and nobody wants to stop: asked at every
    /// poll, and before every phase that does not poll.
    pub fn go_on(&self, clock: &Clock) -> ControlFlow<Stop> {
        if self.is_cancelled() {
            ControlFlow::Break(Stop::Cancelled)
        } else if self.is_told_to_stop() {
            ControlFlow::Break(Stop::Memory)
        } else if clock.is_over() {
            ControlFlow::Break(Stop::Time)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// How many results were begun.
    pub fn n_begun(&self) -> u64 {
        self.begun.load(Relaxed)
    }

    /// Whether the work was told to stop because it held too much memory.
    pub fn is_told_to_stop(&self) -> bool {
        self.too_large.load(Relaxed)
    }

    /// Asks the worker to stop. True if it was asked before.
    pub fn cancel(&self) -> bool {
        self.cancelled.swap(true, Relaxed)
    }

    /// What is to be done if the worker does not answer Ctrl-C.
    pub fn leave_last_words(&self, words: LastWords) {
        self.desk().last_words = Some(words);
    }

    /// Speaks for a worker that does not answer Ctrl-C: prints what was
    /// learned so far and removes what is half-written. The program must end
    /// after this.
    pub fn close(&self) {
        let mut desk = self.desk();
        desk.closed = true;
        if let Some(path) = desk.temporary.take() {
            let _ = std::fs::remove_file(path);
        }
        if let Some(mut current) = desk.current.take() {
            self.stop(&mut current.row, Stop::Cancelled);
            let _ = self.print(&mut desk, current);
        }
        if let Some(words) = desk.last_words.take() {
            let _ = words();
        }
        let _ = self.sum_up_at(&mut desk);
    }

    /// Prints the result in the worker's place if it is overdue by so much. The status,
    /// if the program ends with it.
    pub fn hand_out_overdue(&self, overdue: Duration) -> Option<Status> {
        self.hand_out_stopped(Stop::Time, |clock| clock.is_over_by(overdue))
    }

    /// Prints the result in the worker's place: it holds more memory than it may. The
    /// status, if the program ends with it.
    pub fn hand_out_too_large(&self) -> Option<Status> {
        self.hand_out_stopped(Stop::Memory, |_| true)
    }

    fn hand_out_stopped(&self, stop: Stop, is_due: impl Fn(&Clock) -> bool) -> Option<Status> {
        let mut desk = self.desk();
        // What is decided is only waiting for its certificate.
        let current = desk.current.take_if(|current| {
            current.row.conclusion.is_open() && is_due(&current.clock) && !self.is_cancelled()
        });
        let mut current = current?;
        self.too_large.store(stop == Stop::Memory, Relaxed);
        self.stop(&mut current.row, stop);
        let is_last = current.is_last;
        // If nobody reads any more, the worker's next result meets that too.
        let _ = self.print(&mut desk, current);
        if !is_last {
            return None;
        }
        let _ = self.sum_up_at(&mut desk);
        Some(desk.status)
    }

    fn stop(&self, row: &mut Row, stop: Stop) {
        if row.conclusion.is_open() {
            row.stopped(stop, self.phase());
            row.search.states = Some(self.states.load(Relaxed)).filter(|&n| n > 0);
        }
    }

    /// Creates a temporary file that is removed even if the program ends in
    /// between.
    pub fn temporary_file(
        &self,
        create: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<NamedTempFile> {
        let mut desk = self.desk();
        if desk.closed {
            return Err(io::Error::other("the program is ending"));
        }
        let file = create()?;
        desk.temporary = Some(file.path().to_owned());
        Ok(file)
    }

    /// The temporary file has its own name now, or is gone.
    pub fn forget_temporary(&self, path: &Path) {
        let mut desk = self.desk();
        if desk.temporary.as_deref() == Some(path) {
            desk.temporary = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        let manner = Manner {
            text: |_| String::new(),
            status: Status::of,
            finding: Finding::of_row,
        };
        Session::new(Format::Text, manner)
    }

    #[test]
    fn what_is_half_written_does_not_outlive_the_session() {
        let session = session();
        let folder = tempfile::tempdir().unwrap();
        let create = || NamedTempFile::new_in(&folder);
        let kept = session.temporary_file(create).unwrap();
        session.forget_temporary(kept.path());
        let half_written = session.temporary_file(create).unwrap();
        session.close();
        assert!(kept.path().exists() && !half_written.path().exists());
        assert!(session.temporary_file(create).is_err());
    }

    #[test]
    fn a_result_that_is_overdue_is_handed_out_once() {
        let session = session();
        let at_once = Some(Duration::from_nanos(1));
        let row = Row::of_certificate("a.cert");
        session.begin(row.clone(), Clock::start(None), true);
        assert_eq!(session.hand_out_overdue(Duration::ZERO), None);
        session.begin(row.clone(), Clock::start(at_once), false);
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(session.hand_out_overdue(Duration::from_secs(60)), None);
        assert!(session.enter(|_| ()));
        assert_eq!(session.hand_out_overdue(Duration::ZERO), None);
        assert!(!session.enter(|_| ()));
        assert_eq!(session.status(), Status::Unknown);
        session.begin(row, Clock::start(at_once), true);
        std::thread::sleep(Duration::from_millis(1));
        let status = session.hand_out_overdue(Duration::ZERO);
        assert_eq!(status, Some(Status::Unknown));
    }
}
