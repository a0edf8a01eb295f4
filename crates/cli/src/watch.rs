//! Waiting for a file to change: by looking at it five times a second, which
//! works on every file system.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, SystemTime};

use crate::console;
use crate::inputs::{Source, sources};
use crate::session::Session;

/// How often files are looked at.
const PERIOD: Duration = Duration::from_millis(200);

/// A file with its time and size; neither if it is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stamp {
    source: Source,
    seen: Option<(SystemTime, u64)>,
}

/// The files behind the arguments, as they are now.
pub fn stamps(arguments: &[PathBuf]) -> Vec<Stamp> {
    let files = arguments.iter().flat_map(|argument| sources(argument).0);
    let stamp = |source: Source| {
        let seen = match &source {
            Source::Stdin => None,
            Source::File(path) => fs::metadata(path)
                .and_then(|about| Ok((about.modified()?, about.len())))
                .ok(),
        };
        Stamp { source, seen }
    };
    files.map(stamp).collect()
}

/// Waits until some file is not as it was before, and all stand still again.
/// False if the user ends it.
pub fn wait_for_change(arguments: &[PathBuf], before: &[Stamp], session: &Session) -> bool {
    let files = match before.len() {
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    console::complain(&format!("watching {files} for changes; Ctrl-C ends\n"));
    let mut last = before.to_vec();
    while !session.is_cancelled() {
        thread::sleep(PERIOD);
        let now = stamps(arguments);
        // An editor writes in pieces: what still moves is not read yet.
        if now == last && now != before {
            return true;
        }
        last = now;
    }
    false
}
