//! `playproof check`: the independent checker alone.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use playproof::{
    AcceptedCertificate, CertificateFile, CertificateRejected, Collection, Diagnostic, Level,
    Limits, MAX_CERTIFICATE, MAX_LEVEL_TEXT, Phase, Playproof, Progress, Stop, is_certificate,
    unpacked,
};
use playproof_analysis::Scoring;
use playproof_report::{Finding, Row, Words, check_text};

use crate::args::{CheckArgs, PlainFormat};
use crate::clock::Clock;
use crate::console;
use crate::inputs::{Source, files_named, is_certificate_name, problem, unreadable};
use crate::reports::Reports;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::watchdog;

/// A certificate's head is far shorter; this much of a file shows whether it
/// is one.
const HEAD: u64 = 64 << 10;

const MANNER: Manner = Manner {
    text,
    status: |row| match Status::of(row) {
        // Accepted is accepted, whatever the answer.
        Status::Violated => Status::Fine,
        status => status,
    },
    finding: Finding::of_certificate,
};

/// The lines for people, with how to see the level that was checked.
fn text(row: &Row) -> String {
    let file = row.certificate.as_deref().unwrap_or_default();
    let is_file = !["", "<stdin>"].contains(&file);
    let how = match row.checked.is_some() && is_file {
        true => format!("    the level as it was read: playproof statement {file} --level-text\n"),
        false => String::new(),
    };
    check_text(row) + &how
}

/// What results are called in a summary.
const WORDS: Words = Words {
    thing: "certificate",
    holds: "accepted (holds)",
    violated: "accepted (violated)",
};

/// Checks the certificates. Errors are those of writing results.
pub fn run(args: &CheckArgs) -> io::Result<Status> {
    let is_text = args.format == PlainFormat::Text;
    let reports = Reports::new(&args.reports.files, args.reports.quiet, is_text);
    let session = Session::new(args.format.into(), MANNER).with_reports(reports, WORDS);
    let session = Arc::new(session);
    watchdog::listen_for_cancellation(&session);
    if args.limits.timeout.is_some() {
        watchdog::watch_time(&session);
    }
    if let Some(max_bytes) = args.limits.max_bytes() {
        watchdog::watch_memory(&session, max_bytes);
    }
    let (certificates, level_files) = sorted_out(&args.files, &session);
    let levels = match levels_of(args, &level_files) {
        Ok(levels) => levels,
        Err(diagnostic) => {
            console::complain_of(&diagnostic);
            session.found(Finding::of_diagnostic(&diagnostic));
            session.reached(Status::BadInput);
            session.sum_up()?;
            return Ok(session.status());
        }
    };
    let mut levels = levels;
    for (number, source) in certificates.iter().enumerate() {
        if session.is_cancelled() {
            break;
        }
        let clock = Clock::start(args.limits.timeout);
        let is_last = number + 1 == certificates.len();
        session.begin(Row::of_certificate(&source.name()), clock, is_last);
        let checker = Checker {
            session: &session,
            clock,
            max_bytes: args.limits.max_bytes().unwrap_or(u64::MAX),
            levels: levels.take(),
            game: args.game.as_deref(),
        };
        if let Err(diagnostic) = checker.check(source) {
            session.drop_row();
            console::complain_of(&diagnostic);
            session.found(Finding::of_diagnostic(&diagnostic));
            session.reached(Status::BadInput);
        }
        levels = checker.levels;
        session.finish()?;
    }
    session.sum_up()?;
    Ok(session.status())
}

/// The certificates among what was named, and the level files. What is named first is a
/// certificate, whatever it is called.
fn sorted_out(files: &[PathBuf], session: &Session) -> (Vec<Source>, Vec<Source>) {
    let (mut certificates, mut levels) = (Vec::new(), Vec::new());
    for (number, file) in files.iter().enumerate() {
        if file.is_dir() {
            let (found, problems) = certificates_below(file);
            for problem in problems {
                console::complain_of(&problem);
                session.found(Finding::of_diagnostic(&problem));
                session.reached(Status::BadInput);
            }
            certificates.extend(found);
            continue;
        }
        let source = Source::of(file);
        match number == 0 || source.is_named_certificate() {
            true => certificates.push(source),
            false => levels.push(source),
        }
    }
    (certificates, levels)
}

