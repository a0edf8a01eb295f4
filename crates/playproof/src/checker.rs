//! The road back: a certificate's level, its statement and its evidence, checked.
//!
//! It needs of a game what its levels mean and how they look, and no engine, so that a
//! module of this alone fits into a page.

use std::ops::ControlFlow;

use playproof_certify::{Budget, Certificate, Phase, Progress, Stop};
use playproof_game::{Checkable, View};
use playproof_kernel::{self as kernel, Certificate as CertificateFile};
use playproof_level::{Collection, Diagnostic};
use playproof_model::{Model, Property, Statement, Subject};

use crate::each::lost_thing;
use crate::error::{CertificateRejected, Error};
use crate::proof::AcceptedCertificate;
use crate::registry::{Playproof, find};
use crate::runs::{Run, run_in};
use crate::shown::{action_names, n_runs, shown_run};

/// The text of one level: the largest grid, four bytes a letter, and a title; or a drawing
/// for each property that a place can have.
pub const MAX_LEVEL_TEXT: usize = 12 << 20;

/// The first line of every certificate that this program reads.
const FIRST_LINE: &[u8] = b"playproof certificate 3\n";

/// Whether a file begins like a certificate: what is wrong with it then is that
/// it is broken.
pub fn is_certificate(bytes: &[u8]) -> bool {
    bytes.starts_with(FIRST_LINE)
}

/// Checks certificates about levels of these games.
pub struct Checker<'g> {
    games: Vec<&'g dyn Checkable>,
}

impl<'g> Checker<'g> {
    /// For levels of these games.
    pub fn new(games: Vec<&'g dyn Checkable>) -> Checker<'g> {
        Checker { games }
    }

    /// Reads every level of a file: drawings, or one of the games' own formats. `file` is
    /// the name used in messages.
    pub fn read(&self, file: &str, bytes: &[u8]) -> Result<Collection, Diagnostic> {
        let formats = self.games.iter().flat_map(|game| game.formats());
        let formats: Vec<_> = formats.copied().collect();
        playproof_level::read_with(file, bytes, &formats)
    }

    fn game(&self, name: &str) -> Result<&'g dyn Checkable, Error> {
        let games = self.games.iter().copied();
        let found = find("game", name, games, |game| game.name(), &[]);
        found.map(|game| game.expect("no word stands for a game"))
    }

