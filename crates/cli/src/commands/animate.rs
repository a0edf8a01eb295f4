//! `playproof animate`: a checked run as a picture.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use playproof::{
    Certificate, Collection, Diagnostic, Error, Level, Limits, Playproof, Prepared, Progress, Run,
    Verdict,
};
use playproof_report::picture::{self, Caption, PictureError, Scene};
use playproof_report::{Row, check_text, property_error_text, result_text};

use super::check::Checker;
use crate::args::{AnimateArgs, Format, Picture};
use crate::batch::no_such_level;
use crate::clock::Clock;
use crate::console;
use crate::inputs::{Source, problem};
use crate::outputs;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::watchdog;

/// A result is printed only where it leads to no picture, and then to standard
/// error: standard output is for pictures.
const MANNER: Manner = Manner {
    text: |row| {
        console::complain(&match row.certificate {
            Some(_) => check_text(row),
            None => result_text(row),
        });
        String::new()
    },
    status: Status::of,
};

/// Draws the run. Errors are those of writing to standard output.
pub fn run(args: &AnimateArgs) -> io::Result<Status> {
    let animation = match target(args) {
        Ok((picture, file)) => Animation {
            args,
            picture,
            file,
            session: Arc::new(Session::new(Format::Text, MANNER)),
            clock: Clock::start(args.limits.timeout),
        },
        Err(message) => {
            console::error(&message);
            return Ok(Status::BadInput);
        }
    };
    watchdog::listen_for_cancellation(&animation.session);
    if args.limits.timeout.is_some() {
        watchdog::watch_time(&animation.session);
    }
    match animation.drawn() {
        Ok((scene, bytes)) => animation.hand_out(&scene, &bytes),
        Err(NoPicture::Refused(complaint)) => {
            console::complain(&complaint);
            Ok(Status::BadInput)
        }
        Err(NoPicture::Answered) => {
            animation.session.finish()?;
            Ok(animation.session.status())
        }
        Err(NoPicture::NoRun(message)) => {
            console::error(&message);
            Ok(Status::Violated)
        }
    }
}

/// What to draw and where to: a file, or standard output.
fn target(args: &AnimateArgs) -> Result<(Picture, Option<PathBuf>), String> {
    let file = args.output.clone().filter(|path| path != Path::new("-"));
    let picture = match (args.to, &file) {
        (Some(picture), _) => picture,
        (None, None) => Picture::Txt,
        (None, Some(path)) => Picture::of_ending(path).ok_or(format!(
            "cannot tell from its name what to draw in {}: expected .gif, .svg, .html or .txt, \
             or one of them with --to",
            path.display()
        ))?,
    };
    // Before the search, which may be long.
    let inputs: Vec<&PathBuf> = [&args.level].into_iter().chain(&args.cert).collect();
    let obstacle = |path: &PathBuf| outputs::obstacle(path, &inputs);
    match file.as_ref().and_then(obstacle) {
        Some(obstacle) => Err(obstacle),
        None => Ok((picture, file)),
    }
}

/// Why there is nothing to hand out.
enum NoPicture {
    /// The input is at fault; what to say about it.
    Refused(String),
    /// The session's row says it.
    Answered,
    /// It is decided without a run.
    NoRun(String),
}

impl From<Diagnostic> for NoPicture {
    fn from(diagnostic: Diagnostic) -> Self {
        NoPicture::Refused(playproof_report::diagnostic_text(&diagnostic))
    }
}

struct Animation<'a> {
    args: &'a AnimateArgs,
    picture: Picture,
    /// None is standard output.
    file: Option<PathBuf>,
    session: Arc<Session>,
    clock: Clock,
}