/// The certificates of a folder and its sub-folders; a folder without any is a mistake.
fn certificates_below(folder: &Path) -> (Vec<Source>, Vec<Diagnostic>) {
    let (files, mut problems) = files_named(folder, &is_certificate_name);
    if files.is_empty() && problems.is_empty() {
        let message = "no certificate in this folder".to_owned();
        let help = "their names end in .cert or .cert.gz";
        problems.push(problem(&folder.display().to_string(), message, Some(help)));
    }
    (files.into_iter().map(Source::File).collect(), problems)
}

/// The levels that were named, of which each certificate must be about one.
fn levels_of(args: &CheckArgs, files: &[Source]) -> Result<Option<Collection>, Diagnostic> {
    let mut all: Option<Collection> = None;
    for source in files {
        let read = source.levels(&args.level_options, args.game.as_deref())?;
        match &mut all {
            Some(all) => all.levels.extend(read.levels),
            None => all = Some(read),
        }
    }
    Ok(all)
}

/// Checks a certificate for a session.
pub(super) struct Checker<'a> {
    pub session: &'a Session,
    pub clock: Clock,
    /// What the user allows; certificates have a limit of their own.
    pub max_bytes: u64,
    /// The certificate must be about one of them, as a level of its own game.
    pub levels: Option<Collection>,
    /// The game that the certificate must be about, instead of the level's own.
    pub game: Option<&'a str>,
}

