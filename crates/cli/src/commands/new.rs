//! `playproof new`: a small level to start from.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use playproof::Playproof;

use crate::args::NewArgs;
use crate::console;
use crate::status::Status;

/// Writes or prints the level. Errors are those of writing to standard output.
pub fn run(args: &NewArgs) -> io::Result<Status> {
    let playproof = Playproof::default();
    let game = match playproof.game(&args.game) {
        Ok(game) => game,
        Err(error) => {
            console::error(&error.to_string());
            return Ok(Status::BadInput);
        }
    };
    let Some((text, ending)) = game.example() else {
        console::error(&format!("{} has no example level", game.name()));
        return Ok(Status::BadInput);
    };
    let Some(path) = args.file.as_ref().filter(|path| path.as_os_str() != "-") else {
        console::print_plain(text)?;
        return Ok(Status::Fine);
    };
    // Other endings may mean another format, and folders are searched by endings.
    let path = &match path.extension() {
        Some(_) => path.clone(),
        None => path.with_extension(ending),
    };
    if let Err(error) = write_new(path, text) {
        let why = match error.kind() {
            io::ErrorKind::AlreadyExists => "it exists already, and is kept".to_owned(),
            _ => error.to_string(),
        };
        console::error(&format!("cannot write {}: {why}", path.display()));
        return Ok(Status::BadInput);
    }
    let name = path.display();
    console::print(&format!(
        "{name}: a level of {}\n    change it with any editor, then: playproof verify {name}\n",
        game.name()
    ))?;
    Ok(Status::Fine)
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}
