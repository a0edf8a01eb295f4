//! `playproof man`: man pages, for packages.

use std::fs;
use std::io;

use playproof::Playproof;

use crate::args::{ManArgs, command};
use crate::console;
use crate::status::Status;

/// Writes the pages. Errors are those of writing to standard output, of which there is none.
pub fn run(args: &ManArgs) -> io::Result<Status> {
    let whole = command(&Playproof::default());
    let written = fs::create_dir_all(&args.folder);
    let written = written.and_then(|()| clap_mangen::generate_to(whole, &args.folder));
    match written {
        Ok(_) => Ok(Status::Fine),
        Err(error) => {
            let folder = args.folder.display();
            console::error(&format!("cannot write man pages into {folder}: {error}"));
            Ok(Status::BadInput)
        }
    }
}