impl Animation<'_> {
    fn drawn(&self) -> Result<(Scene, Vec<u8>), NoPicture> {
        let source = Source::of(&self.args.level);
        let mut collection = source.levels()?;
        let n_levels = collection.levels.len();
        if let Some(n) = self.args.number {
            if n > n_levels as u64 {
                return Err(no_such_level(&source, n, n_levels).into());
            }
            collection.levels.retain(|l| l.index() as u64 + 1 == n);
        }
        let playproof = Playproof::with_threads(self.args.threads());
        match &self.args.cert {
            Some(file) => {
                let (level, certificate) = self.checked(&Source::of(file), collection)?;
                let game = Some(&certificate.game[..]);
                let prepared = playproof.prepare(&level, game);
                let prepared = prepared.map_err(|error| self.refused(&level, &error))?;
                self.scene(&prepared, &level, n_levels, &certificate)
            }
            None => {
                let [level] = &collection.levels[..] else {
                    let many = format!("this file holds {n_levels} levels");
                    let help = format!("choose one with --level, from 1 to {n_levels}");
                    return Err(problem(&source.name(), many, Some(&help)).into());
                };
                collection.warnings.iter().for_each(console::complain_of);
                let prepared = playproof.prepare(level, self.args.game.as_deref());
                let prepared = prepared.map_err(|error| self.refused(level, &error))?;
                let certificate = self.proved(&prepared, level, n_levels)?;
                self.scene(&prepared, level, n_levels, &certificate)
            }
        }
    }

    /// The certificate in a file, once the checker accepted it, and the level
    /// of the collection that it is about.
    fn checked(
        &self,
        source: &Source,
        collection: Collection,
    ) -> Result<(Level, Certificate), NoPicture> {
        let row = Row::of_certificate(&source.name());
        self.session.begin(row, self.clock, true);
        let checker = Checker {
            session: &self.session,
            clock: self.clock,
            max_bytes: self.args.limits.max_bytes().unwrap_or(u64::MAX),
            levels: Some(collection),
        };
        let accepted = checker.check(source)?.ok_or(NoPicture::Answered)?;
        let levels = checker.levels.map_or(Vec::new(), |file| file.levels);
        let level = levels.into_iter().find(|l| l.same_level(&accepted.level));
        let level = level.ok_or(NoPicture::Answered)?;
        Ok((level, accepted.certificate))
    }

    /// The certificate of an answer that is found now.
    fn proved(
        &self,
        prepared: &Prepared,
        level: &Level,
        n_levels: usize,
    ) -> Result<Certificate, NoPicture> {
        let property = Playproof::property(&self.args.property);
        let property = property.map_err(|error| self.refused(level, &error))?;
        let engine = Some(&self.args.engine[..]).filter(|&name| name != "auto");
        let row = Row::asked(level, n_levels, &property);
        self.session.begin(row, self.clock, true);
        if let ControlFlow::Break(stop) = self.session.go_on(&self.clock) {
            let phase = self.session.phase();
            self.session.enter(|row| row.stopped(stop, phase));
            return Err(NoPicture::Answered);
        }
        let mut limits = Limits {
            max_states: self.args.max_states,
            max_bytes: self.args.limits.max_bytes(),
            poll: |progress: &Progress| {
                self.session.note(progress, &self.clock);
                self.session.go_on(&self.clock)
            },
        };
        let proof = match prepared.verify(&property, engine, &mut limits) {
            Ok(proof) => proof,
            Err(error) => {
                self.session.drop_row();
                return Err(self.refused(level, &error));
            }
        };
        proof.warnings.iter().for_each(console::complain_of);
        let phase = self.session.phase();
        self.session.enter(|row| row.answered(&proof, phase));
        match (proof.verdict, proof.certificate) {
            (Verdict::Decided(_), Some(certificate)) => Ok(certificate),
            _ => Err(NoPicture::Answered),
        }
    }

    /// The picture of the run that a checked certificate holds.
    fn scene(
        &self,
        prepared: &Prepared,
        level: &Level,
        n_levels: usize,
        certificate: &Certificate,
    ) -> Result<(Scene, Vec<u8>), NoPicture> {
        let mut row = None;
        self.session.enter(|entered| {
            entered.about(level, n_levels);
            row = Some(entered.clone());
        });
        // If the row is gone, the watchdog has spoken, and the program ends.
        let row = row.ok_or(NoPicture::Answered)?;
        self.session.drop_row();
        let Some(run) = prepared.run_of(certificate) else {
            return Err(NoPicture::NoRun(format!(
                "{}: {}",
                name(level, n_levels),
                Caption::of_nothing(&row)
            )));
        };
        Ok(self.draw(prepared, &run, &Caption::of(&row))?)
    }

    fn draw(
        &self,
        prepared: &Prepared,
        run: &Run,
        caption: &Caption,
    ) -> Result<(Scene, Vec<u8>), Diagnostic> {
        let every = self.args.every.unwrap_or(NonZeroUsize::MIN);
        let scene = Scene::new(prepared.view(), run, every, caption);
        let delay = self.args.delay;
        let bytes = match self.picture {
            Picture::Svg => Ok(picture::svg(&scene).into_bytes()),
            Picture::Html => Ok(picture::html(&scene, delay).into_bytes()),
            Picture::Txt => picture::text(&scene).map(String::into_bytes),
            Picture::Gif => picture::gif(&scene, delay),
        };
        match bytes {
            Ok(bytes) => Ok((scene, bytes)),
            Err(error) => Err(self.too_large(&error, every)),
        }
    }

    fn too_large(&self, error: &PictureError, every: NonZeroUsize) -> Diagnostic {
        let every = error.enough_to_keep_each(every.get());
        let help = format!("keep fewer frames with --every {every}, or draw .html or .svg");
        problem(&self.target_name(), error.to_string(), Some(&help))
    }

    fn target_name(&self) -> String {
        let file = self.file.as_ref();
        file.map_or("<stdout>".to_owned(), |path| path.display().to_string())
    }

    /// Why a level or a property of it cannot be treated.
    fn refused(&self, level: &Level, error: &Error) -> NoPicture {
        match error {
            Error::Level(diagnostic) => diagnostic.clone().into(),
            Error::Property { error, .. } => {
                let asked_of = Some(level.file());
                let text = property_error_text(&self.args.property, error, asked_of);
                NoPicture::Refused(text)
            }
            other => {
                let severity = playproof::Severity::Error;
                let text = playproof_report::message_text(severity, &other.to_string());
                NoPicture::Refused(text)
            }
        }
    }

    /// Writes the picture, and says so if it is a file.
    fn hand_out(&self, scene: &Scene, bytes: &[u8]) -> io::Result<Status> {
        let Some(path) = &self.file else {
            console::print_bytes(bytes)?;
            return Ok(self.session.status());
        };
        if let Err(error) = outputs::write_whole(&self.session, path, bytes) {
            console::error(&format!("cannot write {}: {error}", path.display()));
            return Ok(Status::BadInput);
        }
        console::print(&picture::drawn_text(scene, &path.display().to_string()))?;
        Ok(self.session.status())
    }
}

/// The level's name in complaints.
fn name(level: &Level, n_levels: usize) -> String {
    match n_levels {
        1 => level.file().to_owned(),
        _ => format!("{} #{}", level.file(), level.index() + 1),
    }
}