    /// Checks a certificate's plain bytes, which come to at most `max_bytes`: the kernel goes
    /// through its evidence, and the statement is compared with what the level and the
    /// property in the certificate come to, byte for byte.
    pub fn check(
        &self,
        bytes: &[u8],
        max_bytes: u64,
        budget: &mut dyn Budget,
    ) -> Result<AcceptedCertificate, CertificateRejected> {
        let file = CertificateFile::parse(bytes).map_err(|error| match is_certificate(bytes) {
            true => CertificateRejected::Wrong(error.to_string()),
            false => CertificateRejected::Unreadable(error.to_string()),
        })?;
        let wrong = |why: String| CertificateRejected::Wrong(format!("evidence rejected: {why}"));
        if file.level.len() > MAX_LEVEL_TEXT {
            return Err(wrong("its level is longer than any level".into()));
        }
        let read = self.read("the certificate's level", file.level.as_bytes());
        let read = read.map_err(|error| wrong(error.to_string()))?;
        let [level] = &read.levels[..] else {
            return Err(wrong("it is about several levels".into()));
        };
        let unfit = |error: Error| wrong(error.to_string());
        let game = self.game(file.game).map_err(unfit)?;
        // Readers are not trusted: what they made of the text is what it says only if it is
        // written in the same way again.
        let canonical = game.canonical(level);
        let (text, model) = canonical.map_err(|error| wrong(error.to_string()))?;
        if text != file.level {
            return Err(wrong("its level is not written as levels are".into()));
        }
        let property = Playproof::property(file.property).map_err(unfit)?;
        if property.core() != file.core {
            return Err(wrong(
                "the property and its core form say different things".into(),
            ));
        }
        let subject = subject_of(&model, &property).map_err(unfit)?;
        // Only a property about each thing is looked at once more.
        let model = property.is_about_each().then_some(model);
        if subject.fingerprint().0 != file.rules {
            let why = "the level and the property come to another statement than the certificate's";
            return Err(wrong(why.into()));
        }
        // The statement in the file is the one that is checked, where there is one.
        let statement = match file.statement {
            None => subject.statement().clone(),
            Some(text) if subject.is_foreign() && text == subject.statement().text() => {
                subject.statement().clone()
            }
            Some(text) => {
                let parsed = Statement::parse(text, max_bytes, &|_, _, _| None);
                parsed.map_err(|error| unless_too_large(error, wrong))?
            }
        };
        if statement.fingerprint().0 != file.rules {
            let why = "the statement in the certificate is not the one that it names";
            return Err(wrong(why.into()));
        }
        let evidence = file.evidence(max_bytes);
        let evidence =
            evidence.map_err(|error| unless_too_large(error, CertificateRejected::Wrong))?;
        let answer = file.answer;
        let accepted = kernel::check(&statement, answer, &evidence, &subject, budget)?;
        let lost = model.and_then(|model| lost_thing(&model, answer, &evidence));
        let shown = match &lost {
            Some((_, (subject, evidence))) => Some((subject, *evidence)),
            None if property.is_about_each() => None,
            None => Some((&subject, &evidence)),
        };
        let run = shown.and_then(|(subject, evidence)| {
            let run = shown_run(subject, answer, evidence)?;
            Some((subject, run))
        });
        if let Some((_, run)) = &run {
            // A few bytes of a certificate may be millions of steps, each with a name.
            let progress = Progress {
                phase: Phase::Checking,
                states: run.steps.len() as u64,
                bytes: run.steps.len() as u64 * 64,
                depth: 0,
            };
            if let ControlFlow::Break(stop) = budget.spend(&progress) {
                return Err(CertificateRejected::Stopped(stop));
            }
        }
        let run = run.map(|(subject, run)| (action_names(subject, &run.steps), run));
        let (solution, run) = run.unzip();
        Ok(AcceptedCertificate {
            accepted,
            level: level.clone(),
            solution,
            repeats_from: run.and_then(|r| r.repeats_from).map(|n| n as u64),
            n_runs: n_runs(&evidence),
            certificate: Certificate {
                game: file.game.to_owned(),
                property: file.property.to_owned(),
                core: file.core.to_owned(),
                answer,
                statement,
                level: file.level.to_owned(),
                evidence,
            },
        })
    }

    /// The run that an accepted certificate shows, if it shows one, and how its states look.
    pub fn shown(&self, accepted: &AcceptedCertificate) -> Option<(Run, Box<dyn View>)> {
        let game = self.game(&accepted.certificate.game).ok()?;
        let (_, model) = game.canonical(&accepted.level).ok()?;
        let run = run_in(&model, &accepted.certificate)?;
        Some((run, game.view(&accepted.level).ok()?))
    }
}

/// What a property says of a level with this meaning.
pub(crate) fn subject_of(model: &Model, property: &Property) -> Result<Subject, Error> {
    let subject = match property.is_about_each() {
        true => model.elaborate_each(property),
        false => model.elaborate(property),
    };
    subject.map_err(|error| Error::from_elaborate(property.to_string(), error))
}

/// What is wrong with a part of a certificate, unless it only comes to more than is
/// allowed.
fn unless_too_large(
    error: kernel::Rejection,
    wrong: impl Fn(String) -> CertificateRejected,
) -> CertificateRejected {
    match error.to_string() {
        why if why.contains("more memory") => CertificateRejected::Stopped(Stop::Memory),
        why => wrong(why),
    }
}
