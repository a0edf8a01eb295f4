//! `playproof animate`: a checked run as a picture.

use std::cell::Cell;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use playproof::{Diagnostic, Playproof, Prepared, Run};
use playproof_proof::{Filming, Replay};
use playproof_report::picture::{self, Caption, MAX_GIF_FRAMES, PictureError, Scene};
use playproof_report::{Finding, Row, check_text, result_text};

use super::answer::{Answered, Asking, Unanswered, Wanted};
use crate::args::RunArgs;
use crate::args::{AnimateArgs, Format, Picture};
use crate::best::Aim;
use crate::certificates::name_of;
use crate::console;
use crate::engine_choice::AUTO;
use crate::inputs::{Source, problem};
use crate::moves::Asked as Moves;
use crate::outputs;
use crate::questions::asks_to_win;
use crate::session::{Manner, Session};
use crate::status::Status;

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
    finding: Finding::of_row,
};

/// Draws the run. Errors are those of writing to standard output.
pub fn run(args: &AnimateArgs) -> io::Result<Status> {
    let canvas = match Canvas::new(args.to, args.output.as_deref(), &args.run) {
        Ok(canvas) => Canvas {
            every: args.every,
            delay: args.delay,
            has_proof: args.proof,
            ..canvas
        },
        Err(message) => {
            console::error(&message);
            return Ok(Status::BadInput);
        }
    };
    if args.proof && canvas.picture != Picture::Html {
        console::error("only a page can carry its proof: use --proof with .html");
        return Ok(Status::BadInput);
    }
    let mut asking = Asking::new(&args.run, MANNER, Format::Text);
    let is_won = Playproof::property(&args.run.property).is_ok_and(|asked| asks_to_win(&asked));
    let is_plain = is_won && args.run.engine == AUTO;
    asking.wanted = match (&args.moves, args.optimal) {
        (Some(moves), _) => match Moves::read(moves) {
            Ok(moves) => Wanted::Given(moves),
            Err(message) => {
                console::error(&message);
                return Ok(Status::BadInput);
            }
        },
        (None, Some(cost)) => Wanted::Fewest(Aim::Fewest(cost.into())),
        (None, None) if is_plain => Wanted::StoredOrShort,
        (None, None) => Wanted::Any,
    };
    let fits = |prepared: &Prepared| match is_won {
        true => canvas.fits(prepared),
        false => Ok(()),
    };
    let is_open = Cell::new(Status::Fine);
    let draw = |answered: &Answered| {
        is_open.set(open(&answered.row));
        drawn(&canvas, &asking, answered)
    };
    match asking.answered_if(fits, draw) {
        Ok((scene, bytes)) => {
            asking.session.reached(is_open.get());
            canvas.hand_out(&asking.session, &scene, &bytes)
        }
        Err(Unanswered::Refused(complaint)) => {
            console::complain(&complaint);
            Ok(Status::BadInput)
        }
        Err(Unanswered::Entered) => {
            asking.session.finish()?;
            Ok(asking.session.status())
        }
        Err(Unanswered::NoRun(message)) => {
            console::error(&message);
            Ok(Status::Violated)
        }
    }
}

/// A run is drawn all the same where it is only the best so far.
fn open(row: &Row) -> Status {
    match row.conclusion.is_decided() {
        true => Status::Fine,
        false => Status::of(row),
    }
}

/// The picture of the run that a checked certificate holds.
fn drawn(
    canvas: &Canvas,
    asking: &Asking,
    answered: &Answered,
) -> Result<(Scene, Vec<u8>), Unanswered> {
    let Answered { prepared, row, .. } = answered;
    let Some(run) = answered.run() else {
        return Err(Unanswered::NoRun(format!(
            "{}: {}",
            answered.name(),
            Caption::of_nothing(row)
        )));
    };
    if canvas.has_proof {
        return proved(canvas, asking, answered);
    }
    let scene = canvas.scene(prepared, run, &answered.others(run), &Caption::of(row));
    let bytes = canvas.bytes(&scene)?;
    Ok((scene, bytes))
}

/// The page that checks itself. What stands beside its picture is what the certificate alone
/// says.
fn proved(
    canvas: &Canvas,
    asking: &Asking,
    answered: &Answered,
) -> Result<(Scene, Vec<u8>), Unanswered> {
    let Answered {
        level, certificate, ..
    } = answered;
    let source = Source::of(&asking.args.level);
    let replay = Replay {
        game: &certificate.game,
        certificate: &certificate.to_bytes(true),
        name: &name_of(&source, level.index(), &certificate.property),
        title: &Caption::of(&answered.row).title,
        filming: Filming {
            every: canvas.every.unwrap_or(NonZeroUsize::MIN),
            delay: canvas.delay,
        },
    };
    let page = replay.page(&mut asking.limits());
    let (scene, page) = page.map_err(|why| problem(level.file(), why.to_string(), None))?;
    Ok((scene, page.into_bytes()))
}