impl Checker<'_> {
    /// Enters the result, or says why the file is no certificate. Gives the
    /// certificate if it was accepted.
    pub fn check(&self, source: &Source) -> Result<Option<AcceptedCertificate>, Diagnostic> {
        let Some(bytes) = self.read(source)? else {
            return Ok(None);
        };
        if let ControlFlow::Break(stop) = self.session.go_on(&self.clock) {
            self.session.enter(|row| row.stopped(stop, Phase::Checking));
            return Ok(None);
        }
        let mut limits = Limits {
            max_states: None,
            max_bytes: Some(self.max_bytes),
            poll: |progress: &Progress| {
                self.session.note(progress, &self.clock);
                self.session.go_on(&self.clock)
            },
        };
        let limit = self.max_bytes.min(MAX_CERTIFICATE);
        let property = |text: &str| Playproof::property(text).ok();
        let playproof = Playproof::default();
        // Evidence may take long to check, and is of no use for another level or game.
        if self.is_about_another(&playproof, &bytes, limit) {
            return Ok(None);
        }
        match playproof.check(&bytes, limit, &mut limits) {
            Ok(accepted) => {
                let property = property(&accepted.certificate.property);
                let game = Some(&accepted.certificate.game[..]);
                let prepared = playproof.prepare(&accepted.level, game);
                let tallies = prepared.map(|p| p.tallies(&accepted.certificate));
                self.session.enter(|row| {
                    row.accepted(&accepted, property);
                    row.scored(&tallies.unwrap_or_default());
                    self.compare(&playproof, row, &accepted.certificate.game, &accepted.level);
                    let named = self.named(&accepted.level);
                    if named.is_some_and(|level| !playproof.is_about(&accepted, level)) {
                        row.rejected("the certificate is about another level".to_owned());
                    }
                });
                return Ok(Some(accepted));
            }
            Err(CertificateRejected::Unreadable(error)) => {
                return Err(no_certificate(source, &error));
            }
            Err(CertificateRejected::Stopped(stop)) => {
                self.session.enter(|row| row.stopped(stop, Phase::Checking));
            }
            Err(CertificateRejected::Wrong(sentence)) => {
                let bytes = unpacked(&bytes, limit).ok();
                let file = bytes
                    .as_deref()
                    .and_then(|b| CertificateFile::parse(b).ok());
                self.session.enter(|row| {
                    if let Some(file) = &file {
                        row.topic.claimed(file.game, property(file.property));
                    }
                    row.rejected(sentence);
                });
            }
        }
        Ok(None)
    }

    /// Whether the certificate names a level or a game, and not what the user named; then
    /// that is entered. What cannot be read is left to the check.
    fn is_about_another(&self, playproof: &Playproof, bytes: &[u8], limit: u64) -> bool {
        let bytes = unpacked(bytes, limit).ok();
        let file = bytes
            .as_deref()
            .and_then(|b| CertificateFile::parse(b).ok());
        let file = file.filter(|file| file.level.len() <= MAX_LEVEL_TEXT);
        let Some(file) = file.filter(|_| self.levels.is_some() || self.game.is_some()) else {
            return false;
        };
        let read = playproof.read("the certificate's level", file.level.as_bytes());
        let Some(level) = read.ok().and_then(|mut read| read.levels.pop()) else {
            return false;
        };
        if self.about_another(playproof, file.game, &level).is_none() {
            return false;
        }
        let property = Playproof::property(file.property).ok();
        self.session.enter(|row| {
            row.topic.claimed(file.game, property);
            self.compare(playproof, row, file.game, &level);
        });
        true
    }

    /// If the user named levels or a game, the certificate must be about one of these levels,
    /// and about that game.
    fn compare(&self, playproof: &Playproof, row: &mut Row, game: &str, level: &Level) {
        if let Some(why) = self.about_another(playproof, game, level) {
            row.rejected(why);
        } else if let Some((file, same)) = self.levels.as_ref().zip(self.named(level)) {
            row.topic.about(same, file.levels.len());
        }
    }

    /// What a certificate about this level of this game has to do with something else than
    /// what the user named, if it does. Some drawings are levels of several games, and mean
    /// another thing in each; by itself a level is one of its own game.
    fn about_another(&self, playproof: &Playproof, game: &str, level: &Level) -> Option<String> {
        let named = self.named(level);
        if let (Some(file), None) = (&self.levels, named) {
            let name = file.levels[0].file();
            return Some(format!("the certificate is about no level of {name}"));
        }
        let (own, whose) = match (self.game, named) {
            (Some(own), _) => (format!("not of {own}"), own),
            (None, None) => return None,
            (None, Some(level)) => match playproof.recognise(level) {
                Ok(own) => {
                    let (file, own) = (level.file(), own.name());
                    (format!("and {file} by itself is one of {own}"), own)
                }
                Err(_) => (
                    format!("and {} by itself is one of several", level.file()),
                    "",
                ),
            },
        };
        (game != whose).then(|| {
            format!(
                "the certificate is about a level of {game}, {own}; if {game} is meant, say \
                 --game {game}"
            )
        })
    }

    /// This level among those that the user named.
    fn named(&self, level: &Level) -> Option<&Level> {
        let mut levels = self.levels.iter().flat_map(|file| &file.levels);
        levels.find(|l| l.same_level(level))
    }

    /// The file's bytes; none if it is too large, which is then entered.
    fn read(&self, source: &Source) -> Result<Option<Vec<u8>>, Diagnostic> {
        let cannot = |error: io::Error| unreadable(&source.name(), &error);
        let (mut reader, size) = source.open().map_err(cannot)?;
        let mut bytes = Vec::new();
        let head = reader.by_ref().take(HEAD).read_to_end(&mut bytes);
        head.map_err(cannot)?;
        let is_packed = bytes.starts_with(&[0x1f, 0x8b]);
        if !is_packed && !is_certificate(&bytes) {
            let error = CertificateFile::parse(&bytes).err();
            let why = error.map_or(String::new(), |error| error.to_string());
            return Err(no_certificate(source, &why));
        }
        let limit = self.max_bytes.min(MAX_CERTIFICATE);
        if size.is_none_or(|n| n <= limit) {
            let rest = limit.saturating_sub(bytes.len() as u64) + 1;
            reader.take(rest).read_to_end(&mut bytes).map_err(cannot)?;
            if bytes.len() as u64 <= limit {
                return Ok(Some(bytes));
            }
        }
        // The user's limit leaves the question open; a certificate beyond all
        // limits is a bad one.
        self.session
            .enter(|row| match self.max_bytes < MAX_CERTIFICATE {
                true => row.stopped(Stop::Memory, Phase::Checking),
                false => row.rejected(format!(
                    "the certificate is broken: it comes to more than {MAX_CERTIFICATE} bytes"
                )),
            });
        Ok(None)
    }
}

fn no_certificate(source: &Source, why: &str) -> Diagnostic {
    let help = match why {
        why if why.contains("version") => {
            "use the playproof that wrote it, or verify the level again"
        }
        why if why.contains("line ends") => "copy it byte for byte, as a binary file",
        _ => "expected a file that `playproof verify --cert` wrote",
    };
    problem(&source.name(), why.to_owned(), Some(help))
}
