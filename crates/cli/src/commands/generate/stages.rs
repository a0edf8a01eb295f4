//! `--stages`: how a level comes about.

use std::io;
use std::path::Path;

use playproof::Stage;

use crate::args::{Format, GenerateArgs};
use crate::console;
use crate::outputs::{obstacle, write_whole};
use crate::session::Session;
use crate::status::Status;

/// Shows the stages in characters, or writes them into a file.
pub fn show(args: &GenerateArgs, pictures: &[Stage], path: &Path) -> io::Result<Status> {
    if path == Path::new("-") {
        let text = pictures
            .iter()
            .map(|stage| format!("{}\n{}\n\n", stage.caption, stage.rows.join("\n")));
        console::print(text.collect::<String>().trim_end())?;
        console::print("\n")?;
        return Ok(Status::Fine);
    }
    let refused = |message: String| {
        console::error(&message);
        Ok(Status::BadInput)
    };
    if path.extension().is_none_or(|ending| ending != "svg") {
        return refused(format!("{}: stages are drawn as .svg", path.display()));
    }
    let (game, n, seed) = (&args.game, args.number.unwrap_or(0), args.seed);
    let what = format!("how {game} {n} of seed {seed} comes about");
    write(path, &drawn(pictures), &what)
}

/// Writes a picture or a page, and says what it shows.
pub fn write(path: &Path, text: &str, what: &str) -> io::Result<Status> {
    let refused = |message: String| {
        console::error(&message);
        Ok(Status::BadInput)
    };
    if let Some(why) = obstacle(path, &[]) {
        return refused(why);
    }
    let session = Session::new(Format::Text, super::MANNER);
    match write_whole(&session, path, text.as_bytes()) {
        Ok(()) => {
            console::print(&format!("{}: {what}\n", path.display()))?;
            Ok(Status::Fine)
        }
        Err(error) => refused(format!("cannot write {}: {error}", path.display())),
    }
}

fn drawn(stages: &[Stage]) -> String {
    let pictures = stages
        .iter()
        .map(|stage| playproof_report::picture::StagePicture {
            caption: stage.caption.clone(),
            width: stage.rows.first().map_or(0, |row| row.chars().count()),
            height: stage.rows.len(),
            cells: stage.rows.iter().flat_map(|row| row.chars()).collect(),
        });
    playproof_report::picture::stages_svg(&pictures.collect::<Vec<_>>())
}
