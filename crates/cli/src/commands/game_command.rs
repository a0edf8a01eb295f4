//! Commands that a game adds: what it says of each level, as text, JSON and graphs.

use std::collections::HashSet;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use playproof::{Diagnostic, Drawing, Drawn, Level, Playproof, Told};
use playproof_report::picture::{board_svg, graph_svg};
use playproof_report::result_text;

use crate::args::{Format, GameCommandArgs, PlainFormat};
use crate::console;
use crate::inputs::sources;
use crate::outputs::write_whole;
use crate::session::{Manner, Session};
use crate::status::Status;
use crate::watchdog;

/// Results are no rows here; the session serves Ctrl-C and the exit status.
const MANNER: Manner = Manner {
    text: result_text,
    status: Status::of,
    finding: playproof_report::Finding::of_row,
};

/// Runs the command on all levels. Errors are those of writing.
pub fn run(args: &GameCommandArgs) -> io::Result<Status> {
    let session = Arc::new(Session::new(Format::Text, MANNER));
    watchdog::listen_for_cancellation(&session);
    let playproof = Playproof::default();
    let mut commands = playproof
        .games()
        .flat_map(|game| game.commands().iter().map(move |command| (game, *command)));
    let command = commands
        .find(|(game, command)| (game.name(), command.help().name) == (args.game, args.command));
    let (game, command) = command.expect("the command was parsed");
    let mut drawings = args.svg.as_deref().map(Drawings::new);
    let mut go_on = || match session.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    for argument in &args.levels {
        let (files, problems) = sources(argument as &Path);
        problems
            .iter()
            .for_each(|problem| refuse(&session, problem));
        for source in files {
            let collection = match source.levels(&args.level_options, Some(game.name())) {
                Ok(collection) => collection,
                Err(diagnostic) => {
                    refuse(&session, &diagnostic);
                    continue;
                }
            };
            collection.warnings.iter().for_each(console::complain_of);
            for level in &collection.levels {
                match command.run(level, &args.options, &mut go_on) {
                    Ok(told) => {
                        if let Some(drawings) = &mut drawings {
                            drawings.begin(&source.stem(), level);
                        }
                        say(args, &session, &told, drawings.as_ref())?;
                    }
                    Err(diagnostic) => refuse(&session, &diagnostic),
                }
            }
        }
    }
    Ok(session.status())
}

fn refuse(session: &Session, diagnostic: &Diagnostic) {
    console::complain_of(diagnostic);
    session.reached(Status::BadInput);
}

/// Prints what there is to say of a level, and draws what there is to draw.
fn say(
    args: &GameCommandArgs,
    session: &Session,
    told: &Told,
    drawings: Option<&Drawings>,
) -> io::Result<()> {
    told.warnings
        .iter()
        .for_each(|warning| console::warn(warning));
    if told.is_violated {
        session.reached(Status::Violated);
    }
    match args.format {
        PlainFormat::Text => console::print(&told.text)?,
        PlainFormat::Json => console::print_plain(&told.json)?,
    }
    let Some(drawings) = drawings else {
        return Ok(());
    };
    match drawings.draw(session, &told.drawings) {
        Ok(said) if args.format == PlainFormat::Text => console::print(&said),
        Ok(_) => Ok(()),
        Err(message) => {
            console::error(&message);
            session.reached(Status::BadInput);
            Ok(())
        }
    }
}

/// A folder for pictures.
struct Drawings {
    folder: PathBuf,
    /// What the files of a level begin with, once each; in lower case, as some file
    /// systems do not tell `A` from `a`.
    taken: HashSet<String>,
    stem: String,
}

impl Drawings {
    /// The folder at this path. It is created with the first picture.
    fn new(folder: &Path) -> Drawings {
        Drawings {
            folder: folder.to_owned(),
            taken: HashSet::new(),
            stem: String::new(),
        }
    }

    /// What comes now is of this level of a file.
    fn begin(&mut self, stem: &str, level: &Level) {
        let stem: String = stem.chars().filter(|c| !c.is_control()).take(40).collect();
        let number = level.index() + 1;
        let whole = format!("{stem}-{number}");
        let others = (2..).map(|n| format!("{stem}-{number}-{n}"));
        let mut names = std::iter::once(whole).chain(others);
        let name = names.find(|name| self.taken.insert(name.to_lowercase()));
        self.stem = name.expect("there is always another name");
    }

    /// Draws all that there is; what was drawn where, ended.
    fn draw(&self, session: &Session, drawings: &[Drawing]) -> Result<String, String> {
        let mut said = String::new();
        for drawing in drawings {
            said.push_str(&match &drawing.drawn {
                Ok(Drawn::Board(board)) => self.write(session, &drawing.name, &board_svg(board))?,
                Ok(Drawn::Graph(graph)) => {
                    let title = &graph.title;
                    let svg = graph_svg(&graph.chart, title, &graph.saying, &graph.description);
                    self.write(session, &drawing.name, &svg)?
                }
                Err(why) => format!("      {why}\n"),
            });
        }
        Ok(said)
    }

    fn write(&self, session: &Session, what: &str, svg: &str) -> Result<String, String> {
        let path = self.folder.join(format!("{}-{what}.svg", self.stem));
        let written = std::fs::create_dir_all(&self.folder)
            .and_then(|()| write_whole(session, &path, svg.as_bytes()));
        let failed = |error| format!("cannot write {}: {error}", path.display());
        written.map_err(failed)?;
        Ok(format!("      {}\n", path.display()))
    }
}
