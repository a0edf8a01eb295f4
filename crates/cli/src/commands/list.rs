//! `playproof games`, `engines`, `properties` and `formats`: what there is.

use std::io;

use playproof::{Entry, PROPERTIES, Playproof};
use playproof_report::{engines_json, engines_text, list_json, list_text};

use crate::args::{ListArgs, PlainFormat};
use crate::console;
use crate::status::Status;

/// Lists the games.
pub fn games(args: &ListArgs) -> io::Result<Status> {
    let playproof = Playproof::default();
    let entry = |game: &dyn playproof::Game| Entry {
        name: game.name(),
        summary: game.summary(),
    };
    list(args, &playproof.games().map(entry).collect::<Vec<_>>())
}

/// Lists the engines.
pub fn engines(args: &ListArgs) -> io::Result<Status> {
    let playproof = Playproof::default();
    match args.format {
        PlainFormat::Text => console::print(&engines_text(playproof.engines()))?,
        PlainFormat::Json => console::print_plain(&engines_json(playproof.engines()))?,
    }
    Ok(Status::Fine)
}

/// Lists what can be asked.
pub fn properties(args: &ListArgs) -> io::Result<Status> {
    list(args, &PROPERTIES)
}

/// Lists what levels can be written in.
pub fn formats(args: &ListArgs) -> io::Result<Status> {
    list(args, &Playproof::default().formats())
}

fn list(args: &ListArgs, entries: &[Entry]) -> io::Result<Status> {
    match args.format {
        PlainFormat::Text => console::print(&list_text(entries))?,
        PlainFormat::Json => console::print_plain(&list_json(entries))?,
    }
    Ok(Status::Fine)
}