/// What to draw and where to.
pub struct Canvas {
    picture: Picture,
    /// None is standard output.
    file: Option<PathBuf>,
    pub every: Option<NonZeroUsize>,
    pub delay: Option<u32>,
    /// Whether the page carries the proof of what it shows.
    has_proof: bool,
}

impl Canvas {
    /// What to draw and where to: a file, or standard output.
    pub fn new(
        to: Option<Picture>,
        output: Option<&Path>,
        run: &RunArgs,
    ) -> Result<Canvas, String> {
        let file = output.filter(|path| *path != Path::new("-"));
        let picture = match (to, file) {
            (Some(picture), _) => picture,
            (None, None) => Picture::Txt,
            (None, Some(path)) => Picture::of_ending(path).ok_or(format!(
                "cannot tell from its name what to draw in {}: expected .gif, .svg, .html or .txt, \
                 or one of them with --to",
                path.display()
            ))?,
        };
        // Before the search, which may be long.
        let inputs: Vec<&PathBuf> = [&run.level].into_iter().chain(&run.cert).collect();
        if let Some(obstacle) = file.and_then(|path| outputs::obstacle(path, &inputs)) {
            return Err(obstacle);
        }
        Ok(Canvas {
            picture,
            file: file.map(Path::to_owned),
            every: None,
            delay: None,
            has_proof: false,
        })
    }

    /// Refuses a level whose winning runs are all too long for the picture, before one is
    /// looked for.
    fn fits(&self, prepared: &Prepared) -> Result<(), Unanswered> {
        let fewest = prepared.game().fewest_moves(prepared.level());
        let every = self.every.unwrap_or(NonZeroUsize::MIN).get();
        let n_frames = fewest.unwrap_or(0) as usize / every;
        if self.picture != Picture::Gif || n_frames <= MAX_GIF_FRAMES {
            return Ok(());
        }
        let (what, limit) = ("a GIF", MAX_GIF_FRAMES);
        let error = PictureError::TooManyFrames {
            what,
            n_frames,
            limit,
        };
        let message = format!(
            "every winning run has at least {n_frames} frames, and {what} may have at most {limit}"
        );
        Err(self.refusal(message, &error).into())
    }

    /// Whether it shows a run step by step, and is of no use without one.
    pub fn is_played(&self) -> bool {
        matches!(self.picture, Picture::Gif | Picture::Html)
    }

    /// The run, and the ways of others beside it.
    pub fn scene(
        &self,
        prepared: &Prepared,
        run: &Run,
        others: &[Run],
        caption: &Caption,
    ) -> Scene {
        let every = self.every.unwrap_or(NonZeroUsize::MIN);
        let mut scene = Scene::new(prepared.view(), run, every, caption);
        scene.add_ways(prepared.view(), others);
        scene
    }

    /// The file's bytes.
    pub fn bytes(&self, scene: &Scene) -> Result<Vec<u8>, Diagnostic> {
        let bytes = match self.picture {
            Picture::Svg => Ok(picture::svg(scene).into_bytes()),
            Picture::Html => Ok(picture::html(scene, self.delay).into_bytes()),
            Picture::Txt => picture::text(scene).map(String::into_bytes),
            Picture::Gif => picture::gif(scene, self.delay),
        };
        bytes.map_err(|error| self.too_large(&error))
    }

    fn too_large(&self, error: &PictureError) -> Diagnostic {
        self.refusal(error.to_string(), error)
    }

    fn refusal(&self, message: String, error: &PictureError) -> Diagnostic {
        let every = self.every.unwrap_or(NonZeroUsize::MIN);
        let every = error.enough_to_keep_each(every.get());
        let help = format!("keep fewer frames with --every {every}, or draw .html or .svg");
        problem(&self.target_name(), message, Some(&help))
    }

    fn target_name(&self) -> String {
        let file = self.file.as_ref();
        file.map_or("<stdout>".to_owned(), |path| path.display().to_string())
    }

    /// Writes the picture, and says so if it is a file.
    pub fn hand_out(&self, session: &Session, scene: &Scene, bytes: &[u8]) -> io::Result<Status> {
        let Some(path) = &self.file else {
            console::print_bytes(bytes)?;
            return Ok(session.status());
        };
        if let Err(error) = outputs::write_whole(session, path, bytes) {
            console::error(&format!("cannot write {}: {error}", path.display()));
            return Ok(Status::BadInput);
        }
        console::print(&picture::drawn_text(scene, &path.display().to_string()))?;
        Ok(session.status())
    }
}
